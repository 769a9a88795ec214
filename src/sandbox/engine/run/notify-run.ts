import type { State } from '../../state/state.js';
import { allRuns, type WaitFor } from './call-run.js';
import type { RunEvent } from './outcome.js';

/** The waits that an event without a token resumes. */
export const WAITS: Readonly<Partial<Record<RunEvent['kind'], WaitFor>>> = {
  leg: 'leg',
  left: 'place',
  stopped: 'stop',
};

/** Whether a run waits for events of this kind, so that it handles them instead of the call. */
export function isWaitingFor(state: State, id: string | null, what: WaitFor): boolean {
  const run = id === null ? undefined : allRuns(state).get(id);
  return run?.waiting?.for === what;
}

/** The legs that a waiting step dialled. They end with the call. */
export function dialledBy(state: State, id: string): readonly string[] {
  const { waiting } = allRuns(state).get(id) ?? { waiting: null };
  const legs = waiting?.for === 'leg' ? waiting.data.legs : undefined;
  return Array.isArray(legs) ? legs.map((leg: { readonly id: string }) => leg.id) : [];
}

export function isRunning(state: State, id: string): boolean {
  const run = allRuns(state).get(id);
  return run !== undefined && run.outcome === null;
}

/** Schedules an event for a run. It is not handled at once, because another step may be running. */
export function notifyRun(state: State, id: string, event: RunEvent, at: string, token?: number): void {
  const what = WAITS[event.kind];
  if (what !== undefined && !isWaitingFor(state, id, what)) return;
  // Another leg may resume the step first; any other event is for this wait alone.
  const known = token ?? (event.kind === 'leg' ? undefined : allRuns(state).get(id)?.waiting?.token);
  const part = known === undefined ? {} : { part: String(known) };
  state.schedule.add({ at, what: 'call document continues', of: id, ...part, data: event });
}
