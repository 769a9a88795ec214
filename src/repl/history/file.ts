import { appendPrivate, attempt, isPlain, jsonOf, readPart, rotatedName, rotatePrivate } from '../../util/index.js';

/** At most this many bytes at the end of each history file are read. */
const TAIL_BYTES = 512 * 1024;
/** A longer file is renamed to `.old` when it is read, and replaces the previous `.old` file. */
const MAX_BYTES = 8 * TAIL_BYTES;

/** Returns the statements in the file, oldest first. Incomplete lines (concurrent writes, a full disk) are skipped. */
export function readHistory(file: string): string[] {
  const statements: string[] = [];
  rotatePrivate(file, MAX_BYTES);
  for (const line of `${tailOf(rotatedName(file))}\n${tailOf(file)}`.split('\n')) {
    const statement = statementIn(line);
    if (statement !== undefined && statement !== statements.at(-1)) statements.push(statement);
  }
  return statements;
}

/** Appends one statement with a single write, so that several windows can append at the same time. */
export function appendHistory(file: string, statement: string): void {
  appendPrivate(file, `${JSON.stringify({ statement })}\n`, { variable: 'PATCHBAY_STATE_DIR' });
}

function statementIn(line: string): string | undefined {
  const entry = jsonOf(line); // a warning about an incomplete line would appear at every start
  return isPlain(entry) && typeof entry.statement === 'string' ? entry.statement : undefined;
}

/** Empty if the file does not exist or cannot be read. */
const tailOf = (file: string): string => attempt(() => readPart(file, { from: 'end', bytes: TAIL_BYTES })) ?? '';
