import { positionOf, waitOf } from '../../../subjects/calls/queue.js';
import { WAIT_VERBS, waitWithMusic } from '../../acts/hold-music.js';
import {
  endQueue,
  enterQueue,
  followQueue,
  LEAVE,
  leaveQueue,
  type Queued,
  queueOf,
  talk,
  waitedIn,
} from '../../acts/queue.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import type { ValuesOf } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { content, method, url } from '../attributes.js';
import { continueAt, endAtAction } from '../cxml-request.js';

const parameters = {
  text: content('The name of the queue.'),
  action: url('Requested when the caller left the queue.'),
  method: method(),
  waitUrl: url('A document that runs again and again while the caller waits.'),
  waitUrlMethod: method(),
} as const;
type Enqueue = ValuesOf<typeof parameters>;

export const enqueue = cxmlVerb({
  stage: 'routing',
  name: 'Enqueue',
  summary: 'Put the caller into a queue.',
  parameters,
  effect: { kind: 'partly', lacks: 'hold music is not played; an agent is scripted with answers, or dials the queue' },
  start(context, params): Outcome<Queued> {
    const queued = enterQueue(context, params.text, null);
    if (!queued) return left(context, params, { QueueResult: 'queue-full' });
    context.report(`waits in the queue ${queueOf(context, queued)?.name}`);
    return waits(context, params, queued);
  },
  resume(context, event, params, data) {
    const change = followQueue(event, data);
    switch (change.kind) {
      case 'waits':
        return waits(context, params, data);
      case 'talks':
        return { do: 'wait', for: 'leg', data };
      case 'taken':
        if (data.waited === null) context.report('an agent takes the call');
        return talk(context, change, params.text, data);
      case 'over':
        if (params.action === undefined) return left(context, params, { QueueResult: 'bridged' });
        // The action is requested when both have hung up, so its answer does not run.
        endAtAction(context, params, { QueueResult: 'bridged', ...timesOf(context, data) });
        return { do: 'hangup', reason: 'hung up after the conversation with the agent' };
      case 'left':
        leaveQueue(context);
        return left(context, params, {
          QueueResult: change.reason === 'leave' ? 'leave' : 'redirected',
          ...timesOf(context, data),
        });
    }
  },
  hungUp(context, params, data) {
    endQueue(context, data);
    const QueueResult = data.isTalking ? 'bridged' : 'hangup';
    endAtAction(context, params, { QueueResult, ...timesOf(context, data) });
  },
});

function waits(context: StepContext, { waitUrl, waitUrlMethod: method }: Enqueue, data: Queued): Outcome<Queued> {
  const { state, call } = context;
  const queue = queueOf(context, data);
  const member = queue?.members.find(({ call_id }) => call_id === call.id);
  const sizes = queue && waitOf(state, queue);
  const params = {
    ...timesOf(context, data),
    ...(queue && member && { QueuePosition: positionOf(state, queue, member).position }),
    CurrentQueueSize: sizes?.current_size ?? 0,
    AvgQueueTime: sizes?.average_wait_time ?? 0,
  };
  const url = waitUrl === undefined ? null : ({ url: waitUrl, method, language: 'cxml' } as const);
  return waitWithMusic(context, { url, params, verbs: WAIT_VERBS.queue }, data);
}

const timesOf = (context: StepContext, data: Queued) => ({
  QueueSid: data.queue_id,
  QueueTime: waitedIn(context, data),
});

function left(
  context: StepContext,
  { action, method: by }: Enqueue,
  fields: { readonly QueueResult: string },
): Outcome {
  context.report(`leaves the queue: ${fields.QueueResult}`);
  return action === undefined ? { do: 'next' } : continueAt(context, action, by, fields);
}

export const leave = cxmlVerb({
  stage: 'routing',
  name: 'Leave',
  summary: 'Leave the queue. It belongs in a wait document.',
  parameters: {},
  effect: { kind: 'simulated' },
  start(context) {
    if (context.call.queue_id !== null) return { do: 'return', value: LEAVE };
    context.problem('Leave has no effect outside of a queue');
    return { do: 'next' };
  },
});
