import { waitIn } from '../../../subjects/calls/answer.js';
import { leaveQueueAndConference } from '../../../subjects/calls/lifecycle.js';
import { addQueue, allQueues, isFull, positionOf, queueNamed, waitOf } from '../../../subjects/queues/queue.js';
import { after, between } from '../../../time/clock.js';
import { notifyRun } from '../../run/notify-run.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import type { ValuesOf } from '../../verbs/parameters.js';
import { waitWithMusic } from '../../verbs/routing/hold-music.js';
import { callNextAgent } from '../../verbs/routing/queue-agents.js';
import { verb } from '../../verbs/verb.js';
import { content, method, url } from '../attributes.js';
import { continueAt, endAtAction } from '../cxml-request.js';

/** How long an agent of a script talks. */
const TALK_SECONDS = 30;
/** The verbs that the document of waitUrl may use. */
const WAIT_VERBS = ['Play', 'Say', 'Pause', 'Hangup', 'Redirect', 'Leave', 'Gather'];

const parameters = {
  text: content('The name of the queue.'),
  action: url('Requested when the caller left the queue.'),
  method: method(),
  waitUrl: url('A document that runs again and again while the caller waits.'),
  waitUrlMethod: method(),
} as const;
type Enqueue = ValuesOf<typeof parameters>;

export const enqueue = verb({
  language: 'cxml',
  stage: 'routing',
  name: 'Enqueue',
  summary: 'Put the caller into a queue.',
  parameters,
  effect: { kind: 'partly', lacks: 'hold music is not played; an agent is scripted with answers, or dials the queue' },
  answers: true,
  sets: [],
  callbacks: [],
  start(context, params) {
    const { state, call, at } = context;
    const queue = queueNamed(state, params.text) ?? addQueue(state, { name: params.text });
    if (isFull(queue)) return left(context, params, { QueueResult: 'queue-full' });
    waitIn(state, call, queue, at);
    callNextAgent(state, queue.name, at);
    context.report(`waits in the queue ${queue.name}`);
    const { after: seconds } = agentOf(context, params) ?? {};
    const until = agentOf(context, params) === undefined ? null : after(at, (seconds ?? 0) * 1000);
    return waits(context, params, { queue_id: queue.id, since: at, until });
  },
  resume(context, event, params) {
    const { state, call, at } = context;
    const { by } = context.data;
    const notes = notesOf(context);
    if (typeof by === 'string' && event.kind === 'returned') return talk(context, by);
    if (event.kind === 'returned' && event.value !== 'leave') return waits(context, params, notes);
    const fields = timesOf(context);
    if (context.data.fields !== undefined) {
      if (event.kind !== 'leg' && event.kind !== 'time') return { do: 'wait', for: 'leg', data: context.data };
      return left(context, params, { QueueResult: 'bridged', ...Object(context.data.fields) });
    }
    leaveQueueAndConference(state, call, at);
    if (event.kind === 'taken') {
      context.report('an agent takes the call');
      if (event.notice === null) return talk(context, event.by);
      const data = { ...notes, until: null, by: event.by, rounds: 0 };
      return {
        ...{ do: 'hold', url: event.notice, verbs: WAIT_VERBS, data },
        params: { DequeingCallSid: event.by, QueueSid: notes.queue_id, QueueTime: fields.QueueTime },
      };
    }
    if (event.kind === 'time') {
      context.report('an agent takes the call');
      const { hangup_after = TALK_SECONDS } = agentOf(context, params) ?? {};
      return { do: 'wait', for: 'time', seconds: hangup_after, data: { ...notes, fields } };
    }
    return left(context, params, { QueueResult: event.kind === 'returned' ? 'leave' : 'redirected', ...fields });
  },
  hungUp(context, params) {
    const { state, data, call, at } = context;
    const agent = { kind: 'leg', leg_id: call.id, status: 'ended', reason: 'the caller hung up' } as const;
    if (typeof data.by === 'string') notifyRun(state, data.by, agent, at);
    const fields = data.fields ?? timesOf(context);
    const QueueResult = data.fields === undefined ? 'hangup' : 'bridged';
    endAtAction(context, params, { QueueResult, ...Object(fields) });
  },
});

/** Tells the agent that the caller is ready, and waits for the end of their conversation. */
function talk(context: StepContext, by: string): Outcome {
  const { state, call, at } = context;
  notifyRun(state, by, { kind: 'leg', leg_id: call.id, status: 'confirmed', reason: '' }, at);
  return { do: 'wait', for: 'leg', data: { ...notesOf(context), fields: timesOf(context) } };
}

/** The notes of the wait. */
const notesOf = ({ data }: StepContext): Notes => ({ ...data }) as unknown as Notes; // Stored by `waits`.
interface Notes {
  readonly queue_id: string;
  readonly since: string;
  readonly until: string | null;
  readonly [name: string]: unknown;
}

/** The agent of a script: `answers: { support: { after: 20, hangup_after: 60 } }`. */
const agentOf = (context: StepContext, { text }: Enqueue) => context.answerFor(text) ?? context.answerFor('Enqueue');

function waits(context: StepContext, { waitUrl, waitUrlMethod: method }: Enqueue, notes: Notes): Outcome {
  const { state, call } = context;
  const queue = allQueues(state).get(notes.queue_id);
  const member = queue?.members.find(({ call_id }) => call_id === call.id);
  const sizes = queue && waitOf(state, queue);
  const params = {
    ...timesOf(context, notes),
    ...(queue && member && { QueuePosition: positionOf(state, queue, member).position }),
    CurrentQueueSize: sizes?.current_size ?? 0,
    AvgQueueTime: sizes?.average_wait_time ?? 0,
  };
  const url = waitUrl === undefined ? null : ({ url: waitUrl, method, language: 'cxml' } as const);
  return waitWithMusic(context, { url, params, verbs: WAIT_VERBS }, notes);
}

const timesOf = (context: StepContext, { queue_id, since } = notesOf(context)) => ({
  QueueSid: queue_id,
  QueueTime: Math.floor(between(since, context.at) / 1000),
});

function left(
  context: StepContext,
  { action, method: by }: Enqueue,
  fields: Readonly<Record<string, unknown>>,
): Outcome {
  context.report(`leaves the queue: ${String(fields.QueueResult)}`);
  return action === undefined ? { do: 'next' } : continueAt(context, action, by, fields);
}

export const leave = verb({
  language: 'cxml',
  stage: 'routing',
  name: 'Leave',
  summary: 'Leave the queue. It belongs in a wait document.',
  parameters: {},
  effect: { kind: 'simulated' },
  answers: true,
  sets: [],
  callbacks: [],
  start(context) {
    if (context.call.queue_id !== null) return { do: 'return', value: 'leave' };
    context.problem('Leave has no effect outside of a queue');
    return { do: 'next' };
  },
});
