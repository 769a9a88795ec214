import type { DocumentUrl } from '../../runs/call-run.js';
import { notifyRun } from '../../runs/notify-run.js';
import { waitIn } from '../../subjects/calls/answer.js';
import { leaveQueueAndConference } from '../../subjects/calls/lifecycle.js';
import { addQueue, allQueues, isFull, type Queue, queueNamed } from '../../subjects/calls/queue.js';
import { after, between } from '../../time/clock.js';
import type { Outcome, RunEvent } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';
import { TALK_SECONDS } from './callee.js';
import { type TimedWait, WAIT_VERBS } from './hold-music.js';
import { callNextAgent } from './queue-agents.js';

/** What a step stores while its caller is in a queue, and while it talks with an agent. */
export interface Queued extends TimedWait {
  readonly queue_id: string;
  readonly since: string;
  /** How long the caller waited for the agent, in seconds; null while it waits. */
  readonly waited: number | null;
  /** The call of the agent, while it hears a document before they talk, and later. */
  readonly by?: string;
  readonly isTalking: boolean;
  /** How a script ends the wait: an agent takes the call, or it is removed from the queue. */
  readonly scripted?: 'taken' | 'removed';
}

/** An agent of a script takes the caller after this time. */
const AGENT_SECONDS = 5;

/**
 * The agent of a script, by the name of the queue or the verb: `answers: { support: { after: 20, hangup_after: 60 } }`. The
 * results `leaving` and `redirected` remove the caller from the queue, as a request to the platform does.
 */
const agentOf = (context: StepContext, name: string) => context.answerFor(name) ?? context.answerFor(context.step.name);

const REMOVED: ReadonlySet<string> = new Set(['leaving', 'redirected']);

/** Puts the caller into a queue, which is created when it is missing. Returns undefined if the queue is full. */
export function enterQueue(context: StepContext, name: string, maxSeconds: number | null): Queued | undefined {
  const { state, call, at } = context;
  const queue = queueNamed(state, name) ?? addQueue(state, { name });
  if (isFull(queue)) return undefined;
  waitIn(state, call, queue, at);
  callNextAgent(state, queue.name, at);
  const agent = agentOf(context, name);
  const agentSeconds = agent ? (agent.after ?? AGENT_SECONDS) : Infinity;
  const isScripted = agentSeconds < (maxSeconds ?? Infinity);
  const scripted = REMOVED.has(agent?.result ?? '') ? 'removed' : 'taken';
  const seconds = isScripted ? agentSeconds : maxSeconds;
  const until = seconds === null ? null : after(at, seconds * 1000);
  return { queue_id: queue.id, since: at, until, waited: null, isTalking: false, ...(isScripted && { scripted }) };
}

type QueueChange =
  /** The document that the caller hears ended. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'talks' }
  | { readonly kind: 'taken'; readonly by?: string; readonly notice: DocumentUrl | null }
  /** The agent and the caller have talked. */
  | { readonly kind: 'over' }
  | { readonly kind: 'left'; readonly reason: 'timeout' | 'leave' | 'removed' };

/** Reads an event of a caller in a queue. */
export function followQueue(event: RunEvent, { isTalking, scripted, by, waited }: Queued): QueueChange {
  if (isTalking) return { kind: event.kind === 'leg' || event.kind === 'time' ? 'over' : 'talks' };
  // The document that the caller hears before it talks has ended.
  if (by !== undefined && waited !== null && event.kind === 'returned') return { kind: 'taken', by, notice: null };
  if (event.kind === 'returned') return event.value === LEAVE ? { kind: 'left', reason: 'leave' } : { kind: 'waits' };
  if (event.kind === 'taken') return { kind: 'taken', by: event.by, notice: event.notice };
  if (event.kind !== 'time') return { kind: 'left', reason: 'removed' };
  if (scripted === 'taken') return { kind: 'taken', notice: null };
  return { kind: 'left', reason: scripted ?? 'timeout' };
}

/** The value with which the document of a queue returns to leave it. */
export const LEAVE = 'leave';

/** Lets the caller leave the queue and talk with an agent, who may be scripted. The document of the notice runs first. */
export function talk<D extends Queued>(
  context: StepContext,
  { by, notice }: Extract<QueueChange, { kind: 'taken' }>,
  name: string,
  before: D,
): Outcome<D> {
  const { state, call, at } = context;
  leaveQueue(context);
  const data = {
    ...before,
    ...(by !== undefined && { by }),
    until: null,
    waited: before.waited ?? waitedIn(context, before),
  };
  if (by === undefined) {
    const { hangup_after: seconds = TALK_SECONDS } = agentOf(context, name) ?? {};
    return { do: 'wait', for: 'time', seconds, data: { ...data, isTalking: true } };
  }
  if (notice !== null) {
    const params = { DequeingCallSid: by, QueueSid: data.queue_id, QueueTime: data.waited };
    return { do: 'hold', url: notice, verbs: WAIT_VERBS.queue, params, data: { ...data, rounds: 0 } };
  }
  notifyRun(state, by, { kind: 'leg', leg_id: call.id, status: 'confirmed', reason: '' }, at);
  return { do: 'wait', for: 'leg', data: { ...data, isTalking: true } };
}

export const leaveQueue = ({ state, call, at }: StepContext) => leaveQueueAndConference(state, call, at);

/** The call ended in the queue: the agent learns of it. */
export function endQueue({ state, call, at }: StepContext, { by }: Queued): void {
  const ended = { kind: 'leg', leg_id: call.id, status: 'ended', reason: 'the caller hung up' } as const;
  if (by !== undefined) notifyRun(state, by, ended, at);
}

/** How long the caller has waited, or waited for its agent, in whole seconds. */
export const waitedIn = ({ at }: { readonly at: string }, { since, waited }: Queued): number =>
  waited ?? Math.floor(between(since, at) / 1000);

export const queueOf = ({ state }: StepContext, { queue_id }: Queued): Queue | undefined =>
  allQueues(state).get(queue_id);
