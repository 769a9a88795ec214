import { type Signal, signal } from '@preact/signals';
import { Api } from './api.js';
import { Keys } from './keys.js';
import { followEvents, type Live } from './live.js';
import { hashOf, type Route, routeOf } from './route.js';

/** Everything that the parts of the page share. */
export interface Model extends Live {
  readonly api: Api;
  readonly keys: Keys;
  readonly route: Signal<Route>;
  /** The requests to compare, at most two. */
  readonly pins: Signal<readonly number[]>;
  /** A short report of what the user did, which a screen reader reads. */
  readonly report: Signal<string>;
}

export const startModel = (): Model => ({
  ...followEvents(),
  api: new Api(),
  keys: new Keys(window),
  route: followRoute(),
  pins: signal([]),
  report: signal(''),
});

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
