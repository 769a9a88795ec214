import type { Bench, SessionEvent } from '../../bench/index.js';
import { DataTable, type MimeBundle } from '../../show/index.js';
import { attempt } from '../../util/index.js';
import { DISPLAY } from './control.js';
import type { Surroundings } from './model.js';
import type { Widget } from './public-types.js';
import { ShownValue } from './shown-value.js';

interface Live {
  readonly bench: Bench;
  readonly surroundings: Surroundings;
  readonly waiting: Set<() => void>;
}

/** The minimum time between two updates. Faster ones cannot be read. */
const PAUSE_MS = 100;
/** Older requests are counted only. */
const MAX_REQUESTS = 50;

/** The latest requests of the session, as a table that is updated. */
export function createRequests(live: Live): Widget {
  const { bench } = live;
  return new LiveValue(live, () => requestTable(bench.log.events));
}

/** The timeline of a call in the sandbox, which is updated. */
export function createCall(id: string, live: Live): Widget {
  const { sandbox } = live.bench.globals;
  if (!hasStories(sandbox)) throw new TypeError('widgets.call(id): this bench has no sandbox');
  if (typeof id !== 'string') throw new TypeError('widgets.call(id): id must be the id of a call in the sandbox');
  return new LiveValue(live, () => sandbox.story(id));
}

function hasStories(sandbox: unknown): sandbox is { story(id: string): unknown } {
  return typeof sandbox === 'object' && sandbox !== null && 'story' in sandbox && typeof sandbox.story === 'function';
}

/** Shows a value again when the session has changed: at most every `PAUSE_MS`, and before a cell ends. */
class LiveValue extends ShownValue {
  readonly #read: () => unknown;
  readonly #waiting: Set<() => void>;
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor({ bench, surroundings, waiting }: Live, read: () => unknown) {
    super(surroundings);
    this.#read = read;
    this.#waiting = waiting;
    this.show(read());
    this.#stop = bench.log.follow(() => {
      this.#timer ??= setTimeout(this.#draw, PAUSE_MS);
      waiting.add(this.#draw);
    });
  }

  override [DISPLAY](): MimeBundle {
    this.#draw();
    return super[DISPLAY]();
  }

  override close(): void {
    this.#stop();
    this.#forgetUpdate();
    super.close();
  }

  #draw = (): void => {
    this.#forgetUpdate();
    const value = attempt(this.#read); // a sandbox that was reset has forgotten the call
    if (value !== undefined) this.show(value);
  };

  #forgetUpdate(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.delete(this.#draw);
  }
}

/** Without the duration, which differs in each run. */
function requestTable(events: readonly SessionEvent[]): DataTable {
  const exchanges = events.flatMap((event) => (event.kind === 'http' && !event.isLookup ? [event.exchange] : []));
  const rows = exchanges.slice(-MAX_REQUESTS).map(({ method, url, status, fault }) => ({
    method,
    path: pathOf(url),
    status: status ?? fault ?? '',
  }));
  return new DataTable(rows, ['method', 'path', 'status']);
}

const pathOf = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
};
