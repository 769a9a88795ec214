import { callBack } from '../../outbound/callbacks.js';
import { invalid } from '../../respond/response.js';
import type { Subject } from '../../respond/subject.js';
import { headProblems } from '../../ring/document-head.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/moments.js';
import { later } from '../../time/schedule.js';
import { isFull, queueNamed } from '../queues/queue.js';
import { wrongValue } from '../refusals.js';
import { actionCommands } from './actions/commands.js';
import { sendTo, waitIn } from './answer.js';
import { allCalls, type Call, changeCall, liveCall, note, type Tells } from './call.js';
import { QUEUE } from './callee.js';
import { type Command, noteCommand, paramsOf, statusUrl, toAnswered, toLive } from './command.js';
import { checkCallee, checkCaller, isCallee } from './ends.js';
import { legView } from './leg-view.js';
import { alone, leavePlaces, moveTo, part } from './lifecycle.js';
import { relayEvent } from './relay-event.js';
import { startCall } from './start-call.js';
import { type CallState, isOver, OTHER_EVENT_NAMES } from './states.js';
import { isUrl, wantSip, wantUrl } from './wants.js';

type Params = Command['params'];

/** The final state of an unanswered call for each `reason` of `calling.end`. */
const REASONS: ReadonlyMap<unknown, CallState> = new Map<unknown, CallState>([
  ['busy', 'busy'],
  ['decline', 'busy'],
  ['noAnswer', 'no-answer'],
  ['error', 'failed'],
]);
/** The delay until the far end hangs up after a REFER. */
const REFERRED_AFTER_MS = 2000;

