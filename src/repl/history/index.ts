import { appendHistory, type HistoryEntry, readHistory } from './file.js';

export { lastArgument } from './last-argument.js';
export { beginSearch, chosen, continuation, type Search, searched } from './search.js';
export { newer, older, type Walk } from './walk.js';

/** Receives a message if the file cannot be written. Without it, that is an error. */
type Notify = (text: string) => void;

/** The history of statements, oldest first, in memory and optionally in a file. */
export class History {
  readonly #file: string | undefined;
  #read: ReturnType<typeof readHistory> | undefined;

  constructor(file?: string) {
    this.#file = file;
  }

  /** Reads the file on first use, so that it does not delay the first frame. */
  get entries(): readonly string[] {
    return this.#all.statements;
  }

  /** Adds a statement, unless it starts with a space (for example to hide a token) or repeats the last one. */
  add(statement: string, notify?: Notify): void {
    if (isHidden(statement) || statement === this.entries.at(-1)) return;
    this.#all.statements.push(statement);
    this.#append({ statement }, notify);
  }

  /** Stores whether a statement succeeded, also for later sessions. Failed ones are not suggested. */
  ended(statement: string, ok: boolean, notify?: Notify): void {
    if (isHidden(statement) || this.hasFailed(statement) === !ok) return;
    if (ok) this.#all.failed.delete(statement);
    else this.#all.failed.add(statement);
    this.#append(ok ? { repaired: statement } : { failed: statement }, notify);
  }

  hasFailed = (statement: string): boolean => this.#all.failed.has(statement);

  #append(entry: HistoryEntry, notify?: Notify): void {
    try {
      if (this.#file !== undefined) appendHistory(this.#file, entry);
    } catch (error) {
      if (!notify) throw error;
      notify(`the history could not be saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  get #all(): ReturnType<typeof readHistory> {
    this.#read ??= this.#file === undefined ? { statements: [], failed: new Set() } : readHistory(this.#file);
    return this.#read;
  }
}

/** A statement that starts with a space is in no history. */
const isHidden = (statement: string) => /^\s|^$/.test(statement);
