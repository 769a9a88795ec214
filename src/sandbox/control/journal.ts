/** One request and its result, as users see it. */
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

/** A request with its fields, for verifications in this process only: the journal itself shows no fields. */
export interface RequestRecord extends Omit<JournalEntry, 'kind' | 'fault' | 'reason'> {
  /** The parameters of the path and the query, and the fields of the body. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The fields of a request, and the length of its body. */
export interface RequestFields {
  readonly fields: RequestRecord['fields'];
  readonly length: number;
}

interface Stored extends Omit<JournalEntry, 'at'> {
  readonly at: Date;
  sent?: RequestFields | undefined;
}

/** An entry with the fields of its request, as JSON. */
export interface JournalRecord extends JournalEntry {
  readonly sent?: RequestFields | undefined;
}

const MAX_ENTRIES = 1000;
/** The bodies whose fields are stored. Of older requests, the fields are forgotten. */
const MAX_FIELDS_BYTES = 8 * 2 ** 20;

/** The latest requests, oldest first. */
export class Journal {
  #entries: Stored[] = [];
  #bytes = 0;

  add(at: Date, entry: Omit<JournalEntry, 'at'>, sent?: RequestFields): void {
    this.#entries.push({ at, ...entry, sent });
    this.#bytes += sent?.length ?? 0;
    // Trim only now and then, so that adding stays cheap.
    if (this.#entries.length >= 2 * MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES);
    if (this.#bytes > MAX_FIELDS_BYTES) this.#forgetFields();
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }

  entries(): readonly JournalEntry[] {
    return this.#latest().map(({ sent: _, at, ...entry }) => ({ ...entry, at: at.toISOString() }));
  }

  records(): readonly JournalRecord[] {
    return this.#latest().map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
  }

  /** Continues with the records of another journal. */
  load(records: readonly JournalRecord[]): void {
    this.clear();
    for (const { at, sent, ...entry } of records) this.add(new Date(at), entry, sent);
  }

  requests(): readonly RequestRecord[] {
    return this.#latest()
      .filter(({ kind }) => kind === 'request')
      .map(({ at, method, path, operation, status, sent }) => ({
        ...{ method, path, operation, status },
        at: at.toISOString(),
        fields: sent?.fields ?? {},
      }));
  }

  #latest(): Stored[] {
    return this.#entries.slice(-MAX_ENTRIES);
  }

  /** Keeps the fields of the latest requests, up to half of the limit. */
  #forgetFields(): void {
    this.#bytes = 0;
    for (const entry of this.#entries.toReversed()) {
      if (!entry.sent) continue;
      if (this.#bytes + entry.sent.length > MAX_FIELDS_BYTES / 2) entry.sent = undefined;
      else this.#bytes += entry.sent.length;
    }
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