export const commands: Subject = {
  'calling.dial': ({ state, fields }) => {
    const params = paramsOf(fields);
    const { to, to_script, from, url, swml } = params;
    if (to === undefined && to_script === undefined)
      throw invalid({ message: 'to is required', attribute: 'to', code: 'missing_required_parameter' });
    checkCaller(state, from);
    if (params.caller_id !== undefined) checkCaller(state, params.caller_id, 'caller_id');
    if (to !== undefined) checkCallee(state, to);
    wantDocument(params);
    wantUrl(params.fallback_url, 'fallback_url');
    const { send_digits, timeout, username, password } = params;
    if (send_digits !== undefined && !/^[\d#*wW]+$/.test(String(send_digits)))
      throw wrongValue('send_digits', 'must be digits, #, *, and w or W to wait');
    if ((username !== undefined || password !== undefined) && !/^sips?:/.test(String(to)))
      throw wrongValue(username === undefined ? 'password' : 'username', 'goes with a SIP address only');
    return legView(
      startCall(state, {
        from: from as string,
        to: typeof to === 'string' ? to : typeof to_script === 'string' ? to_script : 'script',
        direction: 'outbound-api',
        url: (url as string) ?? null,
        swml: url === undefined ? swml : null,
        tells: tellsOfCall(params),
        timeout: timeout as number | undefined,
      }),
    );
  },

  'calling.update': ({ state, fields }) => {
    const params = paramsOf(fields);
    const { status, url, swml } = params;
    const at = state.clock.now().toISOString();
    const call = liveCall(state, params.id);
    const refuseIt = (code: string, message: string) => invalid({ code, message, attribute: 'status' });
    const redirects = url !== undefined || swml !== undefined;
    if (status === undefined && !redirects && params.status_url === undefined && params.fallback_url === undefined)
      throw invalid({ message: 'url, swml or status is required', code: 'missing_required_parameter' });
    if (status === 'canceled' && call.status === 'answered')
      throw refuseIt('cannot_cancel_in_progress', 'an answered call is completed, not canceled');
    if (status === 'completed' && call.status !== 'answered')
      throw refuseIt('call_update_failed', 'only an answered call can be completed');
    if (redirects) wantDocument(params);
    if (redirects && call.status !== 'answered')
      throw refuseIt('cannot_redirect_not_in_progress', 'only an answered call can be sent to another document');
    wantUrl(params.fallback_url, 'fallback_url');
    const tells = tellsOfCall(params) ?? call.tells;
    const noted = note(state, changeCall(state, call, { tells }, at), 'calling.update', at, { status, url });
    if (status !== undefined) return legView(moveTo(state, noted, status as 'canceled' | 'completed', at, 'update'));
    return legView(redirects ? sendTo(state, noted, { url, swml }, at) : noted);
  },

  'calling.end': toLive(({ state, call, params, at }) => {
    const status = call.status === 'answered' ? 'ended' : (REASONS.get(params.reason) ?? 'canceled');
    return moveTo(state, call, status, at, String(params.reason ?? 'hangup'));
  }),

  'calling.transfer': toAnswered((command) => {
    const { state, call, params, at } = command;
    const { dest } = params;
    const noted = noteCommand(command, call, typeof dest === 'string' ? { dest } : {});
    if (typeof dest !== 'string') wantSwml(dest, 'dest');
    if (typeof dest !== 'string') return sendTo(state, noted, { swml: dest }, at);
    if (isUrl(dest)) return sendTo(state, noted, { url: dest }, at);
    const queue = queueNamed(state, QUEUE.exec(dest)?.[1] ?? '');
    if (queue) {
      if (isFull(queue) && call.queue_id !== queue.id) throw cannot('dest', 'names a queue that is full', 'queue_full');
      return waitIn(state, alone(state, noted, at), queue, at);
    }
    if (!isCallee(state, dest))
      throw cannot('dest', 'must be a number, a SIP address, a URL, a document, or queue: and a name', 'not_routable');
    return joinWith(state, leavePlaces(state, alone(state, noted, at), at), dest, at);
  }),

  'calling.disconnect': toAnswered((command) => {
    const { state, call, at } = command;
    const other = call.bridged_with === null ? undefined : allCalls(state).get(call.bridged_with);
    if (other?.status !== 'answered') throw cannot('id', 'names a call that is joined with no other', 'not_connected');
    return noteCommand(command, part(state, call, at));
  }),

  'calling.refer': toAnswered((command) => {
    const { state, call, params, at } = command;
    const { to, from } = (params.device as { params: Params }).params;
    wantSip(to, 'device.params.to');
    wantSip(from, 'device.params.from');
    if (call.type !== 'relay_sip_call') throw wrongValue('id', 'names a call that is not over SIP: REFER is for those');
    const url = statusUrl(params);
    if (url) tellOfRefer(state, call, url, at);
    later(state, { at: after(at, REFERRED_AFTER_MS), what: 'call is left', of: call.id });
    return noteCommand(command, call, { to });
  }),

  'calling.user_event': toAnswered((command) => noteCommand(command, command.call, { event: command.params.event })),

  ...actionCommands,
};

const cannot = (attribute: string, says: string, code: string) =>
  invalid({ message: `${attribute} ${says}`, attribute, code });

/** Validates the document of a call: `url` or `swml`, but not both. */
function wantDocument({ url, swml }: Params): void {
  if (url !== undefined && swml !== undefined) throw wrongValue('swml', 'and url exclude each other: give one of them');
  wantUrl(url, 'url');
  if (swml !== undefined) wantSwml(swml, 'swml');
}

/** Validates only the top level of a document, not its steps. */
function wantSwml(document: unknown, attribute: string): void {
  const [problem] = headProblems(document);
  if (problem) throw wrongValue(attribute, `is no document of the call language: ${problem}`);
}

/** Returns the target of the status callbacks and the events to report. */
function tellsOfCall(params: Params): Tells | null {
  const tells = statusUrl(params);
  if (tells === null) return null;
  const names = (params.status_events as string[] | undefined) ?? ['ended'];
  const events = names.map((name) => (Object.hasOwn(OTHER_EVENT_NAMES, name) ? OTHER_EVENT_NAMES[name] : name));
  return { ...tells, events: events.filter((name) => name !== undefined) };
}

/** Dials a second leg and bridges it with the call. */
function joinWith(state: State, call: Call, to: string, at: string): Call {
  if (isOver(call.status)) return call;
  const leg = startCall(state, {
    from: call.from,
    to,
    direction: 'outbound',
    url: null,
    parent_id: call.id,
    bridged_with: call.id,
  });
  return changeCall(state, call, { bridged_with: leg.id }, at);
}

function tellOfRefer(state: State, call: Call, { url }: Tells, at: string): void {
  const params = { call_id: call.id, node_id: call.id, segment_id: call.id, state: 'success' };
  callBack(state, { url, at, ...relayEvent(state, 'calling.call.refer', at, params) });
}
