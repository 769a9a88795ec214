import { relayTarget, startAction, stopAction } from '../../acts/actions.js';
import { tonesSeconds } from '../../acts/sounds.js';
import type { StepContext } from '../../run/step-context.js';
import { bool, choice, number, text, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';

const common = { stage: 'media' } as const;

export const send_digits = swmlVerb({
  ...common,
  name: 'send_digits',
  summary: 'Send DTMF digits.',
  parameters: { digits: text({ required: true, doc: '0–9, *, #, A–D; W waits a second and w half a second.' }) },
  effect: { kind: 'partly', lacks: 'the digits reach no other party' },
  sets: ['send_digits_result'],
  start(context, { digits }) {
    const seconds = tonesSeconds(digits);
    context.set('send_digits_result', seconds === undefined ? 'failed' : 'success');
    if (seconds === undefined) {
      const problem = `${digits} must contain only 0–9, *, #, A–D, W and w`;
      context.fails('relay_script_method_parameter_invalid_value', problem);
      return { do: 'next' };
    }
    context.report(`sends ${digits}`);
    return { do: 'wait', for: 'time', seconds };
  },
});

export const denoise = swmlVerb({
  ...common,
  name: 'denoise',
  summary: 'Start noise reduction.',
  parameters: {},
  effect: { kind: 'partly', lacks: 'the sandbox has no audio' },
  sets: ['denoise_result'],
  start(context) {
    const isRunning = context.call.actions.some(({ kind }) => kind === 'denoise');
    const isOn = isRunning || startAction(context, 'denoise', {}) !== undefined;
    context.set('denoise_result', isOn ? 'on' : 'failed');
    context.report('reduces noise');
    return { do: 'next' };
  },
});

export const stop_denoise = swmlVerb({
  ...common,
  name: 'stop_denoise',
  summary: 'Stop noise reduction.',
  parameters: {},
  effect: { kind: 'partly', lacks: 'the sandbox has no audio' },
  answers: false,
  sets: ['denoise_result'],
  start(context) {
    const isRunning = context.call.actions.some(({ kind }) => kind === 'denoise');
    if (isRunning) stopAction(context, 'denoise');
    context.set('denoise_result', 'off');
    context.report('stops reducing noise');
    return { do: 'next' };
  },
});

const time = (value: number, doc: string, more: { readonly ignored?: true } = {}) =>
  number({ default: value, min: 0, variable: true, doc, ...more });

export const detect_machine = swmlVerb({
  ...common,
  name: 'detect_machine',
  summary: 'Detect an answering machine or a fax.',
  parameters: {
    detectors: text({ default: 'amd,fax', doc: 'A comma-separated list of amd and fax.', ignored: true }),
    wait: bool({ default: true, variable: true, doc: 'false continues at once and reports to status_url.' }),
    timeout: time(30, 'Seconds for the detection.'),
    initial_timeout: time(4.5, 'Seconds until the first voice.'),
    end_silence_timeout: time(1, 'Seconds of silence that end a voice.', { ignored: true }),
    machine_ready_timeout: number({
      min: 0,
      variable: true,
      doc: 'Seconds of silence before a machine is ready.',
      ignored: true,
    }),
    machine_voice_threshold: time(1.25, 'Seconds of voice that mean a machine.'),
    machine_words_threshold: whole({
      default: 6,
      min: 0,
      variable: true,
      doc: 'Words that mean a machine.',
      ignored: true,
    }),
    detect_message_end: bool({ default: false, variable: true, doc: 'Wait for the beep.' }),
    tone: choice(['CED', 'CNG'], { default: 'CED', doc: 'The fax tone.', ignored: true }),
    status_url: text({ relative: true, doc: 'Receives calling.call.detect.' }),
  },
  effect: { kind: 'simulated' },
  sets: ['detect_result', 'detect_machine_beep', 'detect_ms'],
  callbacks: ['calling.call.detect'],
  start(context, { wait, timeout, initial_timeout, machine_voice_threshold, detect_message_end, status_url }) {
    const script = context.answerFor('detect_machine');
    const outcome = script?.result ?? (context.call.machine ? 'machine' : 'human');
    const machine = machine_voice_threshold + (detect_message_end ? 3 : 0);
    // A person is heard within the time for the first voice.
    const times: Readonly<Record<string, number>> = { human: Math.min(1, initial_timeout), machine, fax: 3 };
    const seconds = Math.min(script?.after ?? times[outcome] ?? timeout, timeout);
    const control_id = context.newId();
    const data = { control_id, outcome, seconds };
    context.report('detects who answered');
    if (wait) return { do: 'wait', for: 'time', seconds, data };
    if (status_url === undefined)
      context.fails('relay_script_method_parameter_missing', 'detect_machine requires status_url when wait is false');
    context.set('detect_result', 'detecting');
    const lasts_ms = seconds * 1000;
    startAction(context, 'detect', {
      callback: relayTarget(status_url),
      lasts_ms,
      facts: { type: 'machine', outcome },
    });
    return { do: 'next' };
  },
  resume(context, _event, { status_url, detect_message_end }, { control_id, outcome, seconds }) {
    context.report(`detected ${outcome}`);
    report(context, status_url, { control_id, outcome, isBeep: outcome === 'machine' && detect_message_end });
    context.set('detect_result', outcome);
    context.set('detect_machine_beep', String(outcome === 'machine' && detect_message_end));
    context.set('detect_ms', Math.round(seconds * 1000));
    return { do: 'next' };
  },
});

function report(
  context: StepContext,
  url: string | undefined,
  { control_id, outcome, isBeep }: { readonly control_id: string; readonly outcome: string; readonly isBeep: boolean },
): void {
  const type = outcome === 'fax' ? 'fax' : 'machine';
  const event = outcome === 'fax' ? 'CED' : outcome.toUpperCase();
  for (const params of [{ event, ...(isBeep && { beep: true }) }, { event: 'finished' }])
    context.callback(url, 'calling.call.detect', { control_id, detect: { type, params } });
}
