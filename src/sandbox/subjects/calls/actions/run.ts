import { conflict, invalid } from '../../../respond/response.js';
import type { State } from '../../../state/state.js';
import { after, between } from '../../../time/moments.js';
import { later } from '../../../time/schedule.js';
import {
  allRecordings,
  pauseRecording,
  type Recording,
  resumeRecording,
  startRecording,
  stopRecording,
} from '../../recordings/recording.js';
import { type Action, allCalls, type Call, note, type Tells } from '../call.js';
import { type ActionKind, type Params, recordingOptions, rulesOf } from './kinds.js';
import { tellOfAction } from './tell.js';

export interface Begin {
  readonly control_id?: unknown;
  readonly params?: Params;
  readonly tells?: Tells | null;
  /** Set by the compatible API, which addresses the recording by its id. */
  readonly recording?: Partial<Pick<Recording, 'source' | 'stereo' | 'track' | 'trim' | 'tells'>>;
}

/** Starts an action in a call. */
export function begin(state: State, call: Call, kind: ActionKind, given: Begin, at: string): Call {
  const { single, plan } = rulesOf(kind);
  const { params = {} } = given;
  const planned = plan?.(params) ?? {};
  if (single && call.actions.some((one) => one.kind === kind))
    throw conflict({ message: `${kind} goes on in this call already`, attribute: 'id', code: 'already_started' });
  const id = state.ids.uuid();
  const control_id = typeof given.control_id === 'string' ? given.control_id : id;
  if (call.actions.some((one) => one.control_id === control_id))
    throw invalid({ message: `control_id ${control_id} is in use`, attribute: 'control_id' });
  const lasts = planned.lasts_ms ?? null;
  const action: Action = {
    id,
    kind,
    control_id,
    paused: false,
    started_at: at,
    ends_at: null,
    left_ms: lasts,
    tells: given.tells ?? null,
    facts: planned.facts ?? {},
  };
  if (kind === 'record') record(state, call, id, params, given, at);
  const begun = put(state, call, counting(state, call, action, at));
  tellOfAction(state, begun, action, rulesOf(kind).goesOn, at);
  return note(state, begun, `calling.${kind}`, at, { control_id });
}

/** Starts the timer of an action that ends automatically. */
export function counting(state: State, call: Call, action: Action, at: string): Action {
  if (action.left_ms === null) return action;
  const ends_at = after(at, action.left_ms);
  later(state, { at: ends_at, what: 'action ends', of: call.id, part: action.id });
  return { ...action, ends_at, left_ms: null };
}

export function pause(state: State, call: Call, action: Action, params: Params, at: string): Call {
  if (action.paused) throw wrongState(action, 'is paused already');
  if (action.kind === 'record')
    onRecording(state, action, (one) =>
      pauseRecording(state, one, params.behavior === 'silence' ? 'silence' : 'skip', at),
    );
  const left_ms = action.ends_at === null ? action.left_ms : Math.max(0, between(at, action.ends_at));
  const paused = { ...action, paused: true, ends_at: null, left_ms };
  tellOfAction(state, call, paused, 'paused', at);
  return put(state, call, paused);
}

export function resume(state: State, call: Call, action: Action, at: string): Call {
  if (!action.paused) throw wrongState(action, 'is not paused');
  if (action.kind === 'record') onRecording(state, action, (one) => resumeRecording(state, one, at));
  const resumed = counting(state, call, { ...action, paused: false }, at);
  tellOfAction(state, call, resumed, rulesOf(action.kind).goesOn, at);
  return put(state, call, resumed);
}

/** Ends an action that was stopped, has timed out, or belongs to a call that ended. */
export function finish(state: State, call: Call, action: Action, at: string): Call {
  if (action.kind === 'record') onRecording(state, action, (one) => stopRecording(state, one, at));
  const rest = call.actions.filter(({ id }) => id !== action.id);
  const finished = allCalls(state).replace({ ...call, actions: rest });
  tellOfAction(state, finished, action, 'finished', at);
  return finished;
}

/** Stores an action, new or changed. */
export function put(state: State, call: Call, action: Action): Call {
  const others = call.actions.filter(({ id }) => id !== action.id);
  return allCalls(state).replace({ ...call, actions: [...others, action] });
}

/** Returns the action that a command addresses, by its control id or as the only one of its kind. */
export function actionOf(call: Call, kind: ActionKind, controlId: unknown): Action {
  const named = !rulesOf(kind).unnamed || controlId !== undefined;
  const found = call.actions.find((one) => one.kind === kind && (!named || one.control_id === controlId));
  if (found) return found;
  throw named
    ? invalid({
        message: `no ${kind} with control_id ${String(controlId)} goes on in this call`,
        attribute: 'control_id',
      })
    : invalid({ message: `no ${kind} goes on in this call`, attribute: 'id', code: 'not_started' });
}

const wrongState = ({ kind, control_id }: Action, says: string) =>
  invalid({ message: `the ${kind} with control_id ${control_id} ${says}`, attribute: 'control_id' });

function onRecording(state: State, { id }: Action, change: (recording: Recording) => unknown): void {
  const recording = allRecordings(state).get(id);
  if (recording) change(recording);
}

const LEGS = { relay_pstn_call: 'pstn', relay_sip_call: 'sip', relay_webrtc_call: 'webrtc' } as const;
const TRACKS = { listen: 'outbound', speak: 'inbound', both: 'both' } as const;

/** The recording has the same id as the action that makes it. */
function record(state: State, call: Call, id: string, params: Params, { recording }: Begin, at: string): void {
  const { stereo = false, format = 'mp3', direction = 'speak' } = recordingOptions(params);
  const start = {
    id,
    source: 'StartCallRecordingApi',
    tells: null,
    call_id: call.id,
    leg: LEGS[call.type],
    stereo: stereo === true,
    format: String(format),
    track: TRACKS[direction as keyof typeof TRACKS] ?? 'inbound',
    ...recording,
  } as const;
  startRecording(state, start, at);
}
