/** One request and its result. Of the request, only the method, the path and the operation are stored. */
export interface JournalEntry {
  /**
   * `webhook`: the sandbox made the request to a server of the user. `failure`: work that an operation started, such as
   * reading a document, failed later.
   */
  readonly kind: 'request' | 'webhook' | 'failure';
  readonly at: string;
  readonly method: string;
  /** The path. Of a webhook and a failure, the URL without credentials and query. */
  readonly path: string;
  readonly operation: string | null;
  /** null without a response. */
  readonly status: number | null;
  /** The fault that was injected, or the fault of a webhook, if any. `failed` for a failure. */
  readonly fault: string | null;
  /**
   * The reason if the response does not include it: an unreadable request, a failure inside the sandbox, or of later
   * work. Of a webhook, the event.
   */
  readonly reason: string | null;
}

const MAX_ENTRIES = 1000;

/** The latest requests, oldest first. */
export class Journal {
  #entries: (Omit<JournalEntry, 'at'> & { at: Date })[] = [];

  add(at: Date, entry: Omit<JournalEntry, 'at'>): void {
    this.#entries.push({ at, ...entry });
    // Trim only now and then, so that adding stays cheap.
    if (this.#entries.length >= 2 * MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES);
  }

  clear(): void {
    this.#entries = [];
  }

  entries(): readonly JournalEntry[] {
    return this.#entries.slice(-MAX_ENTRIES).map((entry) => ({ ...entry, at: entry.at.toISOString() }));
  }
}

/** The reason of the latest request like this one. The body of its response may be less exact. */
export function refusalReason(
  entries: readonly JournalEntry[],
  { method, url, status }: { readonly method: string; readonly url: string; readonly status: number },
): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const path = new URL(url).pathname;
  const isLike = (entry: JournalEntry) =>
    entry.kind === 'request' && entry.method === method && entry.path === path && entry.status === status;
  return entries.findLast(isLike)?.reason ?? undefined;
}
