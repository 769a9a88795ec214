import { batch, type Signal, signal } from '@preact/signals';
import type { RequestBatch, RequestRow } from '../../contract.js';
import { paced, type Tab } from './paced.js';

export type Connection = 'connecting' | 'live' | 'lost' | 'signed out';

/** What the server reports while the page is open. */
export interface Live {
  readonly connection: Signal<Connection>;
  /** The latest requests, the latest first. */
  readonly rows: Signal<readonly RequestRow[]>;
  /** The operations of all requests so far, for the filter. */
  readonly operations: Signal<ReadonlySet<string>>;
  /** How many requests the page could not get, because the log no longer has them. */
  readonly missed: Signal<number>;
  /** Counts the changes of the sandbox, for what has to be read again. */
  readonly version: Signal<number>;
  /** Counts the changes without a request, such as a new project. */
  readonly changes: Signal<number>;
  /** Counts the servers that followed the first one. The log of another server begins again. */
  readonly restarts: Signal<number>;
  /** Resolves when the page has the requests so far, or cannot get them. */
  readonly isFilled: Promise<void>;
}

const MAX_ROWS = 20_000;
const GATHER_MS = 150;
const RETRY_MS = 2_000;

/** Follows the events of the server. The browser connects again by itself, and names the last event that it got. */
export function followEvents(project: string | undefined, tab: Tab): Live {
  let filled = () => {};
  const live: Live = {
    ...{ connection: signal('connecting'), rows: signal([]), missed: signal(0) },
    operations: signal(new Set<string>()),
    ...{ version: signal(0), changes: signal(0), restarts: signal(0) },
    isFilled: new Promise((resolve) => {
      filled = resolve;
    }),
  };
  const changed = gathered(() => {
    live.version.value += 1;
  });
  const added = paced(tab, (batches) => {
    batch(() => {
      for (const one of batches) add(live, one);
    });
    changed();
  });
  let isFollowing = false;
  const connect = () => {
    const source = new EventSource(
      `/_patchbay/events?${new URLSearchParams(project !== undefined ? { project } : {})}`,
    );
    source.onopen = () => {
      live.connection.value = 'live';
    };
    source.onerror = () => {
      live.connection.value = 'lost';
      filled();
      if (source.readyState !== EventSource.CLOSED) return;
      void connectWhenSignedIn();
    };
    onData(source, 'reset', (data) => {
      batch(() => {
        live.rows.value = [];
        live.missed.value = 0;
        live.operations.value = new Set();
        add(live, JSON.parse(data));
        // A later one is that of another server.
        if (isFollowing) live.changes.value += 1;
        if (isFollowing) live.restarts.value += 1;
      });
      if (isFollowing) changed();
      isFollowing = true;
      filled();
    });
    source.addEventListener('change', () => {
      live.changes.value += 1;
      changed();
    });
    onData(source, 'requests', (data) => added(JSON.parse(data)));
  };
  /** Another tab can sign in, and its cookie is that of this one. */
  const connectWhenSignedIn = async (): Promise<void> => {
    if (await isSignedOut()) {
      live.connection.value = 'signed out';
      setTimeout(() => void connectWhenSignedIn(), RETRY_MS);
    } else if (live.connection.value === 'signed out') connect();
    else setTimeout(connect, RETRY_MS);
  };
  connect();
  return live;
}

function add(
  { rows, operations, missed }: Live,
  { rows: added, missed: count, isCleared = false }: RequestBatch,
): void {
  if (isCleared) {
    rows.value = [];
    operations.value = new Set();
    missed.value = 0;
  }
  const names = added.flatMap(({ operation }) => operation ?? []).filter((name) => !operations.value.has(name));
  batch(() => {
    if (names.length > 0) operations.value = new Set([...operations.value, ...names]);
    rows.value = [...added.toReversed(), ...rows.value].slice(0, MAX_ROWS);
    missed.value += count;
  });
}

const onData = (source: EventTarget, name: string, take: (data: string) => void): void =>
  source.addEventListener(name, (event) => {
    if ('data' in event) take(String(event.data));
  });

const isSignedOut = async (): Promise<boolean> =>
  (await fetch('/_patchbay/data/source', { headers: { 'x-patchbay-page': '1' } }).catch(() => undefined))?.status ===
  401;

/** Calls `act` once for all calls of a moment. */
function gathered(act: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      act();
    }, GATHER_MS);
  };
}
