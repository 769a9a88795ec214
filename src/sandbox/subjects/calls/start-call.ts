import type { DocumentUrl } from '../../runs/call-run.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import type { EventName } from '../../time/schedule.js';
import { ownNumber } from '../own-number.js';
import type { PhoneNumber } from '../phone_numbers.js';
import { documentAt } from './answer.js';
import { allCalls, type Call, type CallbackTarget, note, type OnAnswer } from './call.js';
import { type Callee, calleeOf, lineTo, RINGS_AFTER_MS } from './callee.js';
import { documentsOf, routeOf } from './route.js';
import { isOver } from './states.js';
import { sendStatus } from './status-callback.js';

export interface Start {
  readonly from: string;
  readonly to: string;
  readonly direction: Call['direction'];
  readonly url: string | null;
  readonly swml?: unknown;
  /** Default: the URL, with the method POST. */
  readonly documents?: readonly DocumentUrl[];
  readonly envs?: Readonly<Record<string, unknown>>;
  readonly source?: Call['source'];
  readonly parent_id?: string;
  readonly bridged_with?: string;
  readonly callback?: CallbackTarget | null;
  readonly on_answer?: OnAnswer;
  /** The caller of this function controls the call, with `takeCall` and `endCall`. */
  readonly controlled?: boolean;
  readonly timeout?: number;
  /** How the called party behaves. Default: as its number does. */
  readonly callee?: Callee;
}

const DEFAULT_TIMEOUT = 60;
/** Calls from outside are answered promptly. */
const ANSWERED: Callee = { outcome: 'answers', after_ms: 900 };
const CONTROLLED: Callee = { outcome: 'is controlled', after_ms: 0 };

export function startCall(state: State, start: Start, at = state.clock.now().toISOString()): Call {
  const { from, to, direction, controlled = false, timeout = DEFAULT_TIMEOUT } = start;
  const callee = start.callee ?? (controlled ? CONTROLLED : direction === 'inbound' ? ANSWERED : calleeOf(state, to));
  forgetOldest(state);
  const made = allCalls(state).add(newCall(state, start, callee, at));
  const reached = callee.number && callee.outcome === 'answers' ? farEnd(state, made, callee.number, at) : made;
  schedule(state, made, callee, timeout);
  return sendStatus(state, note(state, reached, 'calling.call.created', at, { from, to, direction }), at);
}

/** The log keeps this many calls, so that a sandbox that runs for weeks does not grow without end. */
const MAX_CALLS = 10_000;
/** Live calls are never forgotten, and few of the oldest calls are live. */
const MAX_LIVE = 100;

function forgetOldest(state: State): void {
  const calls = allCalls(state);
  if (calls.size < MAX_CALLS) return;
  let live = 0;
  for (const { id, status } of calls) {
    if (isOver(status) && calls.delete(id)) return;
    if (++live > MAX_LIVE) return;
  }
}

function schedule(state: State, call: Call, { outcome, after_ms }: Callee, timeout: number): void {
  const add = (ms: number, what: EventName) =>
    state.schedule.add({ at: after(call.created_at, ms), what, of: call.id });
  if (outcome !== 'fails' || after_ms > RINGS_AFTER_MS) add(RINGS_AFTER_MS, 'call rings');
  if (outcome === 'is controlled') return;
  if (outcome !== 'does not answer' && after_ms <= timeout * 1000) add(after_ms, `call ${outcome}`);
  else add(timeout * 1000, 'call times out');
}

function newCall(state: State, start: Start, callee: Callee, at: string): Call {
  const { from, to, direction, url, swml = null } = start;
  const owned = direction === 'inbound' ? ownNumber(state, to) : ownNumber(state, from);
  return {
    id: state.ids.uuid(),
    from,
    to,
    direction,
    type: lineTo(direction === 'inbound' ? from : to),
    source: start.source ?? 'realtime_api',
    number_id: owned?.id ?? null,
    parent_id: start.parent_id ?? null,
    far_end: null,
    bridged_with: start.bridged_with ?? null,
    queue_id: null,
    conference_id: null,
    url,
    swml,
    documents: start.documents ?? (url === null ? [] : [documentAt(url, start.source ?? 'realtime_api')]),
    envs: start.envs ?? {},
    unread: url !== null,
    status: 'queued',
    created_at: at,
    updated_at: at,
    ringing_at: null,
    answered_at: null,
    ended_at: null,
    discarded_at: null,
    machine: callee.machine ?? false,
    ...(callee.is_declined && { is_declined: true }),
    answered_by: null,
    on_answer: {
      ...start.on_answer,
      ...(callee.queue_id !== undefined && { queue_id: callee.queue_id }),
      ...(callee.hangs_up_after_ms !== undefined && { hangs_up_after_ms: callee.hangs_up_after_ms }),
    },
    callback: start.callback ?? (direction === 'inbound' && owned ? callbackOf(owned) : null),
    callback_count: 0,
    actions: [],
    log: [],
  };
}

/** Returns the status callback of a number that is bound to cXML or to a topic. It reports only the end of calls. */
function callbackOf({ settings }: PhoneNumber): CallbackTarget | null {
  const topic = TOPIC_CALLBACKS[String(settings.call_handler)];
  const to = topic === undefined ? undefined : settings[topic];
  if (typeof to === 'string') return { style: 'relay', url: to, method: 'POST', events: ['ended'] };
  const { call_handler, call_status_callback_url: url, call_status_callback_method: method } = settings;
  if (call_handler !== 'laml_webhooks' || typeof url !== 'string') return null;
  return { style: 'compat', url, method: method === 'GET' ? 'GET' : 'POST', events: ['completed'] };
}

const TOPIC_CALLBACKS: Readonly<Record<string, string>> = {
  relay_topic: 'call_relay_topic_status_callback_url',
  relay_context: 'call_relay_context_status_callback_url',
};

/** Creates the inbound leg at a number of the project. The route of that number answers it. */
function farEnd(state: State, call: Call, number: PhoneNumber, at: string): Call {
  const route = routeOf(state, number);
  const url = route.kind === 'document' ? route.url : null;
  const documents = documentsOf(route);
  const swml = route.kind === 'inline' ? route.swml : null;
  const { from, to } = call;
  const inbound = { from, to, direction: 'inbound', url, documents, swml } as const;
  const far = allCalls(state).add({ ...newCall(state, inbound, ANSWERED, at), far_end: call.id });
  note(state, far, 'calling.call.created', at, { from, to, direction: 'inbound' });
  return allCalls(state).replace({ ...call, far_end: far.id });
}
