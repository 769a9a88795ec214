import { allCalls } from '../../../subjects/calls/call.js';
import { QUEUE } from '../../../subjects/calls/callee.js';
import { deviceOf } from '../../../subjects/calls/status-callback.js';
import { after, between, seconds } from '../../../time/clock.js';
import type { Outcome, RunEvent } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { follow, result } from '../flow/branches.js';
import { destination } from '../flow/destination.js';
import { any, bool, either, list, map, object, text, type ValuesOf, whole } from '../parameters.js';
import { verb } from '../verb.js';
import { type Destination, destinations, failedReason, groupsOf } from './destinations.js';
import {
  answererOf,
  bridge,
  cancel,
  DEFAULT_TIMEOUT,
  dial,
  type Leg,
  secondsUntil,
  startConfirm,
  unbridgeHere,
} from './dial.js';
import { limitTalk, takeFromQueue } from './queue-agents.js';

const ringback = object({ url: text(), urls: list(text()), loop: whole({ min: 0, variable: true }) });

const parameters = {
  ...destinations,
  ringback: either([list(text()), ringback], {
    doc: 'Audio for the caller until the other side answers.',
    ignored: true,
  }),
  max_duration: whole({ default: 14_400, min: 0, variable: true, doc: 'Seconds of the connected call.' }),
  answer_on_bridge: bool({ default: false, variable: true, doc: 'Answer the caller when the other side answers.' }),
  auto_answer: bool({ default: true, variable: true, doc: 'false does not answer the caller first.' }),
  transfer_after_bridge: either([text({ raw: true }), map(any(), { raw: true })], {
    doc: 'A URL or an inline document that runs after the connection.',
  }),
  result,
} as const;
type Params = ValuesOf<typeof parameters>;

interface Dialling {
  readonly phase: 'dialling' | 'connected';
  readonly group: number;
  readonly legs: readonly Leg[];
  /** The queue whose next caller is awaited. */
  readonly queue: string | null;
  readonly reason: string;
  /** When a leg was connected, and until when it may be. */
  readonly since: string;
  readonly until: string;
}

export const connect = verb({
  language: 'swml',
  stage: 'routing',
  name: 'connect',
  summary: 'Dial other parties and connect the caller with the first that answers.',
  parameters,
  oneOf: [['to', 'serial', 'parallel', 'serial_parallel']],
  effect: { kind: 'partly', lacks: 'called parties outside the sandbox behave as scripted; streams carry no audio' },
  answers: 'optional',
  sets: ['connect_result', 'connect_failed_reason', 'return_value'],
  callbacks: ['calling.call.state', 'calling.call.connect', 'calling.call.stream'],
  start(context, params) {
    if (!params.answer_on_bridge && params.auto_answer) context.answer();
    const [[only] = []] = groupsOf(params);
    const isQueue = groupsOf(params).some((group) => group.some(({ to }) => queueOf(to) !== undefined));
    if (isQueue && params.transfer_after_bridge === undefined)
      context.fails('relay_script_method_parameter_missing', 'connect to a queue requires transfer_after_bridge');
    if (only?.to.startsWith('stream:')) return stream(context, only, params);
    context.callback(params.status_url, 'calling.call.connect', { connect_state: 'connecting' });
    return dialGroup(context, params, 0, 'error');
  },
  resume(context, event, params) {
    if (event.kind === 'returned') return { do: 'next' };
    if (context.data.phase === 'stream') return endStream(context, params);
    const dialling = context.data as unknown as Dialling; // Stored by `wait`.
    return dialling.phase === 'connected'
      ? connected(context, event, dialling, params)
      : dialled(context, event, dialling, params);
  },
});

function dialGroup(context: StepContext, params: Params, group: number, reason: string): Outcome {
  const to = groupsOf(params)[group];
  if (!to) return failed(context, params, reason);
  context.report(`dials ${to.map((one) => one.to).join(', ')}`);
  const legs = to.map((one) =>
    queueOf(one.to) === undefined ? dial(context, one) : queueLeg(context, one.to, one.timeout),
  );
  const queue = queueOf(legs.find(({ id }) => id === NOBODY)?.to ?? '') ?? null;
  return wait(context, { phase: 'dialling', group, legs, queue, reason, since: context.at, until: context.at });
}

const queueOf = (to: string): string | undefined => QUEUE.exec(to)?.[1];

/** Takes the first caller of a queue. If nobody waits there, the leg waits for its timeout. */
function queueLeg(context: StepContext, to: string, timeout = DEFAULT_TIMEOUT): Leg {
  const queue = queueOf(to) ?? '';
  const caller = takeFromQueue(context, queue, null);
  const confirm_until = caller ? null : after(context.at, timeout * 1000);
  if (!caller) context.report(`no caller waits in the queue ${queue}`);
  const leg = { to, status: 'dialling', confirm: null, confirm_timeout: timeout, confirm_until } as const;
  return { ...leg, id: caller?.id ?? NOBODY };
}
const NOBODY = '';

function wait(context: StepContext, data: Dialling): Outcome {
  const limits = data.phase === 'connected' ? [data.until] : data.legs.flatMap((leg) => leg.confirm_until ?? []);
  const [first] = limits.sort();
  const limit = first === undefined ? {} : { seconds: secondsUntil(context, first) };
  return { do: 'wait', for: 'leg', ...limit, data: { ...data } };
}

