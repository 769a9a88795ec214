import { allRecordings, compatFileOf, startRecording, stopRecording } from '../../../subjects/recordings/recording.js';
import { transcribe } from '../../../subjects/transcriptions.js';
import type { Input } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { speechSeconds } from '../../verbs/media/play-urls.js';
import { choice, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { verb } from '../../verbs/verb.js';
import { callback, flag, method, url, words } from '../attributes.js';
import { continueAtAction, endAtAction, statusCallback } from '../cxml-request.js';

export const TRIMS = ['trim-silence', 'do-not-trim'] as const;
const MAX_SECONDS = 3600;

const parameters = {
  action: url('Receives the recording; default the current document.'),
  method: method(),
  timeout: whole({ default: 5, min: 0, doc: 'Seconds of silence that end it.' }),
  finishOnKey: text({ default: '1234567890*#', doc: 'The keys that end it; default any key.' }),
  maxLength: whole({ default: MAX_SECONDS, min: 0, doc: 'Seconds; 0 means 3,600.' }),
  playBeep: flag(true, 'Play a beep before the recording.', { ignored: true }),
  trim: choice(TRIMS, { default: 'trim-silence', doc: 'Removes silence at both ends.' }),
  recordingStatusCallback: callback('Receives the status of the recording.'),
  recordingStatusCallbackMethod: method(),
  recordingStatusCallbackEvent: words(['in-progress', 'completed', 'absent', 'failed'], 'Default completed.'),
  transcribe: flag(false, 'Transcribe the recording.'),
  transcribeCallback: callback('Receives the transcription.'),
  storageUrl: text({ doc: 'Your own storage.', lacks: 'nothing is uploaded' }),
  storageUrlMethod: choice(['POST', 'PUT'], {
    default: 'POST',
    doc: 'The method for your own storage.',
    ignored: true,
  }),
} as const;
type Params = ValuesOf<typeof parameters>;

export const record = verb({
  language: 'cxml',
  stage: 'media',
  name: 'Record',
  summary: 'Record the caller, and send the recording to a server.',
  parameters,
  effect: { kind: 'partly', lacks: 'the recording is silent, and is not uploaded to your own storage' },
  answers: true,
  sets: [],
  callbacks: ['recordingStatusCallback', 'transcribeCallback'],
  start(context, params) {
    const accepts = params.finishOnKey === '' ? (['speech'] as const) : (['speech', 'digits'] as const);
    const prompt = { at: context.step.at, verb: 'Record', says: '', accepts, terminators: params.finishOnKey };
    const recording = startRecording(
      context.state,
      { source: 'RecordVerb', call_id: context.call.id, leg: 'pstn', trim: params.trim, callback: callbackOf(params) },
      context.at,
    );
    return { do: 'ask', prompt, data: { recording: recording.id } };
  },
  resume(context, event, params) {
    if (event.kind === 'input') {
      const heard = read(event.input, params);
      return { do: 'wait', for: 'time', seconds: heard.seconds, data: { ...context.data, ...heard } };
    }
    return continueAtAction(context, params, finish(context, params));
  },
  hungUp(context, params) {
    const action = params.action ?? context.frame.document.url ?? undefined;
    endAtAction(context, { ...params, action }, { ...finish(context, params), Digits: 'hangup' });
  },
});

const callbackOf = ({
  recordingStatusCallback: to,
  recordingStatusCallbackMethod: by,
  recordingStatusCallbackEvent: events = ['completed'],
}: Params) => (to === undefined ? null : ({ style: 'compat', url: to, method: by, events } as const));

/** A caller who presses a key has spoken for some seconds before. */
const SECONDS_BEFORE_KEY = 5;

function read(input: Input, { timeout, maxLength, finishOnKey }: Params) {
  const limit = maxLength === 0 ? MAX_SECONDS : maxLength;
  if (input === null) return { seconds: Math.min(timeout, limit), digits: '', isSilent: true };
  if ('digits' in input) {
    const key = [...input.digits].find((digit) => finishOnKey.includes(digit)) ?? '';
    return { seconds: Math.min(SECONDS_BEFORE_KEY, limit), digits: key, isSilent: false };
  }
  const seconds = Math.min(Math.ceil(speechSeconds(input.speech)) + timeout, limit);
  return { seconds, digits: '', isSilent: false, speech: input.speech };
}

/** Stores the recording. Returns what the action receives. */
function finish(context: StepContext, params: Params): Readonly<Record<string, unknown>> {
  const { state, at, data } = context;
  const recording = allRecordings(state).get(String(data.recording));
  const { digits } = data;
  if (!recording || (data.isSilent === true && params.trim === 'trim-silence')) {
    if (recording) allRecordings(state).delete(recording.id);
    context.report('records silence, so nothing is stored');
    if (params.recordingStatusCallbackEvent?.includes('absent')) {
      const to = { url: params.recordingStatusCallback, method: params.recordingStatusCallbackMethod };
      statusCallback(context, { ...to, event: 'recording.absent' }, { RecordingStatus: 'absent' });
    }
    return { RecordingDuration: 0, ...(digits !== '' && { Digits: digits }) };
  }
  const stopped = stopRecording(state, recording, at);
  const RecordingDuration = Math.round(stopped.recorded_ms / 1000);
  context.report(`records ${RecordingDuration} seconds`);
  if (params.transcribe || params.transcribeCallback !== undefined) {
    const TranscriptionText = typeof data.speech === 'string' ? data.speech : '';
    const made = transcribe(state, stopped, TranscriptionText);
    const fields = { TranscriptionSid: made.id, TranscriptionStatus: 'completed', RecordingSid: stopped.id };
    const to = { url: params.transcribeCallback, method: 'POST', event: 'transcription.completed' } as const;
    statusCallback(context, to, { ...fields, TranscriptionText, RecordingUrl: recordingUrl(context, stopped.id) });
  }
  const RecordingUrl = recordingUrl(context, stopped.id);
  return { RecordingUrl, RecordingDuration, Digits: digits };
}

export const recordingUrl = ({ state }: StepContext, id: string): string => compatFileOf(state, id);
