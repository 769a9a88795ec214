import { appendPrivate, attempt, isPlain, jsonOf, readPart, rotatedName, rotatePrivate } from '../../util/index.js';

/** At most this many bytes at the end of each history file are read. */
const TAIL_BYTES = 512 * 1024;
/** A longer file is renamed to `.old` when it is read, and replaces the previous `.old` file. */
const MAX_BYTES = 8 * TAIL_BYTES;

interface StoredHistory {
  /** Oldest first. */
  readonly statements: string[];
  /** The statements whose last run failed. */
  readonly failed: Set<string>;
}

/** Reads the statements in the file. Incomplete lines (concurrent writes, a full disk) are skipped. */
export function readHistory(file: string): StoredHistory {
  const statements: string[] = [];
  const failed = new Set<string>();
  rotatePrivate(file, MAX_BYTES);
  for (const line of `${tailOf(rotatedName(file))}\n${tailOf(file)}`.split('\n')) {
    const { statement, failed: of, repaired } = entryIn(line);
    if (statement !== undefined && statement !== statements.at(-1)) statements.push(statement);
    if (of !== undefined) failed.add(of);
    if (repaired !== undefined) failed.delete(repaired);
  }
  return { statements, failed };
}

/** A line of the file: a statement, or one that failed, or one that failed before and succeeded now. */
export type HistoryEntry = Partial<Readonly<Record<(typeof KINDS)[number], string>>>;
const KINDS = ['statement', 'failed', 'repaired'] as const;

/** Appends one entry with a single write, so that several windows can append at the same time. */
export function appendHistory(file: string, entry: HistoryEntry): void {
  appendPrivate(file, `${JSON.stringify(entry)}\n`, { variable: 'PATCHBAY_STATE_DIR' });
}

function entryIn(line: string): HistoryEntry {
  const entry = jsonOf(line); // a warning about an incomplete line would appear at every start
  if (!isPlain(entry)) return {};
  return Object.fromEntries(KINDS.flatMap((kind) => (typeof entry[kind] === 'string' ? [[kind, entry[kind]]] : [])));
}

/** Empty if the file does not exist or cannot be read. */
const tailOf = (file: string): string => attempt(() => readPart(file, { from: 'end', bytes: TAIL_BYTES })) ?? '';
