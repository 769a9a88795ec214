import { assertOneOf } from './check-value.js';
import { given } from './swml.js';

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

/**
 * Returns the step that records a call. Timeouts are sent only if they are set, because zero would end the recording
 * immediately.
 */
export function recordStep(options: RecordOptions) {
  assertOneOf('format', options.format, ['wav', 'mp3', 'mp4']);
  assertOneOf('direction', options.direction, ['speak', 'listen', 'both']);
  const usual = { stereo: false, format: 'wav', direction: 'both', beep: false, input_sensitivity: 44 };
  return { record_call: { ...usual, ...given({ ...options }) } };
}
