import type { Input, Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';
import type { Prompt } from '../run/story.js';
import { SECONDS_A_KEY, speechSeconds } from './sounds.js';

/** What ends the input of a person. */
export interface InputRules {
  readonly max_digits?: number | undefined;
  readonly terminators?: string | undefined;
  /** Seconds until the first input. */
  readonly initial_timeout: number;
  /** Seconds after a digit. */
  readonly digit_timeout: number;
  /** Seconds of silence that end speech. */
  readonly speech_end: number;
}

/** What a person entered. */
export interface Collected {
  readonly kind: 'digits' | 'speech' | 'nothing';
  /** The digits or the speech. */
  readonly value: string;
  /** The key that ended the digits. */
  readonly terminator: string;
  /** Seconds after the end of the prompt. */
  readonly seconds: number;
}

/** Who enters the input, in a report: the person whom the platform called, or the caller. */
export const personOnLine = ({ call }: Pick<StepContext, 'call'>): string =>
  call.direction === 'outbound-api' ? 'the called party' : 'the caller';

/** Asks the person on the line. The step resumes with the input. */
export function ask<D>(
  { step: { at, name } }: StepContext,
  says: string,
  accepts: Prompt['accepts'],
  { max_digits, terminators }: Pick<InputRules, 'max_digits' | 'terminators'>,
  data: D,
): Outcome<D> {
  const limits = { ...(max_digits !== undefined && { max_digits }), ...(terminators && { terminators }) };
  return { do: 'ask', prompt: { at, verb: name, says, accepts, ...limits }, data };
}

/** The keys of an entry. */
export const keysOf = (entry: string): string[] => [...entry.replace(/[^\d*#A-D]/gi, '')];

/** Reads the input. The key that ends it is not part of the digits. A key takes half a second. */
export function collected(input: Input, rules: InputRules): Collected {
  const { max_digits = Infinity, terminators = '', initial_timeout, digit_timeout, speech_end } = rules;
  const nothing = { kind: 'nothing', value: '', terminator: '', seconds: initial_timeout } as const;
  if (input === null) return nothing;
  if ('speech' in input) {
    const seconds = speechSeconds(input.speech) + speech_end;
    return { kind: 'speech', value: input.speech, terminator: '', seconds };
  }
  const keys = keysOf(input.digits);
  const end = keys.findIndex((key) => terminators.includes(key));
  const value = keys.slice(0, end < 0 ? max_digits : Math.min(end, max_digits)).join('');
  // A key after the last digit that is awaited is too late.
  const terminator = end >= 0 && end < max_digits ? (keys[end] ?? '') : '';
  if (value === '' && terminator === '') return nothing;
  const isEnded = terminator !== '' || value.length >= max_digits;
  const seconds = SECONDS_A_KEY * (value.length + terminator.length) + (isEnded ? 0 : digit_timeout);
  return { kind: 'digits', value, terminator, seconds };
}
