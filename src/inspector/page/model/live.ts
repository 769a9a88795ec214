import { batch, type Signal, signal } from '@preact/signals';
import { FIRST_REQUESTS, type FirstRequests, type RequestBatch, type RequestRow } from '../../contract.js';

export type Connection = 'connecting' | 'live' | 'lost' | 'signed out';

/** What the server reports while the page is open. */
export interface Live {
  readonly connection: Signal<Connection>;
  /** The latest requests, the latest first. */
  readonly rows: Signal<readonly RequestRow[]>;
  /** How many requests the page could not get, because the log no longer has them. */
  readonly missed: Signal<number>;
  /** Counts the changes of the sandbox, for what has to be read again. */
  readonly version: Signal<number>;
  /** Counts the changes without a request, such as a new project. */
  readonly changes: Signal<number>;
}

const MAX_ROWS = 20_000;
const GATHER_MS = 150;

/** Follows the events of the server. The browser connects again by itself, and names the last event that it got. */
export function followEvents(project: string | undefined): Live {
  const live: Live = {
    ...{ connection: signal('connecting'), rows: signal([]), missed: signal(0) },
    ...{ version: signal(0), changes: signal(0) },
  };
  const changed = gathered(() => {
    live.version.value += 1;
  });
  const first = firstRequests();
  if (first) add(live, first);
  const connect = (after?: string) => {
    const query = new URLSearchParams({
      ...(project !== undefined && { project }),
      ...(after !== undefined && { after }),
    });
    const source = new EventSource(`/_patchbay/events?${query}`);
    source.onopen = () => {
      live.connection.value = 'live';
    };
    source.onerror = () => {
      live.connection.value = 'lost';
      if (source.readyState !== EventSource.CLOSED) return;
      void isSignedOut().then((isOut) => {
        if (isOut) live.connection.value = 'signed out';
        else setTimeout(connect, 2_000);
      });
    };
    source.addEventListener('reset', () => {
      batch(() => {
        live.rows.value = [];
        live.missed.value = 0;
        live.changes.value += 1;
      });
      changed();
    });
    source.addEventListener('change', () => {
      live.changes.value += 1;
      changed();
    });
    source.addEventListener('requests', ({ data }: MessageEvent<string>) => {
      add(live, JSON.parse(data));
      changed();
    });
  };
  connect(first?.lastId);
  return live;
}

function firstRequests(): FirstRequests | undefined {
  const text = document.getElementById(FIRST_REQUESTS)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

function add({ rows, missed }: Live, { rows: added, missed: count }: RequestBatch): void {
  batch(() => {
    rows.value = [...added.toReversed(), ...rows.value].slice(0, MAX_ROWS);
    missed.value += count;
  });
}

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
