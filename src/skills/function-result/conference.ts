import { assertOneOf, assertText, assertWithin } from './check-value.js';

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

const USUAL: ConferenceOptions = {
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
    ([key, value]) => value !== undefined && value !== USUAL[key as keyof ConferenceOptions],
  );
  return { join_conference: unusual.length === 0 ? name : { name, ...Object.fromEntries(unusual) } };
}
