import { waitIn } from '../../../subjects/calls/answer.js';
import { leavePlaces } from '../../../subjects/calls/lifecycle.js';
import {
  addQueue,
  allQueues,
  isFull,
  positionOf,
  type Queue,
  queueNamed,
  waitOf,
} from '../../../subjects/queues/queue.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import type { ValuesOf } from '../../verbs/parameters.js';
import { verb } from '../../verbs/verb.js';
import { content, method, url } from '../attributes.js';
import { continueAt } from '../cxml-request.js';
import { WAITED } from './dial-queue.js';

/** Far more than any caller waits. It ends a wait document that takes no time. */
const MAX_ROUNDS = 1000;
/** How long an agent of a script talks. */
const TALK_SECONDS = 30;

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
    context.says(`waits in the queue ${queue.name}`);
    return waits(context, params);
  },
  resume(context, event, params) {
    const { state, call, at } = context;
    if (event.kind === 'returned' && event.value !== 'leave') return waits(context, params);
    const fields = queueFields(context, queueNamed(state, params.text));
    const isTaken = event.kind === 'time' || (event.kind === 'left' && event.reason === 'bridged');
    if (isTaken && context.data.fields === undefined) {
      context.says('an agent takes the call');
      leavePlaces(state, call, at);
      const { hangup_after } = agentOf(context, params) ?? {};
      return event.kind === 'time'
        ? { do: 'wait', for: 'time', seconds: hangup_after ?? TALK_SECONDS, data: { fields } }
        : { do: 'wait', for: 'leg', data: { fields } };
    }
    if (event.kind === 'leg' || event.kind === 'time')
      return left(context, params, { QueueResult: 'bridged', ...Object(context.data.fields) });
    leavePlaces(state, call, at);
    return left(context, params, { QueueResult: event.kind === 'returned' ? 'leave' : 'redirected', ...fields });
  },
});

/** The agent of a script: `answers: { support: { after: 20, hangup_after: 60 } }`. */
const agentOf = (context: StepContext, { text }: Enqueue) => context.answerFor(text) ?? context.answerFor('Enqueue');

function waits(context: StepContext, params: Enqueue): Outcome {
  const { text: name, waitUrl, waitUrlMethod } = params;
  const queue = queueNamed(context.state, name);
  const fields = queueFields(context, queue);
  const agent = agentOf(context, params);
  const remaining = agent === undefined ? undefined : Math.max(0, (agent.after ?? 0) - Number(fields.QueueTime ?? 0));
  if (waitUrl === undefined || remaining === 0)
    return { do: 'wait', for: 'place', ...(remaining !== undefined && { seconds: remaining }) };
  if (context.count() > MAX_ROUNDS) {
    context.problem(`the document of waitUrl ran ${MAX_ROUNDS} times: does it take no time?`);
    return { do: 'wait', for: 'place' };
  }
  const sizes = queue && waitOf(context.state, queue);
  const sized = { ...fields, CurrentQueueSize: sizes?.current_size ?? 0, AvgQueueTime: sizes?.average_wait_time ?? 0 };
  const target = { urls: [{ url: waitUrl, method: waitUrlMethod, language: 'cxml' }] } as const;
  return { do: 'call', target, params: sized, phase: WAITED };
}

function queueFields({ state, call }: StepContext, queue: Queue | undefined): Readonly<Record<string, unknown>> {
  if (!queue) return {};
  const member = allQueues(state)
    .get(queue.id)
    ?.members.find(({ call_id }) => call_id === call.id);
  const { position, wait_time } = member ? positionOf(state, queue, member) : { position: undefined, wait_time: 0 };
  return { QueueSid: queue.id, QueueTime: wait_time, ...(position !== undefined && { QueuePosition: position }) };
}

function left(
  context: StepContext,
  { action, method: by }: Enqueue,
  fields: Readonly<Record<string, unknown>>,
): Outcome {
  context.says(`leaves the queue: ${String(fields.QueueResult)}`);
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
