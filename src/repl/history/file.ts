import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { appendPrivate } from '../../util/index.js';

/** More than this of an old history is never read. */
const TAIL_BYTES = 512 * 1024;
/** A file that has become longer is put aside when it is read; the one put aside before it goes. */
const LONGEST_BYTES = 8 * TAIL_BYTES;

/** The statements in the file, oldest first. A torn line (two windows, a full disk) is passed over. */
export function readHistory(file: string): string[] {
  const statements: string[] = [];
  putAside(file);
  for (const line of `${tailOf(asideOf(file))}\n${tailOf(file)}`.split('\n')) {
    const statement = statementIn(line);
    if (statement !== undefined && statement !== statements.at(-1)) statements.push(statement);
  }
  return statements;
}

/** Adds one statement. One `write` to a file opened for appending: several windows may do so at once. */
export function appendHistory(file: string, statement: string): void {
  appendPrivate(file, `${JSON.stringify({ statement })}\n`, { variable: 'PATCHBAY_STATE_DIR' });
}

const asideOf = (file: string) => `${file}.old`;

/** Moved as a whole: what another window adds at this moment lands in one file or the other. */
function putAside(file: string): void {
  try {
    if (statSync(file).size > LONGEST_BYTES) renameSync(file, asideOf(file));
  } catch {
    // Not there yet, or another window was quicker.
  }
}

function statementIn(line: string): string | undefined {
  if (line === '') return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null && 'statement' in entry && typeof entry.statement === 'string'
      ? entry.statement
      : undefined;
  } catch {
    // A torn line is not worth a word at every start.
    return undefined;
  }
}

function tailOf(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    // Nothing was kept yet, or it is not ours to read: the bench starts with an empty history.
    return '';
  }
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, size - buffer.length));
  } finally {
    closeSync(descriptor);
  }
}
