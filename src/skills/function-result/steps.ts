import { assertOneOf, assertText, assertWithin, definedFields } from './swml.js';

export interface ConferenceOptions {
  readonly muted?: boolean;
  readonly beep?: 'true' | 'false' | 'onEnter' | 'onExit';
  readonly start_on_enter?: boolean;
  readonly end_on_exit?: boolean;
  readonly wait_url?: string;
  readonly max_participants?: number;
  readonly record?: 'do-not-record' | 'record-from-start';
  readonly region?: string;
  readonly trim?: 'trim-silence' | 'do-not-trim';
  readonly coach?: string;
  readonly status_callback_event?: string;
  readonly status_callback?: string;
  readonly status_callback_method?: 'GET' | 'POST';
  readonly recording_status_callback?: string;
  readonly recording_status_callback_method?: 'GET' | 'POST';
  readonly recording_status_callback_event?: string;
  readonly result?: unknown;
}

const CONFERENCE_DEFAULTS: ConferenceOptions = {
  muted: false,
  beep: 'true',
  start_on_enter: true,
  end_on_exit: false,
  max_participants: 250,
  record: 'do-not-record',
  trim: 'trim-silence',
  status_callback_method: 'POST',
  recording_status_callback_method: 'POST',
  recording_status_callback_event: 'completed',
};

/** Returns the step that joins a conference. It is only the name if every option has its default. */
export function conferenceStep(name: string, options: ConferenceOptions) {
  assertText('name', name);
  assertOneOf('beep', options.beep, ['true', 'false', 'onEnter', 'onExit']);
  assertWithin('max_participants', options.max_participants, 1, 250);
  assertOneOf('record', options.record, ['do-not-record', 'record-from-start']);
  assertOneOf('trim', options.trim, ['trim-silence', 'do-not-trim']);
  assertOneOf('status_callback_method', options.status_callback_method, ['GET', 'POST']);
  assertOneOf('recording_status_callback_method', options.recording_status_callback_method, ['GET', 'POST']);
  const unusual = Object.entries(options).filter(
    ([key, value]) => value !== undefined && value !== CONFERENCE_DEFAULTS[key as keyof ConferenceOptions],
  );
  return { join_conference: unusual.length === 0 ? name : { name, ...Object.fromEntries(unusual) } };
}

export interface RecordOptions {
  readonly control_id?: string;
  readonly stereo?: boolean;
  readonly format?: 'wav' | 'mp3' | 'mp4';
  readonly direction?: 'speak' | 'listen' | 'both';
  readonly terminators?: string;
  readonly beep?: boolean;
  readonly input_sensitivity?: number;
  readonly initial_timeout?: number;
  readonly end_silence_timeout?: number;
  readonly max_length?: number;
  readonly status_url?: string;
}

/** Timeouts are sent only if they are set, because zero would end the recording immediately. */
export function recordStep(options: RecordOptions) {
  assertOneOf('format', options.format, ['wav', 'mp3', 'mp4']);
  assertOneOf('direction', options.direction, ['speak', 'listen', 'both']);
  const usual = { stereo: false, format: 'wav', direction: 'both', beep: false, input_sensitivity: 44 };
  return { record_call: { ...usual, ...definedFields({ ...options }) } };
}

export interface TapOptions {
  readonly control_id?: string;
  readonly direction?: 'speak' | 'listen' | 'both';
  readonly codec?: 'PCMU' | 'PCMA';
  readonly rtp_ptime?: number;
  readonly status_url?: string;
}

export function tapStep(uri: string, { direction = 'both', codec, rtp_ptime, ...options }: TapOptions) {
  assertText('uri', uri);
  assertOneOf('direction', direction, ['speak', 'listen', 'both']);
  assertOneOf('codec', codec, ['PCMU', 'PCMA']);
  if (rtp_ptime !== undefined && !(rtp_ptime > 0)) throw new TypeError('rtp_ptime must be above 0');
  const unusual = definedFields({
    codec: codec === 'PCMU' ? undefined : codec,
    rtp_ptime: rtp_ptime === 20 ? undefined : rtp_ptime,
  });
  return { tap: { uri, direction, ...unusual, ...definedFields(options) } };
}

export interface HoldOptions {
  /** In seconds. The default is 300. */
  readonly timeout?: number;
  readonly step?: string;
  readonly timeout_step?: string;
}

const MAX_HOLD_S = 900;

/** Returns the seconds, at most the platform's maximum, or an object if there are steps to continue with. */
export function holdOf({ timeout = 300, step, timeout_step }: HoldOptions): unknown {
  assertWithin('timeout', Math.trunc(timeout), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const seconds = Math.min(Math.max(Math.trunc(timeout), 0), MAX_HOLD_S);
  const steps = definedFields({ step, timeout_step });
  return Object.keys(steps).length === 0 ? seconds : { timeout: seconds, ...steps };
}

export interface ContextOptions {
  readonly user_prompt?: string;
  readonly consolidate?: boolean;
  readonly full_reset?: boolean;
}

/** Returns the system prompt alone if there are no other options. */
export function contextOf(
  system_prompt: string | undefined,
  { user_prompt, consolidate, full_reset }: ContextOptions,
): unknown {
  const more = definedFields({
    user_prompt,
    consolidate: consolidate || undefined,
    full_reset: full_reset || undefined,
  });
  return Object.keys(more).length === 0 && system_prompt !== undefined
    ? system_prompt
    : definedFields({ system_prompt, ...more });
}
