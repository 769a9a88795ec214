import type { Stored } from '../../respond/resources.js';
import { found, invalid } from '../../respond/response.js';
import type { DocumentUrl, ScriptedPerson } from '../../runs/call-run.js';
import { collection, type State } from '../../state/state.js';
import { between } from '../../time/clock.js';
import type { ActionKind } from './actions/kinds.js';
import type { RecordingOptions } from './actions/run.js';
import { type CallState, isOver } from './states.js';

/** One leg of a call. All APIs show views of it. */
export interface Call extends Stored {
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound' | 'outbound-api';
  readonly type: 'relay_pstn_call' | 'relay_sip_call' | 'relay_webrtc_call';
  /** The API that created the call. */
  readonly source: 'realtime_api' | 'laml';
  /** The number of the project at one end of the call. */
  readonly number_id: string | null;
  /** The call for which this call was created. */
  readonly parent_id: string | null;
  /** The other leg, if it also belongs to the project. Both legs ring, are answered and end together. */
  readonly far_end: string | null;
  /** The leg that this leg is or will be bridged with. */
  readonly bridged_with: string | null;
  readonly queue_id: string | null;
  readonly conference_id: string | null;
  /** The URL of the document, or the document itself in `swml`. */
  readonly url: string | null;
  readonly swml: unknown;
  /** The URLs of the document: the second one is requested when the first fails. */
  readonly documents: readonly DocumentUrl[];
  /** The variables that the command which created the call gave its document. */
  readonly envs: Readonly<Record<string, unknown>>;
  /** The document has not been read, so its effects are unknown. */
  readonly unread: boolean;
  readonly status: CallState;
  readonly ringing_at: string | null;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
  /** When its record was deleted. After that, only the fact of the deletion is shown. */
  readonly discarded_at: string | null;
  /** A machine answers. */
  readonly machine: boolean;
  /** The called party declines, which differs from a busy line in callbacks only. */
  readonly is_declined?: true;
  readonly answered_by: 'human' | 'machine' | null;
  readonly on_answer: OnAnswer;
  readonly callback: CallbackTarget | null;
  readonly callback_count: number;
  readonly actions: readonly Action[];
  readonly log: readonly LogEntry[];
}

export interface OnAnswer {
  readonly queue_id?: string;
  readonly recording?: RecordingOptions;
  readonly detection?: boolean;
  /** Receives who answered, as a form. */
  readonly detection_callback?: Pick<CallbackTarget, 'url' | 'method'>;
  /** When the far end hangs up. */
  readonly hangs_up_after_ms?: number;
  /** What the called party enters at the prompts of the document. */
  readonly person?: ScriptedPerson;
}

export interface CallbackTarget {
  readonly style: 'relay' | 'compat';
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly events: readonly string[];
}

/** Something that a command or a document started and that continues for a while. */
export interface Action {
  readonly id: string;
  readonly kind: ActionKind;
  readonly control_id: string;
  readonly paused: boolean;
  readonly started_at: string;
  /** When it ends automatically; null if it does not, or is paused. */
  readonly ends_at: string | null;
  /** The remaining time while the timer does not run. */
  readonly left_ms: number | null;
  readonly callback: CallbackTarget | null;
  readonly facts: ActionFacts;
}

export interface ActionFacts {
  readonly volume?: number;
  readonly initial_timeout?: number;
  /** What a detection searches for. */
  readonly type?: string;
  /** What a detection finds, if a script says so. */
  readonly outcome?: string;
  /** Whether the callbacks have the result of a recording in a separate field. */
  readonly isNested?: true;
  /** What is copied and to where, as callbacks describe it. */
  readonly tap?: object;
  readonly url?: string;
  readonly name?: string;
  readonly track?: string;
  readonly held_until?: string | null;
}

type Level = 'info' | 'warn' | 'error' | 'debug';

export interface LogEntry {
  readonly at: string;
  readonly level: Level;
  readonly name: string;
  readonly details: object;
}

export const allCalls = collection<Call>('calls');

const MAX_LOG_ENTRIES = 500;

export function changeCall(state: State, call: Call, fields: Partial<Call>, at: string): Call {
  return allCalls(state).replace({ ...call, ...fields, updated_at: at });
}

export function note(state: State, call: Call, name: string, at: string, details = {}, level: Level = 'info'): Call {
  const log = call.log.length < MAX_LOG_ENTRIES ? call.log : call.log.slice(1);
  return allCalls(state).replace({ ...call, log: [...log, { at, level, name, details }] });
}

/** Returns the call with this id, unless it was deleted. */
export function callOf(state: State, id: unknown): Call {
  const call = typeof id === 'string' ? allCalls(state).get(id) : undefined;
  return found(call?.discarded_at ? undefined : call);
}

/** Returns the call with this id, unless it has ended. */
export function liveCall(state: State, id: unknown): Call {
  if (typeof id !== 'string')
    throw invalid({ message: 'id is required', attribute: 'id', code: 'missing_required_parameter' });
  const call = callOf(state, id);
  if (isOver(call.status)) throw refused('the call has ended', 'cannot_update_completed');
  return call;
}

const refused = (message: string, code: string) => invalid({ message, attribute: 'id', code, number: 21220 });

/** Returns the call with this id if it is answered. */
export function answeredCall(state: State, id: unknown): Call {
  const call = liveCall(state, id);
  if (call.status !== 'answered') throw refused('the call has not been answered yet', 'call_not_answered');
  return call;
}

/** Returns the duration between answer and end; null until the call has ended. */
export function durationMs({ answered_at, ended_at }: Call): number | null {
  if (ended_at === null) return null;
  return answered_at === null ? 0 : between(answered_at, ended_at);
}
