import type { State } from '../../state/state.js';
import { EVENT_HANDLERS } from '../../subjects/index.js';
import type { EventHandlers } from '../../time/schedule.js';
import { onRunEvent } from './advance.js';

const HANDLERS: EventHandlers = { ...EVENT_HANDLERS, 'call document continues': onRunEvent };

/** Runs all events that are due, in order, each at its own time. */
export function catchUp(state: State): void {
  const now = state.clock.now().toISOString();
  for (let next = state.schedule.takeNext(now); next !== undefined; next = state.schedule.takeNext(now))
    HANDLERS[next.what]?.(state, next);
}
