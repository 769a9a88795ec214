import type { State } from '../state/state.js';
import { EVENT_HANDLERS } from '../subjects/index.js';

/** Runs all events that are due, in order, each at its own time. */
export function catchUp(state: State): void {
  const now = state.clock.now().toISOString();
  for (let next = state.schedule.takeNext(now); next !== undefined; next = state.schedule.takeNext(now))
    EVENT_HANDLERS[next.what]?.(state, next);
}
