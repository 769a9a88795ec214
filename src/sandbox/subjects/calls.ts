import { invalid, notFound } from '../answer.js';
import { kind, type State } from '../state.js';
import type { Ask, Subject } from '../subject.js';
import { allNumbers } from './phone_numbers.js';

/** A call, told by when its states begin; the clock says which one it is in. */
export interface Call {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound-api';
  readonly url: string | null;
  readonly created_at: string;
  readonly ringing_at: string;
  readonly answered_at: string;
  readonly ended?: { readonly at: string; readonly status: 'ended' | 'canceled' | 'completed' };
  /** Playbacks that go on, by control id. */
  readonly playbacks: Readonly<Record<string, { readonly paused: boolean; readonly volume: number }>>;
}

const allCalls = kind<Call>('calls');

type CallStatus = 'queued' | 'ringing' | 'answered' | 'ended' | 'canceled' | 'completed';

const RINGS_AFTER_MS = 300;
const ANSWERS_AFTER_MS = 900;

export function startCall(state: State, call: Pick<Call, 'from' | 'to' | 'direction' | 'url'>): Call {
  const at = (ms: number) => new Date(state.clock.now().getTime() + ms).toISOString();
  return allCalls(state).add({
    id: state.ids.uuid(),
    ...call,
    created_at: at(0),
    ringing_at: at(RINGS_AFTER_MS),
    answered_at: at(ANSWERS_AFTER_MS),
    playbacks: {},
  });
}

export const calls: Subject = {
  'calling.dial': ({ state, fields }) => {
    const params = paramsOf(fields);
    if (params.to === undefined && params.to_script === undefined)
      throw invalid({ message: 'to is required', attribute: 'to', code: 'missing_required_parameter' });
    checkCaller(state, params.from);
    checkCallee(params.to);
    return view(
      state,
      startCall(state, {
        from: String(params.from),
        to: String(params.to ?? params.to_script),
        direction: 'outbound-api',
        url: (params.url as string) ?? null,
      }),
    );
  },
  'calling.update': (ask) => {
    const { id, status, url, swml } = paramsOf(ask.fields);
    const call = live(ask, String(id));
    const now = statusOf(ask.state, call);
    const refuse = (code: string, message: string) => invalid({ code, message, attribute: 'status' });
    if (status === 'canceled' && now === 'answered')
      throw refuse('cannot_cancel_in_progress', 'an answered call is completed, not canceled');
    if (status === 'completed' && now !== 'answered')
      throw refuse('call_update_failed', 'only an answered call can be completed');
    if (status !== undefined) return view(ask.state, finish(ask.state, call, status as 'canceled' | 'completed'));
    if ((url !== undefined || swml !== undefined) && now !== 'answered')
      throw refuse('cannot_redirect_not_in_progress', 'only an answered call can be sent to another document');
    return view(ask.state, allCalls(ask.state).replace({ ...call, url: typeof url === 'string' ? url : call.url }));
  },
  'calling.end': (ask) => view(ask.state, finish(ask.state, live(ask), 'ended')),

  'calling.play': (ask) => {
    const call = answered(ask);
    const { control_id = ask.state.ids.uuid(), volume = 0 } = paramsOf(ask.fields) as {
      control_id?: string;
      volume?: number;
    };
    if (control_id in call.playbacks)
      throw invalid({ message: `control_id ${control_id} is in use`, attribute: 'control_id' });
    return withPlayback(ask, call, control_id, { paused: false, volume });
  },
  'calling.play_pause': (ask) => changePlayback(ask, () => ({ paused: true })),
  'calling.play_resume': (ask) => changePlayback(ask, () => ({ paused: false })),
  'calling.play_volume': (ask) => changePlayback(ask, ({ volume }) => ({ volume: volume as number })),
  'calling.play_stop': (ask) => {
    const { call, controlId } = playback(ask);
    const { [controlId]: _, ...rest } = call.playbacks;
    return view(ask.state, allCalls(ask.state).replace({ ...call, playbacks: rest }));
  },
};

