import { allCalls } from '../../../subjects/calls/call.js';
import { QUEUE } from '../../../subjects/calls/callee.js';
import { destinationProblem } from '../../../subjects/calls/ends.js';
import { queueNamed } from '../../../subjects/calls/queue.js';
import { deviceOf } from '../../../subjects/calls/status-callback.js';
import { between, seconds } from '../../../time/clock.js';
import { relayTarget } from '../../acts/actions.js';
import {
  answererOf,
  type Dialling,
  dialParties,
  documentUrl,
  followLegs,
  isLost,
  lostText,
  type Party,
  waitForLegs,
} from '../../acts/dial.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { follow, result } from '../flow/branches.js';
import { destination } from '../flow/destination.js';
import { any, bool, either, list, map, object, text, type ValuesOf, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';
import { type Destination, destinations, failedReason, groupsOf, queueProblem, streamProblem } from './destinations.js';

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
  transfer_after_bridge: either([text({ raw: true, form: 'document' }), map(any(), { raw: true })], {
    doc: 'A URL or an inline document that runs after the connection.',
  }),
  result,
} as const;
type Params = ValuesOf<typeof parameters>;

type Connecting =
  | (Dialling & { readonly group: number })
  | { readonly stream: { readonly control_id: string; readonly url: string } };

export const connect = swmlVerb({
  stage: 'routing',
  name: 'connect',
  summary: 'Dial other parties and connect the caller with the first that answers.',
  alsoCalled: ['dial', 'forward', 'bridge', 'call'],
  parameters,
  oneOf: [['to', 'serial', 'parallel', 'serial_parallel']],
  effect: { kind: 'partly', lacks: 'called parties outside the sandbox behave as scripted; streams carry no audio' },
  answers: 'optional',
  sets: ['connect_result', 'connect_failed_reason', 'return_value'],
  callbacks: ['calling.call.state', 'calling.call.connect', 'calling.call.stream'],
  start(context, params): Outcome<Connecting> {
    if (!params.answer_on_bridge && params.auto_answer) context.answer();
    const groups = groupsOf(params);
    const [lacking] = groups.flat().flatMap(({ to }) => queueProblem(to, params.transfer_after_bridge) ?? []);
    if (lacking !== undefined) context.fails('relay_script_method_parameter_missing', lacking);
    const [[only] = []] = groups;
    if (only?.to.startsWith('stream:')) return stream(context, only, params);
    context.callback(params.status_url, 'calling.call.connect', { connect_state: 'connecting' });
    return dialGroup(context, params, 0, 'error');
  },
  resume(context, event, params, data) {
    if (event.kind === 'returned') return { do: 'next' };
    if ('stream' in data) return endStream(context, params, data.stream);
    const change = followLegs(context, event, data, params.max_duration);
    if (change.kind === 'over') {
      context.report(`the connection ended after ${seconds(between(data.since, context.at))} s`);
      context.callback(params.status_url, 'calling.call.connect', { connect_state: 'disconnected' });
      return afterBridge(context, params);
    }
    const waits = { ...data, ...change.dialling };
    if (change.kind === 'lost') {
      const { to } = change.party;
      const reason = failedReason(change.status, context.answerFor(to));
      context.report(lostText(change, reason));
      if (waits.legs.length === 0) return dialGroup(context, params, data.group + 1, reason);
    } else if (change.kind === 'connected') {
      const { others } = change;
      for (const { party, status } of others)
        if (isLost(status)) context.report(`${party.to}: ${failedReason(status, context.answerFor(party.to))}`);
      context.report(`connected with ${answererOf(context, change.leg)}`);
      for (const { party, status } of others)
        if (!isLost(status))
          context.report(`${party.to}: ${status === 'answered' ? 'answered too, and its call ends' : 'cancelled'}`);
      const { id } = change.leg;
      const call = allCalls(context.state).get(id);
      const queue =
        change.leg.party.queue === undefined ? undefined : queueNamed(context.state, change.leg.party.queue);
      const taken = queue && { queue_id: queue.id, queue_name: queue.name };
      const peer = { call_id: id, node_id: id, ...taken, ...(call && { device: deviceOf(call) }) };
      setResult(context, 'connected');
      context.callback(params.status_url, 'calling.call.connect', { connect_state: 'connected', peer });
    } else if (change.kind === 'asked') context.report(`${change.party.to} answers and is asked to confirm`);
    return waitForLegs(context, waits);
  },
  hungUp(context, params, data) {
    if ('stream' in data) finishStream(context, params, data.stream);
    else if (data.isConnected)
      context.callback(params.status_url, 'calling.call.connect', { connect_state: 'disconnected' });
    else
      context.callback(params.status_url, 'calling.call.connect', { connect_state: 'failed', failed_reason: 'cancel' });
  },
});

