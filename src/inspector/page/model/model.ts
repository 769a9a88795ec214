import { type Signal, signal } from '@preact/signals';
import { followRoute } from './address.js';
import { Api } from './api.js';
import { Keys } from './keys.js';
import { followEvents, type Live } from './live.js';
import type { Route } from './route.js';

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
