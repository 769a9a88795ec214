import type { Input, Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';
import type { Answer } from '../run/story.js';
import { ask } from './collect.js';
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
  /** The seconds before the silence that ends it. */
  readonly spoken: number;
  readonly isSilent: boolean;
  /** The key that ended the recording. */
  readonly key: string;
  readonly speech: string;
}

/** A caller speaks this long if nothing else is known of it. */
const SPEECH_SECONDS = 5;
const SILENT: readonly (string | undefined)[] = ['no_input', 'absent', 'failed'];

/**
 * How long the caller is recorded. Speech has its own length. Otherwise a script of the verb decides, then the keys. A
 * caller whose script has an empty entry is silent.
 */
export function recordedInput(
  { input, isScripted }: { readonly input: Input; readonly isScripted?: boolean },
  scriptOf: () => Answer | undefined,
  rules: RecordingRules,
): Heard {
  const { initial_timeout, end_silence, max_length, terminators } = rules;
  const spoken = (length: number, silence: number, more: Partial<Heard> = {}): Heard => {
    const seconds = Math.min(length + silence, max_length);
    return { ...{ seconds, spoken: Math.min(length, max_length), isSilent: false, key: '', speech: '' }, ...more };
  };
  // Speech has its own length, so that a script without a result is not used.
  const script = input !== null && 'speech' in input ? undefined : scriptOf();
  if (SILENT.includes(script?.result) || (script === undefined && input === null && isScripted))
    return spoken(0, initial_timeout, { isSilent: true });
  if (input !== null && 'speech' in input)
    return spoken(Math.ceil(speechSeconds(input.speech)), end_silence, { speech: input.speech });
  const { after = SPEECH_SECONDS } = script ?? {};
  const key = input === null ? '' : ([...input.digits].find((digit) => terminators.includes(digit)) ?? '');
  return spoken(after, key === '' ? end_silence : 0, { key });
}

/** Asks the caller for a message, which ends with one of the keys. */
export function askRecorded<D>(context: StepContext, terminators: string, data: D): Outcome<D> {
  const asked = ask(context, '', terminators === '' ? ['speech'] : ['speech', 'digits'], { terminators }, data);
  return asked.do === 'ask' ? { ...asked, prompt: { ...asked.prompt, needs_terminator: true } } : asked;
}
