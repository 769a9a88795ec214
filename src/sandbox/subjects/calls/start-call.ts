import { routeOf } from '../../ring/route.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/moments.js';
import { later } from '../../time/schedule.js';
import type { PhoneNumber } from '../phone_numbers.js';
import { allCalls, type Call, note, type OnAnswer, type Tells } from './call.js';
import { type Callee, calleeOf, lineTo, ownNumber, RINGS_AFTER_MS } from './callee.js';
import { tellOfState } from './tell.js';

export interface Start {
  readonly from: string;
  readonly to: string;
  readonly direction: Call['direction'];
  readonly url: string | null;
  readonly swml?: unknown;
  readonly source?: Call['source'];
  readonly parent_id?: string;
  readonly bridged_with?: string;
  readonly tells?: Tells | null;
  readonly on_answer?: OnAnswer;
  /** The caller of this function decides how the call continues, with `takeCall` and `endCall`. */
  readonly followed?: boolean;
  /** How long the call rings, in seconds. */
  readonly timeout?: number;
}

const USUAL_TIMEOUT = 60;
/** Calls from outside are answered promptly. */
const IS_TAKEN: Callee = { does: 'answers', after_ms: 900 };
const IS_FOLLOWED: Callee = { does: 'is followed', after_ms: 0 };

/** Starts a call and schedules its outcome. */
export function startCall(state: State, start: Start): Call {
  const at = state.clock.now().toISOString();
  const { from, to, direction, followed = false, timeout = USUAL_TIMEOUT } = start;
  const callee = followed ? IS_FOLLOWED : direction === 'inbound' ? IS_TAKEN : calleeOf(state, to);
  const made = allCalls(state).add(newCall(state, start, callee, at));
  const reached = callee.number && callee.does === 'answers' ? farEnd(state, made, callee, at) : made;
  const due = (ms: number, what: string) => later(state, { at: after(at, ms), what, of: made.id });
  const { does, after_ms } = callee;
  if (does !== 'fails' || after_ms > RINGS_AFTER_MS) due(RINGS_AFTER_MS, 'call rings');
  if (does !== 'lets it ring' && does !== 'is followed' && after_ms <= timeout * 1000) due(after_ms, `call ${does}`);
  else if (does !== 'is followed') due(timeout * 1000, 'call is given up');
  return tellOfState(state, note(state, reached, 'calling.call.created', at, { from, to, direction }), at);
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
    unread: url !== null,
    status: 'queued',
    created_at: at,
    updated_at: at,
    ringing_at: null,
    answered_at: null,
    ended_at: null,
    discarded_at: null,
    machine: callee.machine ?? false,
    answered_by: null,
    on_answer: {
      ...start.on_answer,
      ...(callee.queue_id !== undefined && { queue_id: callee.queue_id }),
      ...(callee.hangs_up_after_ms !== undefined && { hangs_up_after_ms: callee.hangs_up_after_ms }),
    },
    tells: start.tells ?? (direction === 'inbound' && owned ? tellsOf(owned) : null),
    told: 0,
    actions: [],
    log: [],
  };
}

/** Returns the status callback of a number that is bound to cXML. It reports only the end of calls. */
function tellsOf({ settings }: PhoneNumber): Tells | null {
  const { call_handler, call_status_callback_url: url, call_status_callback_method: method } = settings;
  if (call_handler !== 'laml_webhooks' || typeof url !== 'string') return null;
  return { style: 'compat', url, method: method === 'GET' ? 'GET' : 'POST', events: ['completed'] };
}

/** Creates the inbound leg at a number of the project. The route of that number answers it. */
function farEnd(state: State, call: Call, { number }: Callee, at: string): Call {
  const route = routeOf(state, number as PhoneNumber);
  const url = route.kind === 'document' ? route.url : null;
  const swml = (number as PhoneNumber).settings.call_handler === 'ai_agent' ? { sections: { main: ['ai'] } } : null;
  const { from, to } = call;
  const inbound = { from, to, direction: 'inbound', url, swml } as const;
  const far = allCalls(state).add({ ...newCall(state, inbound, IS_TAKEN, at), far_end: call.id });
  note(state, far, 'calling.call.created', at, { from, to, direction: 'inbound' });
  return allCalls(state).replace({ ...call, far_end: far.id });
}
