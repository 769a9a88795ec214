/** One request as it was answered. Nothing that was sent is kept but where it went. */
export interface JournalEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  /** null when a fault kept the answer back. */
  readonly status: number | null;
  /** The fault that was asked for, if one struck. */
  readonly fault: string | null;
  /** Why, where the answer has no room for it: a request that could not be read, a failure of the sandbox itself. */
  readonly reason: string | null;
}

const KEPT = 1000;

/** The latest requests, oldest first. */
export class Journal {
  #entries: (Omit<JournalEntry, 'at'> & { at: Date })[] = [];

  add(at: Date, entry: Omit<JournalEntry, 'at'>): void {
    this.#entries.push({ at, ...entry });
    // Cut in pieces, so that adding stays cheap.
    if (this.#entries.length >= 2 * KEPT) this.#entries = this.#entries.slice(-KEPT);
  }

  entries(): readonly JournalEntry[] {
    return this.#entries.slice(-KEPT).map((entry) => ({ ...entry, at: entry.at.toISOString() }));
  }
}
