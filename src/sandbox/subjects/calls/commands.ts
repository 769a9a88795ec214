import { addCallback } from '../../outbound/callbacks.js';
import { headProblems } from '../../request/head-problems.js';
import type { Handlers, InputOf } from '../../respond/handler.js';
import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import { isHttpUrl, wrongValue } from '../refusals.js';
import { actionCommands } from './actions/commands.js';
import { documentAt, sendTo, waitIn } from './answer.js';
import { allCalls, type Call, type CallbackTarget, changeCall, liveCall, note } from './call.js';
import { QUEUE } from './callee.js';
import { checkSip, checkUrl } from './checks.js';
import { type Command, callbackOf, noteCommand, type StatusUrl, toAnswered, toLive } from './command.js';
import { checkCallee, checkCaller, isCallee } from './ends.js';
import { legView } from './leg-view.js';
import { endBridgedLeg, leaveQueueAndConference, moveTo, unbridge } from './lifecycle.js';
import { isFull, queueNamed } from './queue.js';
import { startCall } from './start-call.js';
import { type CallState, isOver, OTHER_EVENT_NAMES } from './states.js';
import { relayEvent } from './status-callback.js';

/** The final state of an unanswered call for each `reason` of `calling.end`. */
const REASONS: Readonly<Record<string, CallState>> = {
  busy: 'busy',
  decline: 'busy',
  noAnswer: 'no-answer',
  error: 'failed',
};
/** The delay until the far end hangs up after a REFER. */
const REFERRED_AFTER_MS = 2000;

export const commands: Handlers = {
  'calling.dial': ({ state, input }) => {
    const { to, to_script, from, timeout } = input;
    checkDial(state, input);
    return legView(
      startCall(state, {
        from,
        to: to ?? (typeof to_script === 'string' ? to_script : 'script'),
        direction: 'outbound-api',
        url: 'url' in input ? input.url : null,
        swml: 'url' in input ? null : input.swml,
        ...('url' in input && { documents: dialDocuments(input) }),
        envs: input.custom_variables ?? {},
        callback: dialCallback(input),
        timeout,
      }),
    );
  },

  'calling.update': ({ state, input }) => {
    const { id, status, url, swml } = input;
    const at = state.clock.now().toISOString();
    const call = liveCall(state, id);
    const redirects = url !== undefined || swml !== undefined;
    checkUpdate(call, input, redirects);
    const callback = dialCallback(input) ?? call.callback;
    const noted = note(state, changeCall(state, call, { callback }, at), 'calling.update', at, { status, url });
    if (status !== undefined) return legView(moveTo(state, noted, status, at, 'update'));
    return legView(redirects ? sendTo(state, noted, { url, swml }, at) : noted);
  },

  'calling.end': toLive(({ state, call, input: { reason = 'hangup' }, at }) => {
    const status = call.status === 'answered' ? 'ended' : (REASONS[reason] ?? 'canceled');
    return moveTo(state, call, status, at, reason);
  }),

  'calling.transfer': toAnswered(transfer),

  'calling.disconnect': toAnswered((command) => {
    const { state, call, at } = command;
    const other = call.bridged_with === null ? undefined : allCalls(state).get(call.bridged_with);
    if (other?.status !== 'answered') throw refusal('id', 'is the id of a call that is not bridged', 'not_connected');
    return noteCommand(command, unbridge(state, call, at));
  }),

  'calling.refer': toAnswered((command: Command<InputOf<'calling.refer'>>) => {
    const { state, call, input, at } = command;
    const { to, from } = input.device.params;
    checkSip(to, 'device.params.to');
    checkSip(from, 'device.params.from');
    if (call.type !== 'relay_sip_call') throw wrongValue('id', 'must be the id of a SIP call: REFER requires SIP');
    const callback = callbackOf(input);
    if (callback) sendReferEvent(state, call, callback, at);
    state.schedule.add({ at: after(at, REFERRED_AFTER_MS), what: 'call hangs up', of: call.id });
    return noteCommand(command, call, { to });
  }),

  'calling.user_event': toAnswered((command: Command<InputOf<'calling.user_event'>>) =>
    noteCommand(command, command.call, { event: command.input.event }),
  ),

  ...actionCommands,
};

type Dial = InputOf<'calling.dial'>;

/** The URL of the document, and its fallback. */
function dialDocuments({ url, fallback_url, url_method: method = 'POST' }: Extract<Dial, { readonly url: string }>) {
  const urls = fallback_url === undefined ? [url] : [url, fallback_url];
  return urls.map((one) => documentAt(one, 'realtime_api', method));
}