const E164 = /^\+[1-9]\d{6,14}$/;
const ADDRESS = /^(sips?:|\/)\S+$/;

/** Who calls: a number of the project, or an address. */
function checkCaller(state: State, from: unknown): void {
  const refuse = (message: string, code: string) => invalid({ message, attribute: 'from', code });
  if (typeof from !== 'string' || !(E164.test(from) || ADDRESS.test(from)))
    throw refuse('from must be a number in E.164 or an address', 'invalid_parameter_value');
  if (E164.test(from) && ![...allNumbers(state)].some(({ number }) => number === from))
    throw refuse('from must belong to the project', 'must_belong_to_project');
}

function checkCallee(to: unknown): void {
  if (to === undefined || (typeof to === 'string' && (E164.test(to) || ADDRESS.test(to)))) return;
  throw invalid({ message: 'to must be a number in E.164 or an address', attribute: 'to', code: 'not_routable' });
}

const paramsOf = (fields: Ask['fields']) => (fields.params ?? {}) as Record<string, unknown>;

function statusOf(state: State, call: Call): CallStatus {
  if (call.ended) return call.ended.status;
  const now = state.clock.now().toISOString();
  return now >= call.answered_at ? 'answered' : now >= call.ringing_at ? 'ringing' : 'queued';
}

/** The call that a command names, if it still goes on. */
function live({ state, fields }: Ask, id = String(fields.id)): Call {
  const call = allCalls(state).get(id);
  if (!call) throw notFound();
  if (call.ended) throw invalid({ message: 'the call has ended', attribute: 'id', code: 'cannot_update_completed' });
  return call;
}

function answered(ask: Ask): Call {
  const call = live(ask);
  if (statusOf(ask.state, call) !== 'answered')
    throw invalid({ message: 'the call is not answered yet', attribute: 'id', code: 'call_not_answered' });
  return call;
}

function finish(state: State, call: Call, status: 'ended' | 'canceled' | 'completed'): Call {
  return allCalls(state).replace({ ...call, playbacks: {}, ended: { at: state.clock.now().toISOString(), status } });
}

function playback(ask: Ask): { call: Call; controlId: string; params: Record<string, unknown> } {
  const call = answered(ask);
  const params = paramsOf(ask.fields);
  const controlId = String(params.control_id);
  if (!(controlId in call.playbacks))
    throw invalid({ message: `nothing with control_id ${controlId} is playing`, attribute: 'control_id' });
  return { call, controlId, params };
}

function changePlayback(
  ask: Ask,
  change: (params: Record<string, unknown>) => Partial<Call['playbacks'][string]>,
): unknown {
  const { call, controlId, params } = playback(ask);
  return withPlayback(ask, call, controlId, {
    ...(call.playbacks[controlId] as Call['playbacks'][string]),
    ...change(params),
  });
}

const withPlayback = ({ state }: Ask, call: Call, controlId: string, now: Call['playbacks'][string]) =>
  view(state, allCalls(state).replace({ ...call, playbacks: { ...call.playbacks, [controlId]: now } }));

function view(state: State, call: Call): unknown {
  const status = statusOf(state, call);
  const spoken =
    call.ended && call.ended.at > call.answered_at ? Date.parse(call.ended.at) - Date.parse(call.answered_at) : null;
  return {
    id: call.id,
    from: call.from,
    to: call.to,
    direction: call.direction,
    type: call.to.startsWith('sip:') ? 'relay_sip_call' : 'relay_pstn_call',
    status,
    source: 'realtime_api',
    url: call.url,
    parent_id: null,
    duration: spoken === null ? null : Math.round(spoken / 1000),
    duration_ms: spoken,
    billing_ms: spoken,
    charge: 0,
    charge_details: [],
    created_at: call.created_at,
  };
}

/** Somebody hung up, or nobody was there. */
export function endCall(state: State, id: string): void {
  const call = allCalls(state).get(id);
  if (call && !call.ended) finish(state, call, 'ended');
}
