import { waitOf } from '../../../subjects/calls/queue.js';
import { WAIT_VERBS, waitWithMusic } from '../../acts/hold-music.js';
import {
  endQueue,
  enterQueue,
  followQueue,
  leaveQueue,
  type Queued,
  queueOf,
  talk,
  waitedIn,
} from '../../acts/queue.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { destination } from '../flow/destination.js';
import { any, either, map, text, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';

export const enter_queue = swmlVerb({
  stage: 'routing',
  name: 'enter_queue',
  summary: 'Wait in a queue until an agent takes the call.',
  alsoCalled: ['enqueue', 'queue'],
  parameters: {
    queue_name: text({ required: true, doc: 'The queue, which is created when missing.' }),
    transfer_after_bridge: either([text({ raw: true, form: 'document' }), map(any(), { raw: true })], {
      required: true,
      doc: 'A URL or an inline document that runs after the conversation.',
    }),
    status_url: text({ relative: true, doc: 'Receives calling.call.queue.' }),
    wait_url: text({ form: 'document', doc: 'The music; default: hold music.' }),
    wait_time: whole({ default: 3600, min: 1, variable: true, doc: 'The maximum wait in seconds.' }),
  },
  effect: { kind: 'partly', lacks: 'audio is not heard; an agent is scripted with answers, or connects to the queue' },
  sets: ['queue_result', 'wait_time', 'entry_position', 'entry_size'],
  callbacks: ['calling.call.queue'],
  start(context, { queue_name, wait_time, status_url, wait_url }): Outcome<InQueue> {
    const queued = enterQueue(context, queue_name, wait_time);
    if (!queued) {
      context.fails('relay_script_method_execute_failed', `the queue ${queue_name} is full`);
      return end(context, 'failed', -1);
    }
    const size = queueOf(context, queued)?.members.length ?? 1;
    context.report(`enters the queue ${queue_name} at position ${size}`);
    context.set('queue_result', 'entering');
    context.set('entry_position', size);
    context.set('entry_size', size);
    const data = { ...queued, control_id: context.newId() };
    report(context, status_url, 'enqueue', data);
    if (wait_url !== undefined && AUDIO.test(wait_url)) context.report(`hears ${wait_url}`);
    return wait(context, wait_url, data);
  },
  resume(context, event, { queue_name, transfer_after_bridge, status_url, wait_url }, data) {
    // A document in SWML cannot leave the queue with a value.
    const known = event.kind === 'returned' ? { ...event, value: undefined } : event;
    const change = followQueue(known, data);
    const waited = waitedIn(context, data);
    switch (change.kind) {
      case 'waits':
        return wait(context, wait_url, data);
      case 'talks':
        return { do: 'wait', for: 'leg', data };
      case 'taken':
        if (data.waited === null) {
          context.report(`an agent takes the call after ${waited} s`);
          report(context, status_url, 'dequeue', data);
          end(context, 'connected', waited);
        }
        return talk(context, change, queue_name, data);
      case 'over': {
        const target = destination(context, transfer_after_bridge);
        if (!target) return { do: 'hangup', reason: 'stopped: transfer_after_bridge has no destination' };
        context.report('the conversation with the agent ended');
        return { do: 'transfer', target, params: {} };
      }
      case 'left': {
        const isLate = change.reason === 'timeout';
        context.report(isLate ? `no agent came within ${waited} s` : 'leaves the queue');
        report(context, status_url, 'leave', data);
        leaveQueue(context);
        return end(context, isLate ? 'timeout' : 'leaving', waited);
      }
    }
  },
  hungUp(context, { status_url }, data) {
    endQueue(context, data);
    if (data.waited !== null) return;
    context.report('leaves the queue');
    report(context, status_url, 'leave', data);
    end(context, 'hangup', waitedIn(context, data));
  },
});

type InQueue = Queued & { readonly control_id: string };
const AUDIO = /^[^?#]*\.(wav|mp3|aiff|gsm|ulaw)$/i;

/** Waits in the queue. wait_url is audio, or a document when the response is one. */
function wait(context: StepContext, url: string | undefined, data: InQueue): Outcome<InQueue> {
  const isDocument = url !== undefined && !AUDIO.test(url);
  const music = isDocument ? ({ url, method: 'GET', language: 'swml' } as const) : null;
  return waitWithMusic(context, { url: music, verbs: WAIT_VERBS.swml }, data);
}

function end(context: StepContext, result: string, waited: number): Outcome {
  context.set('queue_result', result);
  context.set('wait_time', waited);
  return { do: 'next' };
}

const MICROSECONDS = 1000;

function report(
  context: StepContext,
  status_url: string | undefined,
  status: 'enqueue' | 'leave' | 'dequeue',
  data: InQueue,
): void {
  const queue = queueOf(context, data);
  if (!queue) return;
  const { id, name, members } = queue;
  const isOut = status === 'dequeue';
  const now = Date.parse(context.at) * MICROSECONDS;
  context.callback(status_url, 'calling.call.queue', {
    ...{ id, name, status, status_url },
    position: isOut ? 0 : members.findIndex(({ call_id }) => call_id === context.call.id) + 1,
    size: isOut ? 0 : members.length,
    avg_time: waitOf(context.state, queue).average_wait_time,
    enqueue_ts: Date.parse(data.since) * MICROSECONDS,
    dequeue_ts: isOut ? now : 0,
    leave_ts: status === 'leave' ? now : 0,
    control_id: isOut ? null : data.control_id,
  });
}
