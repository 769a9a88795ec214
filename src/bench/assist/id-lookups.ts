import type { Seen } from '../../assist/index.js';
import { type AccountNow, operations, RestClient, type Row, walkRows } from '../../client/index.js';

/** What was asked for less than this ago is not asked for again. */
const FRESH_MS = 15_000;
const PATIENCE_MS = 5_000;

interface Parts {
  readonly isLive: () => boolean;
  /** Whose requests nobody writes down: nobody has typed them. */
  readonly account: () => AccountNow;
  readonly seen: Pick<Seen, 'learn'>;
}

/** Live, completion may ask the platform what there is to choose from: one page of a list, and nothing but a list. */
export class LookUps {
  readonly #parts: Parts;
  readonly #client: RestClient;
  readonly #askedMs = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#client = new RestClient({ on_notice: () => {} }, parts.account);
  }

  /** The way to ask for what is found under a path; nothing where nobody should. */
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
        // Who was interrupted asks again; who failed offers what is known, and whoever calls sees why.
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

/** The operations that list what is found under a path and need to be told nothing for it. */
export function listsByPath(): ReadonlyMap<string, List> {
  byPath ??= new Map(
    [...walkRows(operations)].flatMap(([name, row]) =>
      /^GET [^{]+$/.test(row.route) && row.gives.kind === 'page' && !row.spends && Object.keys(row.needs).length === 0
        ? [[row.route.slice('GET '.length), { name, row }] as const]
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