function dialGroup(context: StepContext, params: Params, group: number, reason: string): Outcome<Connecting> {
  const given = groupsOf(params)[group];
  if (!given) return failed(context, params, reason);
  const to = given.filter((one) => isDestination(context, one.to));
  if (to.length === 0) return dialGroup(context, params, group + 1, 'error');
  context.report(`dials ${to.map((one) => one.to).join(', ')}`);
  return waitForLegs(context, {
    ...dialParties(
      context,
      to.map((one) => partyOf(context, one)),
    ),
    group,
  });
}

/** A destination that does not exist fails at once, and is reported. */
function isDestination(context: StepContext, to: string): boolean {
  const problem = destinationProblem(context.state, to, context.hasAnswer(to));
  if (problem === undefined) return true;
  context.fails('relay_script_method_parameter_invalid_value', problem);
  context.report(`${to}: error`);
  return false;
}

const DEFAULT_TIMEOUT = 60;

function partyOf(context: StepContext, destination: Destination): Party {
  const { to, from = context.call.from, timeout = DEFAULT_TIMEOUT, confirm, call_state_url: url } = destination;
  const { confirm_timeout = timeout, call_state_events: events = ['ended'] } = destination;
  const callback = relayTarget(url);
  return {
    ...{ to, from, timeout, confirm_timeout, source: 'realtime_api', queue: QUEUE.exec(to)?.[1] },
    callback: callback && { ...callback, events },
    confirm:
      confirm === undefined ? null : context.hasList(confirm) ? { list: confirm } : documentUrl(context, confirm),
  };
}

function setResult(context: StepContext, value: string): void {
  context.set('connect_result', value);
  context.set('return_value', value);
}

function afterBridge(context: StepContext, { transfer_after_bridge, result: branches }: Params): Outcome {
  if (transfer_after_bridge === undefined) return follow(context, branches, 'connect_result');
  const target = destination(context, transfer_after_bridge);
  if (!target) return { do: 'hangup', reason: 'stopped: transfer_after_bridge has no destination' };
  return { do: 'transfer', target, params: {} };
}

function failed(context: StepContext, params: Params, reason: string): Outcome {
  setResult(context, 'failed');
  context.set('connect_failed_reason', reason);
  context.callback(params.status_url, 'calling.call.connect', { connect_state: 'failed', failed_reason: reason });
  return follow(context, params.result, 'connect_result');
}

const STREAM_SECONDS = 30;

/** A stream has no leg. The server at its other end is not contacted. */
function stream(context: StepContext, to: Destination, params: Params): Outcome<Connecting> {
  const url = to.to.slice('stream:'.length);
  const problem = streamProblem(to.to);
  if (problem !== undefined) {
    context.fails('relay_script_method_parameter_invalid_value', problem);
    return failed(context, params, 'error');
  }
  context.answer();
  context.report(`not simulated: streams to ${url}, without audio`);
  if (!context.hasAnswer(to.to)) context.problem(`not simulated: the server at ${url} is not contacted`);
  setResult(context, 'connected');
  const stream = { control_id: context.newId(), url };
  sendStream(context, to, { ...stream, state: 'streaming' });
  const { hangup_after, after: lasts = hangup_after ?? STREAM_SECONDS } = context.answerFor(to.to) ?? {};
  return { do: 'wait', for: 'time', seconds: lasts, data: { stream } };
}

function finishStream(context: StepContext, params: Params, stream: object): void {
  const [[to] = []] = groupsOf(params);
  if (to) sendStream(context, to, { ...stream, state: 'finished' });
}

function endStream(context: StepContext, params: Params, stream: object): Outcome {
  finishStream(context, params, stream);
  return afterBridge(context, params);
}

function sendStream(context: StepContext, { status_url, status_url_method, name }: Destination, params: object): void {
  const named = { ...params, ...(name !== undefined && { name }) };
  context.callback(status_url, 'calling.call.stream', named, status_url_method);
}