/** Something happened while parties ring, or hear their confirmation. */
function dialled(context: StepContext, event: RunEvent, dialling: Dialling, params: Params): Outcome {
  if (event.kind === 'time') {
    const late = dialling.legs.find(({ confirm_until }) => confirm_until !== null && confirm_until <= context.at);
    if (!late) return wait(context, dialling);
    cancel(context, late, 'the call was not confirmed in time');
    return lose(context, dialling, late, late.id === NOBODY ? 'no-answer' : 'refused', params);
  }
  if (event.kind === 'leg' && event.status === 'queued') {
    const legs = dialling.legs.map((one) => (one.id === NOBODY ? queueLeg(context, one.to, one.confirm_timeout) : one));
    return wait(context, { ...dialling, queue: null, legs });
  }
  const leg = event.kind === 'leg' ? dialling.legs.find(({ id }) => id === event.leg_id) : undefined;
  if (event.kind !== 'leg' || !leg || leg.status === 'failed') return wait(context, dialling);
  const { status } = event;
  if (status === 'ringing') return wait(context, dialling);
  if (status === 'confirmed') return win(context, dialling, leg, params);
  if (status !== 'answered') {
    if (status === 'refused') cancel(context, leg, 'the call was not confirmed');
    return lose(context, dialling, leg, leg.status === 'confirming' ? 'refused' : status, params);
  }
  if (leg.confirm === null) return win(context, dialling, leg, params);
  context.report(`${leg.to} answers and is asked to confirm`);
  const confirming = startConfirm(context, leg);
  return wait(context, { ...dialling, legs: dialling.legs.map((one) => (one.id === leg.id ? confirming : one)) });
}

function lose(context: StepContext, dialling: Dialling, leg: Leg, status: string, params: Params): Outcome {
  const reason = failedReason(status, context.answerFor(leg.to));
  context.report(`${leg.to}: ${reason}`);
  const legs = dialling.legs.map((one) =>
    one.id === leg.id ? { ...one, status: 'failed' as const, confirm_until: null } : one,
  );
  if (legs.some((one) => one.status !== 'failed')) return wait(context, { ...dialling, legs, reason });
  return dialGroup(context, params, dialling.group + 1, reason);
}

function win(context: StepContext, dialling: Dialling, leg: Leg, params: Params): Outcome {
  for (const other of dialling.legs)
    if (other.id !== leg.id && other.status !== 'failed') {
      context.report(`${other.to}: cancelled`);
      cancel(context, other, 'another party answered');
    }
  context.answer();
  bridge(context, leg.id);
  if (queueOf(leg.to) !== undefined) limitTalk(context, leg.to, leg.id);
  context.report(`connected with ${answererOf(context, leg)}`);
  context.set('connect_result', 'connected');
  context.set('return_value', 'connected');
  const call = allCalls(context.state).get(leg.id);
  const peer = { call_id: leg.id, node_id: leg.id, ...(call && { device: deviceOf(call) }) };
  context.callback(params.status_url, 'calling.call.connect', { connect_state: 'connected', peer });
  const until = after(context.at, params.max_duration * 1000);
  return wait(context, {
    ...dialling,
    phase: 'connected',
    legs: [{ ...leg, confirm_until: null }],
    since: context.at,
    until,
  });
}

function connected(context: StepContext, event: RunEvent, dialling: Dialling, params: Params): Outcome {
  const [leg] = dialling.legs;
  const isOver =
    event.kind === 'leg' && event.leg_id === leg?.id && !['answered', 'ringing', 'confirmed'].includes(event.status);
  if (!isOver && event.kind !== 'time') return wait(context, dialling);
  unbridgeHere(context);
  if (event.kind === 'time' && leg) cancel(context, leg, 'the maximum duration is over');
  context.report(`the connection ended after ${seconds(between(dialling.since, context.at))} s`);
  context.callback(params.status_url, 'calling.call.connect', { connect_state: 'disconnected' });
  return afterBridge(context, params);
}

function afterBridge(context: StepContext, { transfer_after_bridge, result: branches }: Params): Outcome {
  if (transfer_after_bridge === undefined) return follow(context, branches, 'connect_result');
  const target = destination(context, transfer_after_bridge);
  if (!target) return { do: 'hangup', reason: 'stopped: transfer_after_bridge has no destination' };
  return { do: 'transfer', target, params: {} };
}

function failed(context: StepContext, params: Params, reason: string): Outcome {
  context.set('connect_result', 'failed');
  context.set('return_value', 'failed');
  context.set('connect_failed_reason', reason);
  context.callback(params.status_url, 'calling.call.connect', { connect_state: 'failed', failed_reason: reason });
  return follow(context, params.result, 'connect_result');
}

const STREAM_SECONDS = 30;

/** A stream has no leg. The server at its other end is not contacted. */
function stream(context: StepContext, to: Destination, params: Params): Outcome {
  const url = to.to.slice('stream:'.length);
  if (!/^wss:\/\/[^\s/]/.test(url)) {
    context.fails('relay_script_method_parameter_invalid_value', `${to.to} must be stream: and a wss URL`);
    return failed(context, params, 'error');
  }
  context.answer();
  const control_id = context.newId();
  context.report(`not simulated: streams to ${url}, without audio`);
  context.problem(`not simulated: the server at ${url} is not contacted`);
  context.set('connect_result', 'connected');
  context.set('return_value', 'connected');
  const lasts = context.answerFor(to.to)?.after ?? STREAM_SECONDS;
  sendStream(context, to, { control_id, state: 'streaming', url });
  return { do: 'wait', for: 'time', seconds: lasts, data: { phase: 'stream', control_id, url } };
}

function endStream(context: StepContext, params: Params): Outcome {
  const [[to] = []] = groupsOf(params);
  const { control_id, url } = context.data;
  if (to) sendStream(context, to, { control_id, state: 'finished', url });
  return afterBridge(context, params);
}

const sendStream = (context: StepContext, { status_url, status_url_method, name }: Destination, params: object) =>
  context.callback(
    status_url,
    'calling.call.stream',
    { ...params, ...(name !== undefined && { name }) },
    status_url_method,
  );
