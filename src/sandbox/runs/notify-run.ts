import type { RunEvent } from '../engine/run/outcome.js';
import type { State } from '../state/state.js';
import { allRuns, type CallRun, type WaitFor } from './call-run.js';

/** The waits that an event without a token resumes. */
export const WAITS: Readonly<Partial<Record<RunEvent['kind'], WaitFor>>> = {
  leg: 'leg',
  left: 'place',
  taken: 'place',
  started: 'place',
  stopped: 'stop',
};

/** Whether a run waits for events of this kind, so that it handles them instead of the call. */
export function isWaitingFor(state: State, id: string | null, what: WaitFor): boolean {
  const run = id === null ? undefined : allRuns(state).get(id);
  return tokenOf(run, what) !== undefined;
}

/** The wait of this kind that a run is in, also while the caller hears another document. */
export const tokenOf = (run: CallRun | undefined, what: WaitFor | undefined): number | undefined =>
  run?.waiting?.for === what ? run?.waiting?.token : what === 'place' ? run?.holding?.token : undefined;

/** The legs that a waiting step dialled. They end with the call. */
export function dialledBy(state: State, id: string): readonly string[] {
  const { waiting } = allRuns(state).get(id) ?? { waiting: null };
  const legs = waiting?.for === 'leg' ? waiting.data.legs : undefined;
  // A caller from a queue has its own document, which continues.
  return Array.isArray(legs) ? legs.filter(({ party }) => party.queue === undefined).map(({ id: leg }) => leg) : [];
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
  const run = allRuns(state).get(id);
  // The start of a conference only ends the document that the caller hears meanwhile.
  if (event.kind === 'started' && !run?.holding) return;
  const known = token ?? (event.kind === 'leg' ? undefined : (tokenOf(run, what) ?? run?.waiting?.token));
  const part = known === undefined ? {} : { part: String(known) };
  state.schedule.add({ at, what: 'call document continues', of: id, ...part, data: event });
}
