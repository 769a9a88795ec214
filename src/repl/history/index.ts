import { appendHistory, readHistory } from './file.js';

export { beginSearch, continuation, type Search, searched, searchedOlder } from './search.js';
export { newer, older, type Walk } from './walk.js';

/** Whole statements, oldest first: in memory, and on disk when there is a file. */
export class History {
  readonly #file: string | undefined;
  #entries: string[] | undefined;

  constructor(file?: string) {
    this.#file = file;
  }

  /** Read on first use, so that it costs nothing before the first frame. */
  get entries(): readonly string[] {
    return this.#all();
  }

  /** Keeps a statement, unless it begins with a space (a token, say) or repeats the last one. */
  add(statement: string): void {
    if (/^\s|^$/.test(statement) || statement === this.entries.at(-1)) return;
    this.#all().push(statement);
    if (this.#file !== undefined) appendHistory(this.#file, statement);
  }

  #all(): string[] {
    this.#entries ??= this.#file === undefined ? [] : readHistory(this.#file);
    return this.#entries;
  }
}
