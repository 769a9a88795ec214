import type { Input } from '../run/outcome.js';
import type { Answer } from '../run/story.js';
import { speechSeconds } from './sounds.js';

/** What ends a recording of the caller. */
interface RecordingRules {
  /** Seconds until the first voice. */
  readonly initial_timeout: number;
  /** Seconds of silence after the voice. */
  readonly end_silence: number;
  readonly max_length: number;
  readonly terminators: string;
}

/** What the caller did during a recording. */
export interface Heard {
  readonly seconds: number;
  readonly isSilent: boolean;
  /** The key that ended the recording. */
  readonly key: string;
  readonly speech: string;
}

/** A caller speaks this long if only a key or nothing else is known of it. */
const SPEECH_SECONDS = 5;

/** How long the caller is recorded. A script of the verb decides first, then the input; without both it is silent. */
export function recordedInput(input: Input, script: Answer | undefined, rules: RecordingRules): Heard {
  const { initial_timeout, end_silence, max_length, terminators } = rules;
  const ends = (seconds: number, more: Partial<Heard> = {}): Heard => ({
    ...{ seconds: Math.min(seconds, max_length), isSilent: false, key: '', speech: '' },
    ...more,
  });
  const { result, after = SPEECH_SECONDS } = script ?? {};
  if (result === 'no_input' || result === 'failed' || (script === undefined && input === null))
    return ends(initial_timeout, { isSilent: true });
  if (input === null) return ends(after + end_silence);
  if ('speech' in input) return ends(Math.ceil(speechSeconds(input.speech)) + end_silence, { speech: input.speech });
  return ends(after, { key: [...input.digits].find((digit) => terminators.includes(digit)) ?? '' });
}
