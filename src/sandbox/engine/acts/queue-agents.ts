import { allRuns, type CallRun, type DocumentUrl } from '../../runs/call-run.js';
import { isWaitingFor, notifyRun } from '../../runs/notify-run.js';
import type { State } from '../../state/state.js';
import { allCalls, type Call } from '../../subjects/calls/call.js';
import { leaveQueueAndConference } from '../../subjects/calls/lifecycle.js';
import { queueNamed } from '../../subjects/calls/queue.js';
import { after } from '../../time/clock.js';
import type { StepContext } from '../run/step-context.js';
import { TALK_SECONDS } from './callee.js';

/** The queue whose next caller a step waits for. Its legs are in the notes of the wait. */
function awaitedQueue({ outcome, waiting }: CallRun): string | undefined {
  const queue = outcome === null && waiting?.for === 'leg' ? waiting.data.queue : undefined;
  return typeof queue === 'string' ? queue : undefined;
}

/** A caller entered a queue: notifies the agent who waits longest. */
export function callNextAgent(state: State, queue: string, at: string): void {
  const [run] = allRuns(state).withKey(awaitedQueue, queue);
  if (run) notifyRun(state, run.id, { kind: 'leg', leg_id: '', status: 'queued', reason: queue }, at);
}

/**
 * Takes the first caller from a queue. The step that holds this caller reports `confirmed` when it is ready. A caller
 * without a document is ready at once. Returns undefined if no agent waits.
 */
export function takeFromQueue(context: StepContext, name: string, notice: DocumentUrl | null): Call | undefined {
  const { state, call, at } = context;
  const [first] = queueNamed(state, name)?.members ?? [];
  const waiting = first && allCalls(state).get(first.call_id);
  if (!waiting) return undefined;
  if (isWaitingFor(state, waiting.id, 'place')) {
    notifyRun(state, waiting.id, { kind: 'taken', by: call.id, notice }, at);
    return waiting;
  }
  if (notice !== null) context.notSimulated('the waiting caller has no document, so it does not hear that of url');
  leaveQueueAndConference(state, waiting, at);
  notifyWhenWaiting(context, waiting.id);
  return waiting;
}

/** The event arrives after this step has begun to wait. */
function notifyWhenWaiting({ state, call, at }: StepContext, leg_id: string): void {
  const data = { kind: 'leg', leg_id, status: 'confirmed', reason: '' } as const;
  state.schedule.add({ at, what: 'call document continues', of: call.id, data });
}

/** In a call that is followed to its end, the caller from the queue hangs up after a time, unless a script says when. */
export function limitTalk(context: StepContext, queue: string, id: string): void {
  const script = context.answerFor(queue) ?? context.answerFor(`queue:${queue}`);
  const ends = [id, context.call.id].some((one) => allRuns(context.state).get(one)?.person?.hangs_up);
  const { hangup_after = context.isFollowed && !ends ? TALK_SECONDS : undefined } = script ?? {};
  if (hangup_after === undefined) return;
  context.state.schedule.add({ at: after(context.at, hangup_after * 1000), what: 'call hangs up', of: id });
}
