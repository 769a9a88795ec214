import type { Input } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, either, list, number, text, type ValuesOf, whole } from '../parameters.js';
import { verb } from '../verb.js';
import { playAll, sound, voice } from './play.js';
import { speechSeconds } from './play-urls.js';

const parameters = {
  play: either([sound(), list(sound(), { min: 1 })], { required: true, doc: 'One sound or a list of sounds.' }),
  ...voice,
  max_digits: whole({ min: 1, variable: true, doc: 'The number of digits; default 1.' }),
  terminators: text({ doc: 'Digits that end the input.' }),
  digit_timeout: number({ min: 0, variable: true, doc: 'Seconds between digits; default 5.' }),
  initial_timeout: number({ min: 0, variable: true, doc: 'Seconds until the first input; default 5.' }),
  speech_timeout: number({ min: 0, variable: true, doc: 'Seconds of speech.' }),
  speech_end_timeout: number({ min: 0, variable: true, doc: 'Seconds of silence after speech.' }),
  speech_language: text({ doc: 'The language of the speech.' }),
  speech_hints: list(text(), { doc: 'Expected words.' }),
  speech_engine: choice(['Google', 'Google.V2', 'Deepgram'], { doc: 'The recognition engine.', ignored: true }),
  status_url: text({ doc: 'Receives calling.call.collect.' }),
} as const;
type Params = ValuesOf<typeof parameters>;

export const prompt = verb({
  language: 'swml',
  stage: 'media',
  name: 'prompt',
  summary: 'Play a prompt and collect digits or speech.',
  parameters,
  effect: { kind: 'partly', lacks: 'speech is the scripted text, not recognised audio' },
  answers: true,
  sets: ['prompt_result', 'prompt_value', 'prompt_value_raw', 'prompt_digit_terminator', 'prompt_speech_confidence'],
  callbacks: ['calling.call.collect'],
  start(context, params) {
    const urls = [params.play].flat();
    const seconds = playAll(context, urls);
    const { max_digits = 1, terminators } = params;
    const prompted = {
      at: context.step.at,
      verb: 'prompt',
      says: urls.join(', '),
      accepts: accepted(params),
      max_digits,
    };
    const control_id = context.newId();
    return {
      do: 'ask',
      prompt: terminators === undefined ? prompted : { ...prompted, terminators },
      data: { control_id, seconds },
    };
  },
  resume(context, event, params) {
    const { control_id, seconds, collected } = context.data;
    if (event.kind === 'input') {
      const heard = collect(event.input, params, context);
      const after = Number(seconds) + heard.seconds;
      return { do: 'wait', for: 'time', seconds: after, data: { control_id, collected: heard } };
    }
    finish(context, collected as Collected, params.status_url); // Stored by the lines above.
    return { do: 'next' };
  },
});

/** Digits alone by default. A parameter for speech allows speech, and digits too if one for digits is present. */
function accepted(params: Params): ('digits' | 'speech')[] {
  const { speech_timeout, speech_end_timeout, speech_language, speech_hints } = params;
  const { max_digits, terminators, digit_timeout, initial_timeout } = params;
  const isGiven = (values: readonly unknown[]) => values.some((value) => value !== undefined);
  if (!isGiven([speech_timeout, speech_end_timeout, speech_language, speech_hints])) return ['digits'];
  return isGiven([max_digits, terminators, digit_timeout, initial_timeout]) ? ['digits', 'speech'] : ['speech'];
}

interface Collected {
  readonly result: 'match_digits' | 'match_speech' | 'no_input' | 'no_match';
  readonly value: string;
  readonly terminator: string;
  /** Seconds after the end of the sounds. */
  readonly seconds: number;
}

const SECONDS_A_DIGIT = 0.5;
const SPEECH_END = 1;

function collect(input: Input, params: Params, context: StepContext): Collected {
  const { max_digits = 1, terminators = '', digit_timeout = 5, initial_timeout = 5, speech_end_timeout } = params;
  const nothing = { value: '', terminator: '', seconds: initial_timeout } as const;
  const result = context.answerFor('prompt')?.result;
  if (result === 'no_match') return { ...nothing, result };
  if (input === null) return { ...nothing, result: 'no_input' };
  if ('speech' in input) {
    const seconds = speechSeconds(input.speech) + (speech_end_timeout ?? SPEECH_END);
    return { result: 'match_speech', value: input.speech, terminator: '', seconds };
  }
  const digits = input.digits.replace(/[^\d*#A-D]/gi, '');
  const end = [...digits].findIndex((digit) => terminators.includes(digit));
  const value = digits.slice(0, end < 0 ? digits.length : end).slice(0, max_digits);
  const isEnded = value.length >= max_digits || end >= 0;
  const terminator = end >= 0 && end <= value.length ? (digits[end] ?? '') : '';
  const seconds = SECONDS_A_DIGIT * (value.length + terminator.length) + (isEnded ? 0 : digit_timeout);
  if (value === '' && terminator === '') return { ...nothing, result: 'no_input' };
  return { result: 'match_digits', value, terminator, seconds };
}

const CONFIDENCE = 90;

function finish(context: StepContext, { result, value, terminator }: Collected, status_url: string | undefined): void {
  const isSpeech = result === 'match_speech';
  context.report(
    result === 'match_digits'
      ? `the caller pressed ${value}${terminator}`
      : isSpeech
        ? `the caller said ${JSON.stringify(value)}`
        : result === 'no_match'
          ? 'the speech was not understood'
          : 'no input',
  );
  context.set('prompt_result', result);
  context.set('prompt_value', value);
  context.set('prompt_value_raw', value);
  context.set('prompt_digit_terminator', terminator);
  if (isSpeech) context.set('prompt_speech_confidence', CONFIDENCE);
  const reported = isSpeech
    ? { type: 'speech', params: { text: value, confidence: CONFIDENCE } }
    : result === 'match_digits'
      ? { type: 'digit', params: { digits: value, terminator } }
      : { type: result };
  context.callback(status_url, 'calling.call.collect', { control_id: context.data.control_id, result: reported });
}
