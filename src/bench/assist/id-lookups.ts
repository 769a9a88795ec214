import type { Seen } from '../../assist/index.js';
import { type AccountNow, operations, RestClient, type Row, walkRows } from '../../client/index.js';

/** The same collection is not looked up again within this time. */
const FRESH_MS = 15_000;
const PATIENCE_MS = 5_000;

interface Parts {
  readonly isLive: () => boolean;
  /** An account whose requests are not logged or recorded, because the user did not type them. */
  readonly account: () => AccountNow;
  readonly seen: Pick<Seen, 'learn'>;
}

/** In live mode, completion fetches ids from the platform. It requests only the first page of a list. */
export class LookUps {
  readonly #parts: Parts;
  readonly #client: RestClient;
  readonly #askedMs = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#client = new RestClient({ on_notice: () => {} }, parts.account);
  }

  /**
   * Returns a function that looks up the ids of a collection path, or undefined when no lookup is allowed or needed.
   */
  of(collection: string): ((signal: AbortSignal) => Promise<void>) | undefined {
    const list = listsByPath().get(collection);
    const askedMs = this.#askedMs.get(collection) ?? Number.NEGATIVE_INFINITY;
    if (!list || !this.#parts.isLive() || performance.now() - askedMs < FRESH_MS) return undefined;
    return async (signal) => {
      this.#askedMs.set(collection, performance.now());
      try {
        const client = this.#client.with({ signal, retries: 0, timeout_ms: PATIENCE_MS });
        this.#parts.seen.learn(list.row, await callNamed(client, list.name));
      } catch {
        // A cancelled lookup may run again at once. After a failed one, completion offers the known ids; the user's own
        // call reports the error.
        if (signal.aborted) this.#askedMs.delete(collection);
      }
    };
  }
}

interface List {
  readonly name: string;
  readonly row: Row;
}

let byPath: ReadonlyMap<string, List> | undefined;

/** Returns, by path, the list operations that have no required arguments and need no confirmation. */
export function listsByPath(): ReadonlyMap<string, List> {
  byPath ??= new Map(
    [...walkRows(operations)].flatMap(([name, row]) =>
      row.method === 'GET' &&
      row.parameters.length === 0 &&
      row.gives.kind === 'page' &&
      !row.spends &&
      Object.keys(row.needs).length === 0
        ? [[row.path, { name, row }] as const]
        : [],
    ),
  );
  return byPath;
}

function callNamed(client: RestClient, name: string): Promise<unknown> {
  let node: unknown = client;
  for (const step of name.split('.')) node = (node as Record<string, unknown>)[step];
  return (node as () => Promise<unknown>)();
}
