import { conflict, invalid } from '../../../respond/response.js';
import { notifyRun } from '../../../runs/notify-run.js';
import type { State } from '../../../state/state.js';
import { after, between } from '../../../time/clock.js';
import {
  allRecordings,
  type PauseBehavior,
  pauseRecording,
  type Recording,
  resumeRecording,
  startRecording,
  stopRecording,
} from '../../recordings/recording.js';
import { type Action, type ActionFacts, allCalls, type Call, type CallbackTarget, note } from '../call.js';
import { type ActionKind, rulesOf } from './kinds.js';
import { sendActionEvent } from './send-event.js';

export type RecordingOptions = Partial<Pick<Recording, 'source' | 'stereo' | 'format' | 'track' | 'trim' | 'callback'>>;

interface Start {
  readonly control_id?: string;
  readonly callback?: CallbackTarget | null;
  readonly lasts_ms?: number | null;
  readonly facts?: ActionFacts;
  readonly recording?: RecordingOptions;
}

export function begin(state: State, call: Call, kind: ActionKind, start: Start, at: string): Call {
  const { single, runningState } = rulesOf(kind);
  if (single && call.actions.some((one) => one.kind === kind))
    throw conflict({ message: `${kind} is already running in this call`, attribute: 'id', code: 'already_started' });
  const id = state.ids.uuid();
  const { control_id = id } = start;
  if (call.actions.some((one) => one.control_id === control_id))
    throw invalid({ message: `control_id ${control_id} is already in use`, attribute: 'control_id' });
  const action: Action = {
    id,
    kind,
    control_id,
    paused: false,
    started_at: at,
    ends_at: null,
    left_ms: start.lasts_ms ?? null,
    callback: start.callback ?? null,
    facts: start.facts ?? {},
  };
  if (kind === 'record') record(state, call, id, start.recording ?? {}, at);
  const begun = put(state, call, startTimer(state, call, action, at));
  sendActionEvent(state, begun, action, runningState, at);
  return note(state, begun, `calling.${kind}`, at, { control_id });
}

export function startTimer(state: State, call: Call, action: Action, at: string): Action {
  if (action.left_ms === null) return action;
  const ends_at = after(at, action.left_ms);
  state.schedule.add({ at: ends_at, what: 'action ends', of: call.id, part: action.id });
  return { ...action, ends_at, left_ms: null };
}

export function pause(state: State, call: Call, action: Action, behavior: PauseBehavior, at: string): Call {
  if (action.paused) throw wrongState(action, 'is already paused');
  if (action.kind === 'record') onRecording(state, action, (one) => pauseRecording(state, one, behavior, at));
  const left_ms = action.ends_at === null ? action.left_ms : Math.max(0, between(at, action.ends_at));
  const paused = { ...action, paused: true, ends_at: null, left_ms };
  sendActionEvent(state, call, paused, 'paused', at);
  return put(state, call, paused);
}

export function resume(state: State, call: Call, action: Action, at: string): Call {
  if (!action.paused) throw wrongState(action, 'is not paused');
  if (action.kind === 'record') onRecording(state, action, (one) => resumeRecording(state, one, at));
  const resumed = startTimer(state, call, { ...action, paused: false }, at);
  sendActionEvent(state, call, resumed, rulesOf(action.kind).runningState, at);
  return put(state, call, resumed);
}

/** Ends an action that was stopped, has timed out, or belongs to a call that ended. */
export function finish(state: State, call: Call, action: Action, at: string): Call {
  if (action.kind === 'record') onRecording(state, action, (one) => stopRecording(state, one, at));
  if (rulesOf(action.kind).fromDocument) notifyRun(state, call.id, { kind: 'stopped' }, at);
  const rest = call.actions.filter(({ id }) => id !== action.id);
  const finished = allCalls(state).replace({ ...call, actions: rest });
  sendActionEvent(state, finished, action, 'finished', at);
  return finished;
}

export function put(state: State, call: Call, action: Action): Call {
  const others = call.actions.filter(({ id }) => id !== action.id);
  return allCalls(state).replace({ ...call, actions: [...others, action] });
}

/** Returns the action that a command addresses, by its control id or as the only one of its kind. */
export function actionOf(call: Call, kind: ActionKind, controlId: string | undefined): Action {
  const byControlId = !rulesOf(kind).unnamed || controlId !== undefined;
  const found = call.actions.find((one) => one.kind === kind && (!byControlId || one.control_id === controlId));
  if (found) return found;
  if (!byControlId)
    throw invalid({ message: `no ${kind} is running in this call`, attribute: 'id', code: 'not_started' });
  throw invalid({
    message: `no ${kind} with control_id ${controlId} is running in this call`,
    attribute: 'control_id',
  });
}

const wrongState = ({ kind, control_id }: Action, problem: string) =>
  invalid({ message: `the ${kind} with control_id ${control_id} ${problem}`, attribute: 'control_id' });

function onRecording(state: State, { id }: Action, change: (recording: Recording) => unknown): void {
  const recording = allRecordings(state).get(id);
  if (recording) change(recording);
}

const LEGS = { relay_pstn_call: 'pstn', relay_sip_call: 'sip', relay_webrtc_call: 'webrtc' } as const;

/** The recording has the same id as the action that makes it. */
function record(state: State, call: Call, id: string, options: RecordingOptions, at: string): void {
  const start = { id, call_id: call.id, leg: LEGS[call.type], callback: null, track: 'inbound' } as const;
  startRecording(state, { ...start, source: 'StartCallRecordingApi', ...options }, at);
}
