import { pendingRequests } from '../../runs/call-run.js';
import type { State } from '../../state/state.js';
import { EVENT_HANDLERS } from '../../subjects/index.js';
import type { EventHandlers } from '../../time/schedule.js';
import { onRunEvent } from './advance.js';

const HANDLERS: EventHandlers = { ...EVENT_HANDLERS, 'call document continues': onRunEvent };

/** Runs the events that are due, in order, each at its own time. Time stands still while a request of a call is open. */
export function catchUp(state: State): void {
  const now = state.clock.now().toISOString();
  const take = () => state.schedule.takeNext(waitsUntil(state, now));
  for (let next = take(); next !== undefined; next = take()) HANDLERS[next.what]?.(state, next);
}

/** The time up to which events happen: now, or the time of the first request that has no response. */
function waitsUntil(state: State, now: string): string {
  const open = pendingRequests(state);
  if (open.size === 0 || state.network.sends !== true) return now;
  return [...open].reduce((first, { at }) => (at < first ? at : first), now);
}
