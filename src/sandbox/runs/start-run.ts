import type { DocumentSource } from '../engine/document/call-document.js';
import type { RunEvent } from '../engine/run/outcome.js';
import type { RunMoment } from '../engine/run/story.js';
import type { State } from '../state/state.js';
import { between } from '../time/clock.js';
import { allRuns, type CallRun, type RunStart, type ScriptedPerson, type WaitFor } from './call-run.js';

interface NewRun {
  readonly call_id: string;
  readonly start: RunStart;
  readonly message?: CallRun['message'];
  readonly envs?: Readonly<Record<string, unknown>>;
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly person?: ScriptedPerson | null;
  readonly parent_id?: string | null;
}

/** The runs that ended are kept for a while, so that their story can be read. */
const MAX_RUNS = 1000;

/**
 * Stores a run of documents on a call. It starts with the next events that are due, because the state must not change
 * while another step runs. A run that the call already has ends.
 */
export function startRun(
  state: State,
  { call_id, start, message, envs = {}, vars = {}, ...more }: NewRun,
  at: string,
): CallRun {
  const runs = allRuns(state);
  const before = runs.get(call_id);
  if (before) runs.delete(call_id);
  else if (runs.size >= MAX_RUNS) for (const old of runs) if (old.outcome !== null && runs.delete(old.id)) break;
  const token = (before?.counters.waits ?? 0) + 1;
  const run = runs.add({
    id: call_id,
    ...(message !== undefined && { message }),
    started_at: before?.started_at ?? at,
    start,
    frames: [],
    vars,
    envs,
    waiting: { for: 'start', token, until: at, data: {} },
    holding: null,
    story: before?.story ?? [],
    webhooks: before?.webhooks ?? [],
    moments: before?.moments ?? [],
    problems: before?.problems ?? [],
    counters: { steps: 0, transfers: 0, waits: token, characters: 0, jumps: {} },
    person: more.person ?? before?.person ?? null,
    used: before?.used ?? [],
    ...(before?.heard && { heard: before.heard }),
    parent_id: more.parent_id ?? null,
    outcome: null,
  });
  state.schedule.add({ at, what: 'call document continues', of: call_id, part: String(token) });
  return run;
}

export const inlineDocument = (value: unknown): DocumentSource => ({ language: 'swml', url: null, value });

/** The end of a run whose call ended during a step. */
export const CALL_ENDED = 'the call ended';

/** The moment in which a call ends. */
export const endMoment = (start: string, at: string): RunMoment => ({
  ...{ time: between(start, at) / 1000, step: null },
  ended: true,
});

/** Ends the run of a call that has ended. Its step learns of it, because it may still send something. */
export function endRun(state: State, callId: string, at: string): void {
  const run = allRuns(state).get(callId);
  if (!run) return;
  const { moments = [], started_at } = run;
  const ended = { ...run, moments: [...moments, endMoment(started_at, at)] };
  if (run.outcome !== null) {
    allRuns(state).replace(ended);
    return;
  }
  allRuns(state).replace({ ...ended, outcome: { says: CALL_ENDED, endsCall: false } });
  if (run.waiting === null || (run.holding === null && !CLOSED.includes(run.waiting.for))) return;
  const data = { kind: 'hung up', token: run.waiting.token } satisfies RunEvent;
  state.schedule.add({ at, what: 'call document continues', of: callId, data });
}

/** The waits of steps that still send something when the call ends. */
const CLOSED: readonly WaitFor[] = ['input', 'leg', 'place', 'time'];

/** Ends the run of a call that is sent elsewhere. */
export function stopRun(state: State, callId: string, reason: string): void {
  const run = allRuns(state).get(callId);
  if (run && run.outcome === null)
    allRuns(state).replace({
      ...run,
      waiting: null,
      holding: null,
      frames: [],
      outcome: { says: reason, endsCall: false },
    });
}
