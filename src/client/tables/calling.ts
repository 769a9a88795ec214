import { anything, bool, choice, documentUrl, either, int, list, nil, num, obj, oneOf, orNull, shape, str, suggest, swml } from '../field.js';
import { type Facts, op } from '../row.js';
import type { AnyField, Fields } from '../row-types.js';
import { charges } from './shared-fields.js';

const Direction = ['inbound', 'outbound', 'outbound-api'] as const;
const leg = {
  id: str(), from: str(), to: str(), direction: oneOf(Direction), source: oneOf(['realtime_api']), url: orNull(str()), ...charges, created_at: str(),
};
const course = { parent_id: orNull(str()), duration: orNull(int('In seconds.')), duration_ms: orNull(int()), billing_ms: orNull(int()) };
const CallLeg = shape('CallLeg', {
  ...leg,
  type: oneOf(['relay_pstn_call', 'relay_sip_call', 'relay_webrtc_call']),
  status: orNull(oneOf(['queued', 'initiated', 'created', 'ringing', 'answered', 'ending', 'ended', 'failed', 'canceled', 'completed'])),
  ...course,
});
// The optional fields are never sent. They give the fields of the other leg a type in the union.
const DeviceLeg = shape('DeviceLeg', { ...leg, type: oneOf(['fabric_subscriber_device_leg']), status: nil }, course);
const Call = either([CallLeg, DeviceLeg]);

const document = swml('A SWML document.');
const script = { url: documentUrl('swml', 'The URL of the document.'), swml: document };
const control_id = str('The id of this action, for later commands to pause, resume or stop it.');
const status_url = str('Receives each change of state.');
const direction = oneOf(['listen', 'speak', 'both']);
const gender = oneOf(['male', 'female'], undefined, { default: 'female' });
const codec = oneOf(['PCMA', 'PCMU', 'pcma', 'pcmu', 'OPUS', 'opus']);
const Codec = suggest(['OPUS', 'OPUS@48000H@20I', 'OPUS@24000H@20I', 'OPUS@16000H@20I', 'OPUS@8000H@20I', 'G722', 'PCMU', 'PCMA', 'G729', 'VP8', 'H264']);
const Side = oneOf(['remote-caller', 'local-caller']);
const Tone = oneOf(['at', 'au', 'be', 'bg', 'bong', 'br', 'ca', 'ch', 'cl', 'cn', 'cy', 'cz', 'de', 'dk', 'dz', 'ee', 'eg', 'es', 'fi', 'fr', 'gr', 'hu', 'il', 'in', 'it',
  'jp', 'ko', 'lt', 'mx', 'my', 'nl', 'no', 'nz', 'ph', 'pk', 'pl', 'pt', 'ro', 'rs', 'ru', 'sa', 'se', 'sg', 'th', 'tr', 'tw', 'uk', 'us', 've', 'za']);
const Filter = either([oneOf(['polite', 'rude', 'professional', 'shakespeare', 'gen-z']), str('Or `prompt:` followed by your own instructions.')]);
const live = {
  webhook: str(), live_events: bool(), ai_summary: bool(), ai_summary_prompt: str(), speech_engine: str(),
  speech_timeout: int(undefined, { default: 60000 }), vad_silence_ms: int(), vad_thresh: int(undefined, { default: 400 }), debug_level: int(undefined, { default: 0 }),
};
const recordingOptions = {
  beep: bool(), format: oneOf(['mp3', 'wav', 'mp4'], undefined, { default: 'mp3' }), stereo: bool(), direction, terminators: str(undefined, { default: '#' }),
  initial_timeout: num(undefined, { min: 0, default: 4 }), end_silence_timeout: num(undefined, { min: 0, default: 0.5 }), max_length: int(undefined, { min: 0 }),
  input_sensitivity: num(undefined, { min: 0, max: 100, default: 44 }),
};
const recording = obj({}, recordingOptions);
const summarize = obj({ summarize: obj({}, { webhook: str(), prompt: str() }) });

// All rows share one route. The `command` field distinguishes them.
const CALLS = 'POST /api/calling/calls';
type Some = Fields | null;
/** A command to a live call: `command(call_id, {…})` sends `{ command, id, params }`. */
export const command = <const N extends Some = null, const T extends Some = null>(wire: string, help: string, facts: Facts<never, N, T, never, never>) =>
  op<typeof CALLS, ['call_id'], N, T, [], typeof Call>(CALLS, help, { origin: 'stated', ...facts, lead: ['call_id'], wire: { call_id: 'id' }, fixed: { command: wire }, params: true, gives: Call });
