import { allRecordings, compatFileOf, startRecording, stopRecording } from '../../../subjects/recordings/recording.js';
import { transcribe, transcriptionUrl } from '../../../subjects/transcriptions.js';
import { askRecorded, type Heard, recordedInput } from '../../acts/record.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { callback, flag, method, recordingCallback, storageMethod, storageUrl, url } from '../attributes.js';
import { continueAtAction, endAtAction, recordingTarget, statusCallback } from '../cxml-request.js';

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
  ...recordingCallback,
  transcribe: flag(false, 'Transcribe the recording.'),
  transcribeCallback: callback('Receives the transcription.'),
  storageUrl,
  storageUrlMethod: storageMethod,
} as const;
type Params = ValuesOf<typeof parameters>;

interface Recorded extends Partial<Heard> {
  readonly recording_id: string;
}

export const record = cxmlVerb({
  stage: 'media',
  name: 'Record',
  summary: 'Record the caller, and send the recording to a server.',
  parameters,
  effect: {
    kind: 'partly',
    lacks: 'no audio is recorded: the caller speaks for 5 seconds; nothing is uploaded to your own storage',
  },
  callbacks: ['recordingStatusCallback', 'transcribeCallback'],
  start(context, params): Outcome<Recorded> {
    const { trim, finishOnKey: terminators } = params;
    const callback = recordingTarget(params, ['completed']);
    const start = { source: 'RecordVerb', call_id: context.call.id, leg: 'pstn', trim, callback } as const;
    const { id: recording_id } = startRecording(context.state, start, context.at);
    return askRecorded(context, terminators, { recording_id });
  },
  resume(context, event, params, data) {
    if (event.kind !== 'input') return continueAtAction(context, params, finish(context, params, data));
    const { timeout, maxLength, finishOnKey: terminators } = params;
    const max_length = maxLength === 0 ? MAX_SECONDS : maxLength;
    const rules = { initial_timeout: timeout, end_silence: timeout, max_length, terminators };
    const heard = recordedInput(event, () => context.answerFor('Record'), rules);
    return { do: 'wait', for: 'time', seconds: heard.seconds, data: { ...data, ...heard } };
  },
  hungUp(context, params, data) {
    const action = params.action ?? context.frame.document.url ?? undefined;
    endAtAction(context, { ...params, action }, { ...finish(context, params, data), Digits: 'hangup' });
  },
});

/** Stores the recording. Returns what the action receives. */
function finish(
  context: StepContext,
  params: Params,
  { recording_id, isSilent, spoken = Infinity, key: Digits = '', speech = '' }: Recorded,
) {
  const { state, at } = context;
  const recording = allRecordings(state).get(recording_id);
  if (!recording || (isSilent && params.trim === 'trim-silence')) {
    if (recording) allRecordings(state).delete(recording.id);
    context.report('records silence, so nothing is stored');
    if (params.recordingStatusCallbackEvent?.includes('absent')) {
      const to = { url: params.recordingStatusCallback, method: params.recordingStatusCallbackMethod };
      const fields = { RecordingSid: recording_id, RecordingStatus: 'absent', RecordingSource: 'RecordVerb' };
      statusCallback(context, { ...to, event: 'recording.absent' }, fields);
    }
    return { RecordingDuration: 0, ...(Digits !== '' && { Digits }) };
  }
  // The silence is at the end, after the last words or before a hang-up.
  const stopped = stopRecording(state, recording, at, params.trim === 'trim-silence' ? spoken * 1000 : Infinity);
  const RecordingDuration = Math.round(stopped.recorded_ms / 1000);
  context.report(`records ${RecordingDuration} seconds`);
  const RecordingUrl = compatFileOf(state, stopped.id);
  if (params.transcribe || params.transcribeCallback !== undefined) {
    const made = transcribe(state, stopped, speech);
    const to = { url: params.transcribeCallback, method: 'POST', event: 'transcription.completed' } as const;
    const fields = {
      TranscriptionSid: made.id,
      TranscriptionStatus: 'completed',
      RecordingSid: stopped.id,
      TranscriptionUrl: transcriptionUrl(state, made.id),
    };
    statusCallback(context, to, { ...fields, TranscriptionText: speech, RecordingUrl });
  }
  return { RecordingUrl, RecordingDuration, Digits };
}
