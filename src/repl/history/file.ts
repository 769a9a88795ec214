import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { appendPrivate, attempt, isPlain, jsonOf } from '../../util/index.js';

/** At most this many bytes at the end of each history file are read. */
const TAIL_BYTES = 512 * 1024;
/** A longer file is renamed to `.old` when it is read, and replaces the previous `.old` file. */
const LONGEST_BYTES = 8 * TAIL_BYTES;

/** Returns the statements in the file, oldest first. Incomplete lines (concurrent writes, a full disk) are skipped. */
export function readHistory(file: string): string[] {
  const statements: string[] = [];
  putAside(file);
  for (const line of `${tailOf(asideOf(file))}\n${tailOf(file)}`.split('\n')) {
    const statement = statementIn(line);
    if (statement !== undefined && statement !== statements.at(-1)) statements.push(statement);
  }
  return statements;
}

/** Appends one statement with a single write, so that several windows can append at the same time. */
export function appendHistory(file: string, statement: string): void {
  appendPrivate(file, `${JSON.stringify({ statement })}\n`, { variable: 'PATCHBAY_STATE_DIR' });
}

const asideOf = (file: string) => `${file}.old`;

/** Renames the file in one step, so that a concurrent write of another window ends up in one of the two files. */
function putAside(file: string): void {
  try {
    if (statSync(file).size > LONGEST_BYTES) renameSync(file, asideOf(file));
  } catch {
    // The file does not exist yet, or another window has already renamed it.
  }
}

function statementIn(line: string): string | undefined {
  const entry = jsonOf(line); // a warning about an incomplete line would appear at every start
  return isPlain(entry) && typeof entry.statement === 'string' ? entry.statement : undefined;
}

function tailOf(file: string): string {
  const descriptor = attempt(() => openSync(file, 'r'));
  // The file does not exist or cannot be read.
  if (descriptor === undefined) return '';
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, size - buffer.length));
  } finally {
    closeSync(descriptor);
  }
}
