import { appendHistory, readHistory } from './file.js';

export { lastArgument } from './last-argument.js';
export { beginSearch, chosen, continuation, type Search, searched } from './search.js';
export { newer, older, type Walk } from './walk.js';

/** The history of statements, oldest first, in memory and optionally in a file. */
export class History {
  readonly #file: string | undefined;
  #entries: string[] | undefined;
  readonly #failed = new Set<string>();

  constructor(file?: string) {
    this.#file = file;
  }

  /** Reads the file on first use, so that it does not delay the first frame. */
  get entries(): readonly string[] {
    return this.#all();
  }

  /** Adds a statement, unless it starts with a space (for example to hide a token) or repeats the last one. */
  add(statement: string): void {
    if (/^\s|^$/.test(statement) || statement === this.entries.at(-1)) return;
    this.#all().push(statement);
    if (this.#file !== undefined) appendHistory(this.#file, statement);
  }

  /** Stores whether a statement succeeded. Failed ones are not suggested. */
  ended(statement: string, ok: boolean): void {
    if (ok) this.#failed.delete(statement);
    else this.#failed.add(statement);
  }

  hasFailed = (statement: string): boolean => this.#failed.has(statement);

  #all(): string[] {
    this.#entries ??= this.#file === undefined ? [] : readHistory(this.#file);
    return this.#entries;
  }
}
