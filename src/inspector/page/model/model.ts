import { effect, type Signal, signal } from '@preact/signals';
import type { PageSource } from '../../contract.js';
import { Api, ApiError } from './api.js';
import { type FaultRule, followFaults } from './faults.js';
import { Keys } from './keys.js';
import { followEvents, type Live } from './live.js';
import { followClock, type RealTime } from './real-time.js';
import { type CastDraft, EMPTY_RING, type RingForm } from './ring-form.js';
import { hashOf, type Route, routeOf } from './route.js';

/** The arguments and the fields of a form. */
interface CallDraft {
  readonly args: readonly string[];
  readonly fields: string | null;
}

/** Everything that the parts of the page share. */
export interface Model extends Live {
  readonly api: Api;
  /** What the page shows. Undefined until the server has sent it. */
  readonly source: Signal<PageSource | undefined>;
  /** Why the page shows nothing, such as a project that was removed. */
  readonly problem: Signal<string | undefined>;
  /** The active faults. Undefined until the server has sent them, and without a sandbox. */
  readonly faults: Signal<readonly FaultRule[] | undefined>;
  /** The clock that runs by itself. */
  readonly realTime: RealTime;
  readonly keys: Keys;
  readonly route: Signal<Route>;
  /** The requests to compare, at most two. */
  readonly pins: Signal<readonly number[]>;
  /** What the user typed to ring a number, and to run a cast. */
  readonly ringForm: Signal<RingForm>;
  readonly cast: Signal<CastDraft>;
  /** What the user typed as the name of a snapshot. */
  readonly snapshotName: Signal<string>;
  /** What the user typed for an operation of a resource, by the form. It is gone when the request succeeded. */
  readonly callDrafts: Map<string, CallDraft>;
  /** A short report of what the user did, which a screen reader reads. */
  readonly report: Signal<string>;
  /** Resolves when the page has what its first view shows, or cannot get it. */
  readonly isReady: Promise<unknown>;
}

/** The project is in the address before the `#`, so that another project is another page, which shares nothing. */
export function startModel(): Model {
  const project = new URLSearchParams(location.search).get('project') ?? undefined;
  const api = new Api(project);
  const live = followEvents(project, document);
  const { source, problem, isRead } = followSource(api, live);
  return {
    ...{ ...live, api, source, problem, isReady: Promise.all([live.isFilled, isRead]) },
    faults: followFaults(api, live, source),
    realTime: followClock(api, live, source),
    keys: new Keys(window),
    route: followRoute(),
    pins: signal([]),
    ringForm: signal(EMPTY_RING),
    cast: signal({}),
    snapshotName: signal(''),
    callDrafts: new Map(),
    report: signal(''),
  };
}

function followSource(api: Api, { changes }: Pick<Live, 'changes'>) {
  const source = signal<PageSource>();
  const problem = signal<string>();
  const read = () =>
    api.get<PageSource>('source').then(
      (value) => {
        source.value = value;
        problem.value = undefined;
      },
      (error: Error) => {
        // Without a connection, the page keeps what it has.
        if (!(error instanceof ApiError) || error.status !== 404) return;
        source.value = undefined;
        problem.value = error.message;
      },
    );
  let isRead = Promise.resolve();
  effect(() => {
    if (changes.value >= 0) isRead = read();
  });
  return { source, problem, isRead };
}

/** The route of the page as a signal that follows the address. */
function followRoute(): Signal<Route> {
  const route = signal(routeOf(location.hash));
  addEventListener('hashchange', () => {
    route.value = routeOf(location.hash);
  });
  return route;
}

export const open = (route: Partial<Route> & Pick<Route, 'panel'>): void => {
  location.hash = hashOf(route);
};
