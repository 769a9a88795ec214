import { waitIn } from '../../../subjects/calls/answer.js';
import { changeCall } from '../../../subjects/calls/call.js';
import { addQueue, allQueues, dequeue, isFull, queueNamed, waitOf } from '../../../subjects/queues/queue.js';
import { after, between } from '../../../time/clock.js';
import { notifyRun } from '../../run/notify-run.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { destination } from '../flow/destination.js';
import { any, either, map, text, whole } from '../parameters.js';
import { verb } from '../verb.js';
import { SWML_WAIT_VERBS, waitDocument, waitWithMusic } from './hold-music.js';
import { callNextAgent } from './queue-agents.js';

export const enter_queue = verb({
  language: 'swml',
  stage: 'routing',
  name: 'enter_queue',
  summary: 'Wait in a queue until an agent takes the call.',
  parameters: {
    queue_name: text({ required: true, doc: 'The queue, which is created when missing.' }),
    transfer_after_bridge: either([text({ raw: true }), map(any(), { raw: true })], {
      required: true,
      doc: 'A URL or an inline document that runs after the conversation.',
    }),
    status_url: text({ doc: 'Receives calling.call.queue.' }),
    wait_url: text({ doc: 'The music; default: hold music.' }),
    wait_time: whole({ default: 3600, min: 1, variable: true, doc: 'The maximum wait in seconds.' }),
  },
  effect: { kind: 'partly', lacks: 'audio is not heard; an agent is scripted with answers, or connects to the queue' },
  answers: true,
  sets: ['queue_result', 'wait_time', 'entry_position', 'entry_size'],
  callbacks: ['calling.call.queue'],
  start(context, { queue_name, wait_time, status_url, wait_url }) {
    const { state, at } = context;
    const queue = queueNamed(state, queue_name) ?? addQueue(state, { name: queue_name });
    if (isFull(queue)) {
      context.fails('relay_script_method_execute_failed', `the queue ${queue_name} is full`);
      return end(context, 'failed', -1);
    }
    waitIn(state, context.call, queue, at);
    callNextAgent(state, queue.name, at);
    const size = allQueues(state).get(queue.id)?.members.length ?? 1;
    context.report(`enters the queue ${queue_name} at position ${size}`);
    context.set('queue_result', 'entering');
    context.set('entry_position', size);
    context.set('entry_size', size);
    const data = { queue_id: queue.id, since: at, control_id: context.newId() };
    report(context, status_url, 'enqueue', data);
    const agent = context.answerFor(queue_name) ?? context.answerFor('enter_queue');
    const isTaken = agent !== undefined && (agent.after ?? 5) < wait_time;
    const until = after(at, (isTaken ? (agent.after ?? 5) : wait_time) * 1000);
    return wait(context, wait_url, { ...data, until, phase: isTaken ? 'taken' : 'waiting' });
  },
  resume(context, event, { queue_name, transfer_after_bridge, status_url, wait_url }) {
    const { phase, since } = context.data;
    const waited = Math.round(between(String(since), context.at) / 1000);
    if (event.kind === 'returned') return wait(context, wait_url, { until: null, ...context.data });
    if (phase === 'talking') {
      if (event.kind !== 'time' && event.kind !== 'leg') return { do: 'wait', for: 'leg', data: context.data };
      const target = destination(context, transfer_after_bridge);
      if (!target) return { do: 'hangup', reason: 'stopped: transfer_after_bridge has no destination' };
      context.report('the conversation with the agent ended');
      return { do: 'transfer', target, params: {} };
    }
    if (event.kind === 'taken' || (event.kind === 'time' && phase === 'taken')) {
      report(context, status_url, 'dequeue', context.data);
      leaveQueue(context);
      context.report(`an agent takes the call after ${waited} s`);
      end(context, 'connected', waited);
      if (event.kind === 'taken') {
        const ready = { kind: 'leg', leg_id: context.call.id, status: 'confirmed', reason: '' } as const;
        notifyRun(context.state, event.by, ready, context.at);
        return { do: 'wait', for: 'leg', data: { phase: 'talking', since } };
      }
      const { hangup_after = 30 } = context.answerFor(queue_name) ?? context.answerFor('enter_queue') ?? {};
      return { do: 'wait', for: 'time', seconds: hangup_after, data: { phase: 'talking', since } };
    }
    report(context, status_url, 'leave', context.data);
    leaveQueue(context);
    const result = event.kind === 'time' ? 'timeout' : 'leaving';
    context.report(result === 'timeout' ? `no agent came within ${waited} s` : 'leaves the queue');
    return end(context, result, waited);
  },
  hungUp(context, { status_url }) {
    if (context.data.phase === 'talking') return;
    const waited = Math.round(between(String(context.data.since), context.at) / 1000);
    report(context, status_url, 'leave', context.data);
    context.report('leaves the queue');
    end(context, 'hangup', waited);
  },
});

const AUDIO = /^[^?#]*\.(wav|mp3|aiff|gsm|ulaw)$/i;

/** Waits in the queue. wait_url is audio, or a document when the response is one. */
function wait(context: StepContext, wait_url: string | undefined, data: Parameters<typeof waitWithMusic>[2]): Outcome {
  const isAudio = wait_url !== undefined && AUDIO.test(wait_url);
  if (isAudio && data.rounds === undefined) context.report(`hears ${wait_url}`);
  const url = wait_url === undefined || isAudio ? null : waitDocument(wait_url, 'GET');
  return waitWithMusic(context, { url, params: {}, verbs: SWML_WAIT_VERBS }, data);
}

function end(context: StepContext, result: string, waited: number): Outcome {
  context.set('queue_result', result);
  context.set('wait_time', waited);
  return { do: 'next' };
}

function leaveQueue(context: StepContext): void {
  const { state, call, at } = context;
  if (call.queue_id !== null) dequeue(state, call.queue_id, call.id);
  changeCall(state, call, { queue_id: null }, at);
}

type Data = Readonly<Record<string, unknown>>;
const MICROSECONDS = 1000;

function report(
  context: StepContext,
  url: string | undefined,
  status: 'enqueue' | 'leave' | 'dequeue',
  data: Data,
): void {
  const queue = allQueues(context.state).get(String(data.queue_id));
  if (!queue) return;
  const isOut = status === 'dequeue';
  const now = Date.parse(context.at) * MICROSECONDS;
  const position = queue.members.findIndex(({ call_id }) => call_id === context.call.id) + 1;
  context.callback(url, 'calling.call.queue', {
    id: queue.id,
    name: queue.name,
    status,
    position: isOut ? 0 : position,
    size: isOut ? 0 : queue.members.length,
    avg_time: waitOf(context.state, queue).average_wait_time,
    enqueue_ts: Date.parse(String(data.since)) * MICROSECONDS,
    dequeue_ts: isOut ? now : 0,
    leave_ts: status === 'leave' ? now : 0,
    status_url: url,
    control_id: isOut ? null : data.control_id,
  });
}
