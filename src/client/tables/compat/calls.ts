import { bool, compatPage, documentUrl, int, list, num, obj, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { Recording, steer } from './recordings.js';
import { A, form, item, Post, paging, remove, stream, Verb, versioned, when } from './resource.js';

const C = `${A}/Calls` as const;
const Status = oneOf(['queued', 'ringing', 'in-progress', 'canceled', 'completed', 'busy', 'failed', 'no-answer']);
const maybe = { int: orNull(int()), num: orNull(num()), str: orNull(str()) };

const Call = shape('CompatCall', {
  ...versioned, parent_call_sid: maybe.str, to: str(), formatted_to: str(), to_formatted: str(), from: str(), formatted_from: str(), from_formatted: str(),
  phone_number_sid: maybe.str, status: Status, start_time: maybe.str, end_time: maybe.str, duration: int('In seconds.'), price: maybe.num, price_unit: str(),
  direction: oneOf(['inbound', 'outbound']), answered_by: orNull(oneOf(['human', 'machine'])), forwarded_from: maybe.str, caller_name: maybe.str, annotation: maybe.str,
  group_sid: maybe.str, sip_result_code: maybe.str, subresource_uris: obj({ notifications: maybe.str, recordings: str() }),
  audio_in_mos: maybe.num, audio_rtt_avg: maybe.int, audio_rtt_min: maybe.int, audio_rtt_max: maybe.int,
  audio_out_jitter_min: maybe.int, audio_out_jitter_max: maybe.int, audio_out_jitter_avg: maybe.int, audio_out_lost: maybe.int,
});
const { sid, account_sid, date_updated } = item;
const CallStream = shape('CompatCallStream', { sid, account_sid, call_sid: str(), name: str(), status: stream.Status, date_updated, uri: str() });

const Trim = ['trim-silence', 'do-not-trim'] as const;
/** The recording options of a new call and of a live call. */
const recorded = {
  RecordingChannels: oneOf(['mono', 'dual'], undefined, { default: 'mono' }), RecordingTrack: oneOf(['inbound', 'outbound', 'both'], undefined, { default: 'both' }),
  RecordingStatusCallback: str(), RecordingStatusCallbackMethod: Post, RecordingStatusCallbackEvent: str(undefined, { default: 'completed' }),
};

export const calls = {
  list: op(`GET ${C}`, 'List calls.', {
    takes: { ...when('StartTime'), ...when('EndTime'), From: str(), To: str(), ParentCallSid: str(), Status, ...paging },
    gives: compatPage(Call, 'calls'),
  }),
  create: form(`POST ${C}`, 'Make a call.', {
    needs: { To: str('A number in E.164 or a SIP URI.'), From: str() },
    takes: {
      Url: documentUrl('cxml', 'The URL of the document for the call. Required without `ApplicationSid`.'), Method: Post, ApplicationSid: str(),
      FallbackUrl: str('Used when `Url` fails.'), FallbackMethod: Post, StatusCallback: str(), StatusCallbackMethod: Post,
      StatusCallbackEvent: list(str(), 'The default is `completed`.'), CallerId: str(),
      SendDigits: str('Dialled after the call is answered: digits, `#`, `*`, and `w` or `W` to wait.', { max: 32 }), Timeout: int('Seconds to ring.', { min: 1, max: 600, default: 60 }),
      MachineDetection: oneOf(['Enable', 'DetectMessageEnd', 'none'], undefined, { default: 'none' }),
      MachineDetectionTimeout: int('In seconds.', { min: 1, max: 120, default: 30 }),
      MachineDetectionSpeechThreshold: int('In milliseconds.', { min: 1000, max: 6000, default: 2400 }),
      MachineDetectionSpeechEndThreshold: int('In milliseconds.', { min: 500, max: 5000, default: 1200 }),
      MachineDetectionSilenceTimeout: int('In milliseconds.', { min: 2000, max: 10000, default: 5000 }), MachineWordsThreshold: int(undefined, { min: 1, max: 100, default: 6 }),
      AsyncAmd: bool('Continues the call without waiting for the detection.', { default: false }), AsyncAmdStatusCallback: str(), AsyncAmdStatusCallbackMethod: Post,
      AsyncAmdPartialResults: bool(undefined, { default: false }), Record: bool(undefined, { default: false }), ...recorded, Trim: oneOf(Trim, undefined, { default: 'trim-silence' }),
      SipAuthUsername: str(), SipAuthPassword: str(), MaxPricePerMinute: str('A decimal number with up to four decimal places.'),
    },
    spends: true, gives: Call,
  }),
  get:    op(`GET ${C}/{sid:call}`, 'Fetch one call.', { gives: Call }),
  update: form(`POST ${C}/{sid:call}`, 'Redirect or end a live call.', {
    takes: {
      Url: documentUrl('cxml', 'The URL of the new document for the call.'), Method: Verb, Status: oneOf(['canceled', 'completed'], '`canceled` before the call is answered, `completed` after.'),
      FallbackUrl: str(), FallbackMethod: Verb, StatusCallback: str(), StatusCallbackMethod: Verb,
    },
    gives: Call,
  }),
  delete: remove(`DELETE ${C}/{sid:call}`, 'Delete the record of a call.'),

  start_recording: form(`POST ${C}/{call_sid}/Recordings`, 'Record a live call.', {
    takes: { ...recorded, Trim: oneOf(Trim, undefined, { default: 'do-not-trim' }) }, spends: true, gives: Recording,
  }),
  update_recording: form(`POST ${C}/{call_sid}/Recordings/{recording_sid}`, 'Pause, continue or stop the recording of a call.', { ...steer, gives: Recording }),
  start_stream:     form(`POST ${C}/{call_sid}/Streams`, 'Stream the audio of a call.', { needs: stream.target, takes: stream.options, spends: true, gives: CallStream }),
  stop_stream:      form(`POST ${C}/{call_sid}/Streams/{stream_sid}`, 'Stop a stream of a call.', { ...stream.stop, gives: CallStream }),
};
