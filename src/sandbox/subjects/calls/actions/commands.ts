import type { Subject } from '../../../respond/subject.js';
import { after } from '../../../time/moments.js';
import { later } from '../../../time/schedule.js';
import { wrongValue } from '../../refusals.js';
import { type Action, type Call, changeCall } from '../call.js';
import { type Command, noteCommand, statusUrl, toAnswered } from '../command.js';
import type { ActionKind } from './kinds.js';
import { actionOf, begin, counting, finish, pause, put, resume } from './run.js';
import { tellOfAction } from './tell.js';

/** Applies a command to an action of one kind. */
type Does = (command: Command, kind: ActionKind) => Call;

const start: Does = (command, kind) => {
  const { state, call, params, at } = command;
  const url = kind === 'ai_sidecar' ? params.url : params.status_url;
  const tells = statusUrl(params, params.status_url_method, url);
  return begin(state, call, kind, { control_id: params.control_id, params, tells }, at);
};

const toRunning =
  (does: (command: Command, action: Action) => Call): Does =>
  (command, kind) => {
    const { params } = command;
    const call = kind === 'ai' ? withAi(command) : command.call;
    const action = actionOf(call, kind, params.control_id);
    return noteCommand(command, does({ ...command, call }, action), params);
  };

const pauseIt = toRunning(({ state, call, params, at }, action) => pause(state, call, action, params, at));
const resumeIt = toRunning(({ state, call, at }, action) => resume(state, call, action, at));
const stop = toRunning(({ state, call, at }, action) => finish(state, call, action, at));
/** Sends input to an action without changing its state. */
const use = toRunning(({ call }) => call);

const setVolume = toRunning(({ state, call, params }, action) =>
  put(state, call, { ...action, facts: { ...action.facts, volume: params.volume } }),
);

const startTimers = toRunning(({ state, call, at }, action) => {
  if (action.ends_at !== null) throw wrongValue('control_id', 'names a collect whose timers run already');
  const left_ms = Math.round(Number(action.facts.initial_timeout) * 1000);
  return put(state, call, counting(state, call, { ...action, left_ms }, at));
});

const ask = toRunning(({ state, call, at }, action) => {
  tellOfAction(state, call, action, 'ask_request', at);
  return call;
});

/** With a timeout, the session resumes automatically. */
const hold = toRunning((command, action) => {
  const { state, params, at } = command;
  const { timeout } = params as { timeout?: string };
  if (timeout !== undefined && !/^\d{1,6}$/.test(timeout)) throw wrongValue('timeout', 'must be seconds, as text');
  const held = pause(state, command.call, action, params, at);
  const held_until = timeout === undefined ? null : after(at, Number(timeout) * 1000);
  if (held_until !== null) later(state, { at: held_until, what: 'hold ends', of: held.id, part: action.id });
  const paused = actionOf(held, 'ai', undefined);
  return put(state, held, { ...paused, facts: { ...paused.facts, held_until } });
});

/** The `action` field holds `start`, `stop` or another verb. */
const byAction: Does = (command, kind) => {
  const { action } = command.params as { action: string | Record<string, unknown> };
  if (action === 'stop') return stop(command, kind);
  const [verb] = typeof action === 'object' ? Object.keys(action) : [];
  return verb === 'start' ? start(command, kind) : use(command, kind);
};

/** The sandbox does not read the document at a URL. It may run an AI session, so the first AI command starts one. */
function withAi({ state, call, params, at }: Command): Call {
  if (!call.unread || call.actions.some(({ kind }) => kind === 'ai')) return call;
  const read = changeCall(state, call, { unread: false }, at);
  return begin(state, read, 'ai', { control_id: params.control_id }, at);
}

/** The kind of action that each command affects, and its effect. */
const COMMANDS: Readonly<Record<string, readonly [kind: ActionKind, does: Does]>> = {
  'calling.play': ['play', start],
  'calling.play_pause': ['play', pauseIt],
  'calling.play_resume': ['play', resumeIt],
  'calling.play_stop': ['play', stop],
  'calling.play_volume': ['play', setVolume],
  'calling.record': ['record', start],
  'calling.record_pause': ['record', pauseIt],
  'calling.record_resume': ['record', resumeIt],
  'calling.record_stop': ['record', stop],
  'calling.collect': ['collect', start],
  'calling.collect_stop': ['collect', stop],
  'calling.collect_start_input_timers': ['collect', startTimers],
  'calling.detect': ['detect', start],
  'calling.detect_stop': ['detect', stop],
  'calling.tap': ['tap', start],
  'calling.tap_stop': ['tap', stop],
  'calling.stream': ['stream', start],
  'calling.stream_stop': ['stream', stop],
  'calling.denoise': ['denoise', start],
  'calling.denoise_stop': ['denoise', stop],
  'calling.transcribe': ['transcribe', start],
  'calling.transcribe_stop': ['transcribe', stop],
  'calling.ai_message': ['ai', use],
  'calling.ai_hold': ['ai', hold],
  'calling.ai_unhold': ['ai', resumeIt],
  'calling.ai_stop': ['ai', stop],
  'calling.live_transcribe': ['live_transcribe', byAction],
  'calling.live_translate': ['live_translate', byAction],
  'calling.send_fax_stop': ['send_fax', stop],
  'calling.receive_fax_stop': ['receive_fax', stop],
  'beyond.calling.ai_sidecar': ['ai_sidecar', start],
  'beyond.calling.ai_sidecar_poke': ['ai_sidecar', use],
  'beyond.calling.ai_sidecar_ask': ['ai_sidecar', ask],
  'beyond.calling.ai_sidecar_stop': ['ai_sidecar', stop],
  'beyond.calling.ai_sidecar_status': ['ai_sidecar', use],
};

export const actionCommands: Subject = Object.fromEntries(
  Object.entries(COMMANDS).map(([operation, [kind, does]]) => [
    operation,
    toAnswered((command) => does(command, kind)),
  ]),
);
