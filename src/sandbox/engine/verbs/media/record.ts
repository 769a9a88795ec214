import { recordingPlan } from '../../../subjects/calls/actions/plans.js';
import { allRecordings, bytesOf, fileOf, recordedMs } from '../../../subjects/recordings/recording.js';
import { relayTarget, startAction, stopAction } from '../../acts/actions.js';
import { askRecorded, type Heard, recordedInput } from '../../acts/record.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { bool, choice, number, text } from '../parameters.js';
import { stopVerb } from '../stop-verb.js';
import { swmlVerb } from '../verb.js';

const options = {
  stereo: bool({ default: false, variable: true, doc: 'Record each direction on its own channel.' }),
  format: choice(['wav', 'mp3', 'mp4'], { default: 'wav', doc: 'The format of the file.' }),
  beep: bool({ default: false, variable: true, doc: 'Play a beep before the recording.' }),
  input_sensitivity: number({
    default: 44,
    min: 0,
    max: 100,
    variable: true,
    doc: 'The sensitivity of the voice detection.',
    ignored: true,
  }),
  max_length: number({ min: 0, variable: true, doc: 'The maximum length in seconds.' }),
  status_url: text({ relative: true, doc: 'Receives calling.call.record.' }),
} as const;
const silence = (initial: number, end: number, more: { readonly ignored?: true } = {}) => ({
  initial_timeout: number({ default: initial, min: 0, variable: true, doc: 'Seconds until the first voice.', ...more }),
  end_silence_timeout: number({
    default: end,
    min: 0,
    variable: true,
    doc: 'Seconds of silence that end it.',
    ...more,
  }),
});

export const record = swmlVerb({
  stage: 'media',
  name: 'record',
  summary: 'Record the caller, and wait for the end of the recording.',
  parameters: {
    ...options,
    direction: choice(['speak', 'listen'], {
      default: 'speak',
      doc: 'speak records the words of the party, and listen the audio that it hears.',
    }),
    terminators: text({ default: '#', doc: 'Digits that end the recording.' }),
    ...silence(4, 5),
  },
  effect: { kind: 'partly', lacks: 'no audio is recorded: the caller speaks for 5 seconds' },
  sets: ['record_url', 'record_result'],
  callbacks: ['calling.call.record'],
  start(context, { direction, format, stereo, status_url, beep, terminators }): Outcome<Recorded> {
    const plan = recordingPlan({ stereo, format, direction });
    const action = startAction(context, 'record', { ...plan, lasts_ms: null });
    if (!action) {
      context.set('record_result', 'failed');
      return { do: 'next' };
    }
    context.report(`records${beep ? ' after a beep' : ''}`);
    const data = { control_id: action.control_id, started: Date.parse(context.at) / 1000 };
    reportRecord(context, status_url, 'recording', data, { format, direction, stereo });
    return askRecorded(context, terminators, data);
  },
  resume(context, event, { status_url, format, direction, stereo, ...limits }, data) {
    if (event.kind === 'input') {
      const { initial_timeout, end_silence_timeout: end_silence, max_length = Infinity, terminators } = limits;
      const rules = { initial_timeout, end_silence, max_length, terminators };
      const heard = recordedInput(event, () => context.answerFor('record'), rules);
      return { do: 'wait', for: 'time', seconds: heard.seconds, data: { ...data, heard } };
    }
    const { control_id, heard } = data;
    const isSilent = heard?.isSilent === true;
    stopAction(context, 'record', control_id);
    const key = heard?.key ? `, until the key ${heard.key}` : '';
    context.report(
      isSilent ? 'no voice was heard' : `recorded${heard?.speech ? ` ${JSON.stringify(heard.speech)}` : ''}${key}`,
    );
    reportRecord(context, status_url, isSilent ? 'no_input' : 'finished', data, { format, direction, stereo });
    context.set('record_result', isSilent ? 'failed' : 'success');
    if (!isSilent) context.set('record_url', urlOf(context, control_id));
    return { do: 'next' };
  },
  hungUp: (context, { status_url, format, direction, stereo }, data) =>
    reportRecord(context, status_url, data.heard?.isSilent ? 'no_input' : 'finished', data, {
      format,
      direction,
      stereo,
    }),
});

interface Recorded {
  readonly control_id: string;
  /** When the recording began, in seconds. */
  readonly started: number;
  readonly heard?: Heard;
}

const recordingOf = ({ state }: StepContext, id: string) => allRecordings(state).get(id);
const urlOf = (context: StepContext, id: string): string => {
  const recording = recordingOf(context, id);
  return recording ? fileOf(context.state, recording) : '';
};

function reportRecord(
  context: StepContext,
  url: string | undefined,
  status: string,
  { control_id, started }: Recorded,
  audio: object,
): void {
  const { state, at } = context;
  const recording = recordingOf(context, control_id);
  if (!recording) return;
  const end = {
    ...{ recording_id: recording.id, start_time: started, end_time: Date.parse(at) / 1000 },
    ...{ duration: recordedMs(state, recording) / 1000, size: bytesOf(state, recording) },
  };
  const facts = { control_id, state: status, url: fileOf(state, recording), record: { audio } };
  context.callback(url, 'calling.call.record', { ...facts, ...(status === 'finished' && end) });
}

export const record_call = swmlVerb({
  stage: 'media',
  name: 'record_call',
  summary: 'Record the call in the background.',
  parameters: {
    control_id: text({ doc: 'The name for stop_record_call; default: generated.' }),
    ...options,
    direction: choice(['speak', 'listen', 'both'], { default: 'both', doc: 'The directions to record.' }),
    terminators: text({ default: '', doc: 'Digits that end the recording.', lacks: 'digits do not end it' }),
    ...silence(0, 0, { ignored: true }),
    beep: bool({ default: false, variable: true, doc: 'Play a beep before the recording.', ignored: true }),
  },
  effect: { kind: 'partly', lacks: 'no audio is recorded' },
  sets: ['record_call_url', 'record_call_result', 'record_control_id'],
  callbacks: ['calling.call.record'],
  start(context, { control_id, status_url, ...more }) {
    const plan = recordingPlan(more);
    const action = startAction(context, 'record', {
      control_id,
      callback: relayTarget(status_url),
      ...plan,
      facts: { isNested: true },
    });
    context.set('record_call_result', action ? 'success' : 'failed');
    if (!action) return { do: 'next' };
    context.report('records the call');
    context.set('record_control_id', action.control_id);
    context.set('record_call_url', urlOf(context, action.id));
    return { do: 'next' };
  },
});

export const stop_record_call = stopVerb({
  stage: 'media',
  name: 'stop_record_call',
  kind: 'record',
  thing: 'recording',
  summary: 'Stop a recording of the call.',
  callbacks: ['calling.call.record'],
});
