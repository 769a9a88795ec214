import type { SeenIds } from '../../assist/index.js';
import { type AccountNow, operations, RestClient, type Row, walkRows } from '../../client/index.js';

/** The same collection is not looked up again within this time. */
const FRESH_MS = 15_000;
const TIMEOUT_MS = 5_000;

interface Ports {
  readonly isLive: () => boolean;
  /** An account whose requests are not logged or recorded, because the user did not type them. */
  readonly account: () => AccountNow;
  readonly seen: Pick<SeenIds, 'learn'>;
}

/** In live mode, completion fetches ids from the platform. It requests only the first page of a list. */
export class IdLookups {
  readonly #ports: Ports;
  readonly #client: RestClient;
  #lists: ReadonlyMap<string, List> | undefined;
  readonly #startedMs = new Map<string, number>();

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#client = new RestClient({ on_notice: () => {} }, ports.account);
  }

  /** Returns the look-up of a collection, or undefined when none is allowed or needed. */
  of(collection: string): ((signal: AbortSignal) => Promise<void>) | undefined {
    this.#lists ??= listsByPath();
    const list = this.#lists.get(collection);
    const startedMs = this.#startedMs.get(collection) ?? Number.NEGATIVE_INFINITY;
    if (!list || !this.#ports.isLive() || performance.now() - startedMs < FRESH_MS) return undefined;
    return async (signal) => {
      this.#startedMs.set(collection, performance.now());
      try {
        const client = this.#client.with({ signal, retries: 0, timeout_ms: TIMEOUT_MS });
        this.#ports.seen.learn(list.row, await callNamed(client, list.name));
      } catch {
        // A cancelled lookup may run again at once. After a failed one, completion offers the known ids; the user's own
        // call reports the error.
        if (signal.aborted) this.#startedMs.delete(collection);
      }
    };
  }
}

interface List {
  readonly name: string;
  readonly row: Row;
}

/** Returns, by path, the list operations that have no required arguments and need no confirmation. */
export function listsByPath(): ReadonlyMap<string, List> {
  return new Map(
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
}

function callNamed(client: RestClient, name: string): Promise<unknown> {
  let node: unknown = client;
  for (const step of name.split('.')) node = (node as Record<string, unknown>)[step];
  return (node as () => Promise<unknown>)();
}
