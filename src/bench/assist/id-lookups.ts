import { invoke, listsByPath, type SeenIds } from '../../assist/index.js';
import { type AccountNow, RestClient } from '../../client/index.js';

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
  #lists: ReturnType<typeof listsByPath> | undefined;
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
    if (!list || list.row.parameters.length > 0 || !this.#ports.isLive()) return undefined;
    if (performance.now() - startedMs < FRESH_MS) return undefined;
    return async (signal) => {
      this.#startedMs.set(collection, performance.now());
      try {
        const client = this.#client.with({ signal, retries: 0, timeout_ms: TIMEOUT_MS });
        this.#ports.seen.learn(list.row, await invoke(client, { path: list.name.split('.'), args: [] }));
      } catch {
        // A cancelled lookup may run again at once. After a failed one, completion offers the known ids; the user's own
        // call reports the error.
        if (signal.aborted) this.#startedMs.delete(collection);
      }
    };
  }
}
