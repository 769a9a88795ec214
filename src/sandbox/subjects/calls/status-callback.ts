import { addCallback } from '../../outbound/callbacks.js';
import { VERSION } from '../../respond/compat.js';
import type { State } from '../../state/state.js';
import { rfc2822, seconds } from '../../time/clock.js';
import { type Call, changeCall, durationMs } from './call.js';
import { FAR_END_HUNG_UP, isOver, STATES } from './states.js';

export function sendStatus(state: State, call: Call, at: string): Call {
  const { callback, status } = call;
  if (callback === null) return call;
  const { event, compatEvent } = STATES[status];
  const to = { url: callback.url, method: callback.method, at };
  if (!callback.events.includes(callback.style === 'compat' ? compatEvent : event)) return call;
  if (callback.style === 'relay')
    addCallback(state, { ...to, ...relayEvent(state, 'calling.call.state', at, relay(call)) });
  else {
    const payload = call.direction === 'inbound' ? compatInbound(state, call, at) : compat(state, call, at);
    addCallback(state, { ...to, event: `call.${compatEvent}`, encoding: 'form', payload });
  }
  return changeCall(state, call, { callback_count: call.callback_count + 1 }, call.updated_at);
}

function relay(call: Call) {
  const { leg, event } = STATES[call.status];
  return {
    call_id: call.id,
    node_id: call.id,
    segment_id: call.id,
    call_state: event,
    status: leg,
    direction: call.direction === 'inbound' ? 'inbound' : 'outbound',
    from: call.from,
    to: call.to,
    device: deviceOf(call),
    ...(isOver(call.status) && { end_reason: call.is_declined ? 'declined' : (END_REASONS[call.status] ?? 'hangup') }),
    ...(call.answered_at !== null && { answered_at: call.answered_at }),
    ...(call.ended_at !== null && { ended_at: call.ended_at }),
  };
}

type Params = Readonly<Record<string, unknown>> & { readonly call_id?: string; readonly conference_id?: string };

const DEVICES = { relay_pstn_call: 'phone', relay_sip_call: 'sip', relay_webrtc_call: 'webrtc' } as const;

/** The device of a leg, as callbacks describe it. */
export const deviceOf = ({ type, from, to }: Call) => ({
  type: DEVICES[type],
  params: { from_number: from, to_number: to },
});

const END_REASONS: Readonly<Record<string, string>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'cancel',
  failed: 'error',
};

/** No audio is transferred, so all quality values are 0. */
const SILENCE = {
  AudioInAveragePtime: 0,
  AudioInDtmfPacketCount: 0,
  AudioInFlushPacketCount: 0,
  AudioInJitterMaxVariance: 0,
  AudioInJitterMinVariance: 0,
  AudioInLargestJbSize: 0,
  AudioInMos: '0',
  AudioInMediaPacketCount: 0,
  AudioInSkipPacketCount: 0,
  AudioOutDtmfPacketCount: 0,
  AudioOutMediaPacketCount: 0,
};
const DIRECTIONS = { inbound: 'inbound', outbound: 'outbound-dial', 'outbound-api': 'outbound-api' } as const;

function compat(state: State, call: Call, at: string) {
  const { status, parent_id } = call;
  return {
    AccountSid: state.project,
    ApiVersion: VERSION,
    ...SILENCE,
    CallbackSource: 'call-progress-events',
    ...(call.ended_at !== null && { CallDuration: seconds(durationMs(call) ?? 0) }),
    CallSid: call.id,
    CallStatus: status === 'queued' ? 'initiated' : STATES[status].compat,
    Direction: DIRECTIONS[call.direction],
    From: call.from,
    ...(parent_id !== null && { ParentCallSid: parent_id }),
    SequenceNumber: call.callback_count,
    Timestamp: rfc2822(at),
    To: call.to,
    ...(status === 'ended' && hangupOf(call)),
  };
}

/** Who hung up. The direction is that of the signal: inbound from the called party. The values are not documented. */
function hangupOf({ log, to, from }: Call) {
  const isCallee = log.some(({ details }) => 'reason' in details && details.reason === FAR_END_HUNG_UP);
  return { HangupBy: isCallee ? to : from, HangupDirection: isCallee ? 'inbound' : 'outbound' };
}

/** The parameters that every request of a cXML document of a call has. */
export const standardVoiceFields = (
  { project }: Pick<State, 'project'>,
  { id, from, to, direction, status, parent_id }: Call,
  at: string,
) => ({
  CallSid: id,
  AccountSid: project,
  ApiVersion: VERSION,
  Direction: DIRECTIONS[direction],
  CallStatus: STATES[status].compat,
  From: from,
  To: to,
  Caller: from,
  Called: to,
  ...(parent_id !== null && { ParentCallSid: parent_id }),
  Timestamp: rfc2822(at),
});

/** Inbound calls report only their end, in a shorter form. */
const compatInbound = (state: State, call: Call, at: string) => ({
  CallSid: call.id,
  AccountSid: state.project,
  From: call.from,
  To: call.to,
  Timestamp: rfc2822(at),
  CallStatus: STATES[call.status].compat === 'completed' ? 'completed' : 'failed',
  CallDuration: String(seconds(durationMs(call) ?? 0)),
  AudioInMos: SILENCE.AudioInMos,
});

/** Builds a callback of the command API. Its channel is the call, or the conference. Transcripts have none. */
export const relayEvent = (state: State, event_type: string, at: string, params: Params) => ({
  event: event_type,
  encoding: 'json' as const,
  payload: {
    event_type,
    ...(!event_type.startsWith('calling.transcript.') && {
      event_channel: `swml:${params.call_id ?? params.conference_id ?? state.project}`,
    }),
    timestamp: Date.parse(at) / 1000,
    project_id: state.project,
    space_id: state.project,
    params,
  },
});
