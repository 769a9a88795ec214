import type { Handlers, InputOf } from '../../../respond/handler.js';
import { after } from '../../../time/clock.js';
import type { PauseBehavior } from '../../recordings/recording.js';
import { wrongValue } from '../../refusals.js';
import { type Action, type Call, changeCall } from '../call.js';
import { type Command, callbackOf, noteCommand, type StatusUrl, toAnswered } from '../command.js';
import type { ActionKind } from './kinds.js';
import { type Plan, planCollect, planDetect, planPlay, planRecord, planSidecar, planStream, planTap } from './plans.js';
import { actionOf, begin, finish, pause, put, resume, startTimer } from './run.js';
import { sendActionEvent } from './send-event.js';

/** The input of a command. Commands to an action that is the only one of its kind have no control id. */
interface ControlId {
  readonly control_id?: string;
  readonly [field: string]: unknown;
}

const start =
  <Input extends ControlId & StatusUrl>(kind: ActionKind, plan: (input: Input) => Plan = () => ({})) =>
  ({ state, call, input, at }: Command<Input>): Call => {
    const callback = callbackOf(input);
    return begin(state, call, kind, { control_id: input.control_id, callback, ...plan(input) }, at);
  };

const toRunning =
  <Input extends ControlId>(kind: ActionKind, apply: (command: Command<Input>, action: Action) => Call) =>
  (command: Command<Input>): Call => {
    const call = kind === 'ai' ? withAi(command) : command.call;
    const action = actionOf(call, kind, command.input.control_id);
    return noteCommand(command, apply({ ...command, call }, action), command.input);
  };

const pauseAction = (kind: ActionKind) =>
  toRunning(kind, ({ state, call, at, input }: Command<ControlId & { readonly behavior?: PauseBehavior }>, action) =>
    pause(state, call, action, input.behavior ?? 'skip', at),
  );
const resumeAction = (kind: ActionKind) =>
  toRunning(kind, ({ state, call, at }, action) => resume(state, call, action, at));
const stopAction = (kind: ActionKind) =>
  toRunning(kind, ({ state, call, at }, action) => finish(state, call, action, at));
/** Sends input to an action without changing its state. */
const passTo = (kind: ActionKind) => toRunning(kind, ({ call }) => call);

const setVolume = toRunning('play', ({ state, call, input }: Command<InputOf<'calling.play_volume'>>, action) =>
  put(state, call, { ...action, facts: { ...action.facts, volume: input.volume } }),
);

const startTimers = toRunning('collect', ({ state, call, at }, action) => {
  if (action.ends_at !== null)
    throw wrongValue('control_id', 'is the id of a collect whose timers are already running');
  const left_ms = Math.round((action.facts.initial_timeout ?? 0) * 1000);
  return put(state, call, startTimer(state, call, { ...action, left_ms }, at));
});

const askSidecar = toRunning('ai_sidecar', ({ state, call, at }, action) => {
  sendActionEvent(state, call, action, 'ask_request', at);
  return call;
});

/** With a timeout, the session resumes automatically. */
const hold = toRunning('ai', ({ state, call, input, at }: Command<ControlId & InputOf<'calling.ai_hold'>>, action) => {
  const { timeout } = input;
  if (timeout !== undefined && !/^\d{1,6}$/.test(timeout))
    throw wrongValue('timeout', 'must be a number of seconds, as text');
  const held = pause(state, call, action, 'skip', at);
  const held_until = timeout === undefined ? null : after(at, Number(timeout) * 1000);
  if (held_until !== null) state.schedule.add({ at: held_until, what: 'hold ends', of: held.id, part: action.id });
  const paused = actionOf(held, 'ai', undefined);
  return put(state, held, { ...paused, facts: { ...paused.facts, held_until } });
});

/** The `action` field is `stop`, or an object with `start` or another verb. */
const liveAction =
  (kind: ActionKind) =>
  (command: Command<InputOf<'calling.live_transcribe' | 'calling.live_translate'>>): Call => {
    const { action } = command.input;
    if (action === 'stop') return stopAction(kind)(command);
    return typeof action === 'object' && Object.keys(action)[0] === 'start'
      ? start(kind)(command)
      : passTo(kind)(command);
  };

/** The sandbox does not read the document at a URL. It may run an AI session, so the first AI command starts one. */
function withAi({ state, call, input, at }: Command<ControlId>): Call {
  if (!call.unread || call.actions.some(({ kind }) => kind === 'ai')) return call;
  const read = changeCall(state, call, { unread: false }, at);
  return begin(state, read, 'ai', { control_id: input.control_id }, at);
}

export const actionCommands: Handlers = {
  'calling.play': toAnswered(start('play', planPlay)),
  'calling.play_pause': toAnswered(pauseAction('play')),
  'calling.play_resume': toAnswered(resumeAction('play')),
  'calling.play_stop': toAnswered(stopAction('play')),
  'calling.play_volume': toAnswered(setVolume),
  'calling.record': toAnswered(start('record', planRecord)),
  'calling.record_pause': toAnswered(pauseAction('record')),
  'calling.record_resume': toAnswered(resumeAction('record')),
  'calling.record_stop': toAnswered(stopAction('record')),
  'calling.collect': toAnswered(start('collect', planCollect)),
  'calling.collect_stop': toAnswered(stopAction('collect')),
  'calling.collect_start_input_timers': toAnswered(startTimers),
  'calling.detect': toAnswered(start('detect', planDetect)),
  'calling.detect_stop': toAnswered(stopAction('detect')),
  'calling.tap': toAnswered(start('tap', planTap)),
  'calling.tap_stop': toAnswered(stopAction('tap')),
  'calling.stream': toAnswered(start('stream', (input: InputOf<'calling.stream'>) => planStream(input))),
  'calling.stream_stop': toAnswered(stopAction('stream')),
  'calling.denoise': toAnswered(start('denoise')),
  'calling.denoise_stop': toAnswered(stopAction('denoise')),
  'calling.transcribe': toAnswered(start('transcribe')),
  'calling.transcribe_stop': toAnswered(stopAction('transcribe')),
  'calling.ai_message': toAnswered(passTo('ai')),
  'calling.ai_hold': toAnswered(hold),
  'calling.ai_unhold': toAnswered(resumeAction('ai')),
  'calling.ai_stop': toAnswered(stopAction('ai')),
  'calling.live_transcribe': toAnswered(liveAction('live_transcribe')),
  'calling.live_translate': toAnswered(liveAction('live_translate')),
  'calling.send_fax_stop': toAnswered(stopAction('send_fax')),
  'calling.receive_fax_stop': toAnswered(stopAction('receive_fax')),
  'beyond.calling.ai_sidecar': toAnswered(startSidecar),
  'beyond.calling.ai_sidecar_poke': toAnswered(passTo('ai_sidecar')),
  'beyond.calling.ai_sidecar_ask': toAnswered(askSidecar),
  'beyond.calling.ai_sidecar_stop': toAnswered(stopAction('ai_sidecar')),
  'beyond.calling.ai_sidecar_status': toAnswered(passTo('ai_sidecar')),
};

function startSidecar({ state, call, input, at }: Command<InputOf<'beyond.calling.ai_sidecar'>>): Call {
  const plan = planSidecar(input);
  const { url } = input;
  const callback = url === undefined ? null : ({ style: 'relay', url, method: 'POST', events: [] } as const);
  return begin(state, call, 'ai_sidecar', { callback, ...plan }, at);
}