/** A command whose call id, if it has one, is among the params. */
const request = <const N extends Some, const T extends Some, const V extends readonly AnyField[] = []>(wire: string, help: string, facts: Facts<never, N, T, V, never>) =>
  op<typeof CALLS, [], N, T, V, typeof Call>(CALLS, help, { ...facts, origin: 'stated', fixed: { command: wire }, params: true, gives: Call });
const control = (wire: string, help: string) => command(wire, help, { needs: { control_id } });

export const calling = {
  dial: request('dial', 'Start an outbound call.', {
    needs: { from: str() },
    takes: {
      to: str('Required without `to_script`.'), to_script: either([str(), document]), caller_id: str(), username: str('Only for SIP destinations.'), password: str(),
      timeout: int('In seconds.', { min: 1, max: 600 }), codecs: either([list(Codec), Codec]), region: either([str(), list(str())]), send_digits: str(),
      max_price_per_minute: num(undefined, { min: 0 }), custom_variables: anything(), fallback_url: str(), status_url, url_method: oneOf(['GET', 'POST'], undefined, { default: 'POST' }),
      status_events: list(suggest(['created', 'queued', 'initiated', 'ringing', 'answered', 'ending', 'ended'], 'The sources disagree on the names.')),
    },
    variants: [obj({ url: script.url }), obj({ swml: script.swml })],
    spends: true,
  }),
  update: request('update', 'Update or end a live call.', {
    needs: { id: str('The id of the call.') },
    takes: { status: oneOf(['canceled', 'completed'], '`canceled` before the call is answered, `completed` after.'), fallback_url: str(), status_url, ...script },
  }),
  end:        command('calling.end', 'Hang up.', { takes: { reason: oneOf(['hangup', 'cancel', 'busy', 'noAnswer', 'decline', 'error']) } }),
  transfer:   command('calling.transfer', 'Transfer the call.', { needs: { dest: either([str('A SIP URI, a number in E.164, or a URL.'), document]) } }),
  disconnect: command('calling.disconnect', 'Separate two bridged calls without hanging up.', { takes: {} }),

  play: command('calling.play', 'Play audio, speech, silence or a ringtone.', {
    needs: {
      play: list(either([
        choice('audio', { url: str() }),
        choice('tts', { text: str() }, { language: str(), gender, voice: str() }),
        choice('silence', { duration: num('In seconds.') }),
        choice('ringtone', { name: Tone }, { duration: num() }),
      ])),
    },
    takes: {
      control_id, status_url, volume: num('In dB.', { min: -40, max: 40, default: 0 }), direction, loop: int('0 repeats without end.', { min: 0, default: 1 }),
      language: str(undefined, { default: 'en-US' }), voice: str(), gender,
    },
  }),
  play_pause:  control('calling.play.pause', 'Pause playback.'),
  play_resume: control('calling.play.resume', 'Resume playback.'),
  play_stop:   control('calling.play.stop', 'Stop playback.'),
  play_volume: command('calling.play.volume', 'Change the volume of playback.', { needs: { control_id, volume: num('In dB.', { min: -40, max: 40 }) } }),

  record: command('calling.record', 'Record the call.', {
    takes: {
      control_id, status_url,
      record: obj({ audio: recording }),
      audio: obj({}, recordingOptions, 'Other clients send the options here. The platform reads `record.audio`.'),
    },
    demands: ['record'],
  }),
  record_pause:  command('calling.record.pause', 'Pause a recording.', { needs: { control_id }, takes: { behavior: oneOf(['skip', 'silence'], undefined, { default: 'skip' }) } }),
  record_resume: control('calling.record.resume', 'Resume a recording.'),
  record_stop:   control('calling.record.stop', 'Stop a recording.'),

  collect: command('calling.collect', 'Collect digits or speech.', {
    takes: {
      control_id, status_url, initial_timeout: num(), digits: obj({ max: int() }, { terminators: str(), digit_timeout: num() }),
      speech: obj({}, { end_silence_timeout: num(), speech_timeout: num(), language: str(), hints: list(str()), model: str(), engine: str() }),
      continuous: bool(), partial_results: bool(), send_start_of_input: bool(), start_input_timers: bool(),
    },
  }),
  collect_stop:               control('calling.collect.stop', 'Stop collecting.'),
  collect_start_input_timers: control('calling.collect.start_input_timers', 'Start the timers that `start_input_timers: false` delayed.'),

  detect: command('calling.detect', 'Detect an answering machine, a fax or digits.', {
    needs: {
      detect: either([
        obj({ type: oneOf(['machine']) }, { params: obj({}, {
          initial_timeout: num(undefined, { default: 4.5 }), end_silence_timeout: num(undefined, { default: 1 }), machine_ready_timeout: num(), machine_voice_threshold: num(undefined, { default: 1.25 }),
          machine_words_threshold: int(undefined, { default: 6 }), detect_interruptions: bool(), detect_message_end: bool(undefined, { default: true }),
        }) }),
        obj({ type: oneOf(['fax']) }, { params: obj({}, { tone: oneOf(['CNG', 'CED', 'cng', 'ced']) }) }),
        obj({ type: oneOf(['digit']) }, { params: obj({}, { digits: str() }) }),
      ]),
    },
    takes: { control_id, status_url, timeout: num(undefined, { min: 0, default: 30 }) },
  }),
  detect_stop: control('calling.detect.stop', 'Stop the detection.'),

  tap: command('calling.tap', 'Send a copy of the audio to RTP or a WebSocket.', {
    needs: {
      tap: choice('audio', { direction }),
      device: either([choice('rtp', { addr: str(), port: int(undefined, { min: 1, max: 65535 }) }, { codec, ptime: int() }), choice('ws', { uri: str() }, { codec })]),
    },
    takes: { control_id, status_url },
  }),
  tap_stop: control('calling.tap.stop', 'Stop a tap.'),

  stream: command('calling.stream', 'Stream the audio to a WebSocket.', {
    needs: { url: str() },
    takes: {
      control_id, status_url, name: str(), codec: str(), track: oneOf(['inbound_track', 'outbound_track', 'both_tracks'], undefined, { default: 'inbound_track' }),
      authorization_bearer_token: str(), custom_parameters: anything(), status_url_method: oneOf(['GET', 'POST'], undefined, { default: 'POST' }),
    },
  }),
  stream_stop: control('calling.stream.stop', 'Stop a stream.'),

  denoise:         command('calling.denoise', 'Start noise reduction.', { takes: {} }),
  denoise_stop:    command('calling.denoise.stop', 'Stop noise reduction.', { takes: {} }),
  transcribe:      command('calling.transcribe', 'Transcribe the call in the background.', { takes: { control_id, status_url } }),
  transcribe_stop: control('calling.transcribe.stop', 'Stop the transcription.'),

  ai_message: command('calling.ai_message', 'Add a message to the AI session.', {
    takes: { role: oneOf(['system', 'user', 'assistant']), message_text: str(), reset: obj({}, { full_reset: bool(), user_prompt: str(), system_prompt: str() }), global_data: anything() },
  }),
  ai_hold:   command('calling.ai_hold', 'Hold the AI session.', { takes: { timeout: str(), prompt: str() } }),
  ai_unhold: command('calling.ai_unhold', 'Resume the AI session.', { takes: { prompt: str() } }),
  ai_stop:   command('calling.ai.stop', 'End the AI session.', { takes: { control_id } }),

  live_transcribe: command('calling.live_transcribe', 'Start, summarize or stop a live transcription.', {
    needs: { action: either([obj({ start: obj({ lang: str(), direction: list(Side) }, live) }), summarize, oneOf(['stop'])]) },
  }),
  live_translate: command('calling.live_translate', 'Start, summarize or stop a live translation, or add a message.', {
    needs: {
      action: either([
        obj({ start: obj({ from_lang: str(), to_lang: str(), direction: list(Side) }, { from_voice: str(), to_voice: str(), filter_from: Filter, filter_to: Filter, ...live }) }),
        obj({ inject: obj({ message: str(), direction: Side }) }),
        summarize,
        oneOf(['stop']),
      ]),
    },
    takes: { status_url },
  }),
  send_fax_stop:    control('calling.send_fax.stop', 'Stop sending a fax.'),
  receive_fax_stop: control('calling.receive_fax.stop', 'Stop receiving a fax.'),
  refer: command('calling.refer', 'Ask the other party to call another address (SIP REFER).', {
    needs: { device: choice('sip', { to: str() }, { from: str(), username: str(), password: str() }) },
    takes: { status_url },
  }),
  user_event: command('calling.user_event', 'Send a custom event.', { needs: { event: anything() } }),
};
