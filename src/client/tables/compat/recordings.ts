import { compatPage, int, obj, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { A, paging, remove, versioned, when } from './resource.js';

const R = `${A}/Recordings` as const;
const Channels = oneOf(['1', '2']);

/** The fields that recordings of calls and of conferences share. */
export const recording = {
  ...versioned, call_sid: orNull(str()), conference_sid: orNull(str()), channel: Channels, channels: Channels, start_time: orNull(str()), end_time: orNull(str()),
  duration: int('In seconds.'), price: orNull(str()), price_unit: str(), status: oneOf(['queued', 'in-progress', 'paused', 'resumed', 'completed', 'absent', 'stopped']),
  error_code: orNull(str()), subresource_uris: obj({ transcriptions: str() }), encryption_details: orNull(str()), trim: str(),
};
export const Recording = shape('CompatRecording', {
  ...recording,
  source: oneOf(['DialVerb', 'Conference', 'OutBoundApi', 'Trunking', 'RecordVerb', 'StartCallRecordingApi', 'StartConferenceRecording']),
});
/** The fields that control a running recording. */
export const steer = {
  needs: { Status: oneOf(['paused', 'in-progress', 'stopped'], '`in-progress` resumes the recording.') },
  takes: { PauseBehavior: oneOf(['skip', 'silence'], 'How a pause appears in the recording.', { default: 'silence' }) },
};

export const recordings = {
  list:   op(`GET ${R}`, 'List recordings.', { takes: { ...when('DateCreated'), CallSid: str(), ConferenceSid: str(), ...paging }, gives: compatPage(Recording, 'recordings') }),
  get:    op(`GET ${R}/{sid:recording}`, 'Fetch one recording.', { gives: Recording }),
  delete: remove(`DELETE ${R}/{sid:recording}`, 'Delete one recording.'),
};

const T = `${A}/Transcriptions` as const;
const Transcription = shape('CompatTranscription', {
  ...versioned, recording_sid: str(), duration: int('In seconds.'), price: orNull(str()), price_unit: str(), status: str(), transcription_text: orNull(str()), type: str(),
});

export const transcriptions = {
  list:   op(`GET ${T}`, 'List transcriptions.', { takes: { ...when('DateCreated'), ...paging }, gives: compatPage(Transcription, 'transcriptions') }),
  get:    op(`GET ${T}/{sid:transcription}`, 'Fetch one transcription.', { gives: Transcription }),
  delete: remove(`DELETE ${T}/{sid:transcription}`, 'Delete one transcription.'),
};
