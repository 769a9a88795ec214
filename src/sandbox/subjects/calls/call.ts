import { invalid, notFound } from '../../respond/response.js';
import { kind, type State } from '../../state/state.js';
import { between } from '../../time/moments.js';
import type { ActionKind } from './actions/kinds.js';
import { type CallState, isOver } from './states.js';

/** A call: one leg, whoever made it and whichever API looks at it. */
export interface Call {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound' | 'outbound-api';
  readonly type: 'relay_pstn_call' | 'relay_sip_call' | 'relay_webrtc_call';
  /** Which API made it. */
  readonly source: 'realtime_api' | 'laml';
  /** The project's number at one end of it. */
  readonly number_id: string | null;
  /** The call that this one was made for. */
  readonly parent_id: string | null;
  /** The leg at the other end, when that is the project's too: they ring, are answered and end together. */
  readonly far_end: string | null;
  /** The leg that this one is joined with, or is being joined with. */
  readonly bridged_with: string | null;
  readonly queue_id: string | null;
  readonly conference_id: string | null;
  /** Where its document is, or the document itself. */
  readonly url: string | null;
  readonly swml: unknown;
  /** Nobody has read the document: it may do anything. */
  readonly unread: boolean;
  readonly status: CallState;
  readonly created_at: string;
  readonly updated_at: string;
  readonly ringing_at: string | null;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
  /** Its record was deleted: only that is still told. */
  readonly discarded_at: string | null;
  /** A machine picks up. */
  readonly machine: boolean;
  readonly answered_by: 'human' | 'machine' | null;
  /** What starts with the answer. */
  readonly on_answer: OnAnswer;
  readonly tells: Tells | null;
  /** How often its server was told of its states. */
  readonly told: number;
  /** What goes on in it. */
  readonly actions: readonly Action[];
  readonly log: readonly LogEntry[];
}

export interface OnAnswer {
  /** The line that it joins. */
  readonly queue_id?: string;
  readonly recording?: Readonly<Record<string, unknown>>;
  readonly detection?: boolean;
  /** When the other side hangs up. */
  readonly hangs_up_after_ms?: number;
}

/** A server that wants to know. */
export interface Tells {
  readonly style: 'relay' | 'compat';
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Of which events. */
  readonly events: readonly string[];
}

/** Something that a command or a document started and that goes on for a while. */
export interface Action {
  readonly id: string;
  readonly kind: ActionKind;
  readonly control_id: string;
  readonly paused: boolean;
  readonly started_at: string;
  /** When it ends by itself; null when it does not, or is paused. */
  readonly ends_at: string | null;
  /** What is left of a paused one. */
  readonly left_ms: number | null;
  readonly tells: Tells | null;
  /** What is special about its kind. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface LogEntry {
  readonly at: string;
  readonly level: 'info' | 'warn' | 'error' | 'debug';
  readonly name: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export const allCalls = kind<Call>('calls');

const LONGEST_LOG = 500;

export function changeCall(state: State, call: Call, fields: Partial<Call>, at: string): Call {
  return allCalls(state).replace({ ...call, ...fields, updated_at: at });
}

/** Writes down what happened in a call. */
export function note(
  state: State,
  call: Call,
  name: string,
  at: string,
  details: LogEntry['details'] = {},
  level: LogEntry['level'] = 'info',
): Call {
  const kept = call.log.length < LONGEST_LOG ? call.log : call.log.slice(1);
  return allCalls(state).replace({ ...call, log: [...kept, { at, level, name, details }] });
}

/** The call with this id, unless it was deleted. */
export function callOf(state: State, id: unknown): Call {
  const call = typeof id === 'string' ? allCalls(state).get(id) : undefined;
  if (!call || call.discarded_at) throw notFound();
  return call;
}

/** The same, if it goes on. */
export function liveCall(state: State, id: unknown): Call {
  if (typeof id !== 'string')
    throw invalid({ message: 'id is required', attribute: 'id', code: 'missing_required_parameter' });
  const call = callOf(state, id);
  if (isOver(call.status))
    throw invalid({ message: 'the call has ended', attribute: 'id', code: 'cannot_update_completed', number: 21220 });
  return call;
}

/** The same, if somebody has answered. */
export function answeredCall(state: State, id: unknown): Call {
  const call = liveCall(state, id);
  if (call.status !== 'answered')
    throw invalid({
      message: 'the call is not answered yet',
      attribute: 'id',
      code: 'call_not_answered',
      number: 21220,
    });
  return call;
}

/** How long they spoke; null while that is not known. */
export function spokenMs({ answered_at, ended_at }: Call): number | null {
  if (ended_at === null) return null;
  return answered_at === null ? 0 : between(answered_at, ended_at);
}