function checkDial(state: State, input: Dial): void {
  const { to, to_script, from, caller_id, send_digits, username, password } = input;
  if (to === undefined && to_script === undefined)
    throw invalid({ message: 'to is required', attribute: 'to', code: 'missing_required_parameter' });
  checkCaller(state, from);
  if (caller_id !== undefined) checkCaller(state, caller_id, 'caller_id');
  if (to !== undefined) checkCallee(state, to);
  checkDocument(input);
  checkUrl(input.fallback_url, 'fallback_url');
  if (send_digits !== undefined && !/^[\d#*wW]+$/.test(send_digits))
    throw wrongValue('send_digits', 'must contain only digits, #, *, and w or W to wait');
  if ((username !== undefined || password !== undefined) && !/^sips?:/.test(to ?? ''))
    throw wrongValue(username === undefined ? 'password' : 'username', 'is only for SIP addresses');
}

function checkUpdate(call: Call, input: InputOf<'calling.update'>, redirects: boolean): void {
  const { status, status_url, fallback_url } = input;
  const isAnswered = call.status === 'answered';
  if (status === undefined && !redirects && status_url === undefined && fallback_url === undefined)
    throw invalid({ message: 'url, swml or status is required', code: 'missing_required_parameter' });
  const refuse = (code: string, message: string) => invalid({ code, message, attribute: 'status' });
  if (status === 'canceled' && isAnswered)
    throw refuse('cannot_cancel_in_progress', 'an answered call cannot be canceled: set status to completed');
  if (status === 'completed' && !isAnswered)
    throw refuse('call_update_failed', 'only an answered call can be completed');
  if (redirects) checkDocument(input);
  if (redirects && !isAnswered)
    throw refuse('cannot_redirect_not_in_progress', 'only an answered call can be sent to another document');
  checkUrl(fallback_url, 'fallback_url');
}

const DESTINATIONS = 'a number, a SIP address, a URL, a document, or queue: followed by the name of a queue';

function transfer(command: Command<InputOf<'calling.transfer'>>): Call {
  const { state, call, input, at } = command;
  const { dest } = input;
  const noted = noteCommand(command, call, typeof dest === 'string' ? { dest } : {});
  if (typeof dest !== 'string') {
    checkSwml(dest, 'dest');
    return sendTo(state, noted, { swml: dest }, at);
  }
  if (isHttpUrl(dest)) return sendTo(state, noted, { url: dest }, at);
  const queue = queueNamed(state, QUEUE.exec(dest)?.[1] ?? '');
  if (queue) {
    if (isFull(queue) && call.queue_id !== queue.id) throw refusal('dest', 'is a queue that is full', 'queue_full');
    return waitIn(state, endBridgedLeg(state, noted, at), queue, at);
  }
  if (!isCallee(state, dest)) throw refusal('dest', `must be ${DESTINATIONS}`, 'not_routable');
  return bridgeWith(state, leaveQueueAndConference(state, endBridgedLeg(state, noted, at), at), dest, at);
}

const refusal = (attribute: string, problem: string, code: string) =>
  invalid({ message: `${attribute} ${problem}`, attribute, code });

function checkDocument({ url, swml }: { readonly url?: string; readonly swml?: object }): void {
  if (url !== undefined && swml !== undefined) throw wrongValue('swml', 'and url exclude each other: use one of them');
  checkUrl(url, 'url');
  if (swml !== undefined) checkSwml(swml, 'swml');
}

/** Validates only the top level of a document, not its steps. */
function checkSwml(document: unknown, attribute: string): void {
  const [problem] = headProblems(document);
  if (problem) throw wrongValue(attribute, `is not a valid SWML document: ${problem}`);
}

/** Returns the target of the status callbacks and the events to report. */
function dialCallback(input: StatusUrl & { readonly status_events?: readonly string[] }): CallbackTarget | null {
  const target = callbackOf({ status_url: input.status_url });
  if (target === null) return null;
  const { status_events: names = ['ended'] } = input;
  return { ...target, events: names.map((name) => OTHER_EVENT_NAMES.get(name) ?? name) };
}

function bridgeWith(state: State, call: Call, to: string, at: string): Call {
  if (isOver(call.status)) return call;
  const { id, from } = call;
  const leg = startCall(state, { from, to, direction: 'outbound', url: null, parent_id: id, bridged_with: id });
  return changeCall(state, call, { bridged_with: leg.id }, at);
}

function sendReferEvent(state: State, call: Call, { url }: CallbackTarget, at: string): void {
  const params = { call_id: call.id, node_id: call.id, segment_id: call.id, state: 'success' };
  addCallback(state, { url, at, ...relayEvent(state, 'calling.call.refer', at, params) });
}
