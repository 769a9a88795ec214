import { ask, type Collected, collected, personOnLine } from '../../acts/collect.js';
import { playAll } from '../../acts/sounds.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, either, list, number, text, type ValuesOf, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';
import { sound, voice } from './play.js';

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
  status_url: text({ relative: true, doc: 'Receives calling.call.collect.' }),
} as const;
type Params = ValuesOf<typeof parameters>;

export const prompt = swmlVerb({
  stage: 'media',
  name: 'prompt',
  summary: 'Play a prompt and collect digits or speech.',
  alsoCalled: ['gather', 'collect', 'ask', 'menu', 'ivr'],
  parameters,
  effect: { kind: 'partly', lacks: 'speech is the scripted text, not recognised audio' },
  sets: ['prompt_result', 'prompt_value', 'prompt_value_raw', 'prompt_digit_terminator', 'prompt_speech_confidence'],
  callbacks: ['calling.call.collect'],
  start(context, params): Outcome<Prompted> {
    const urls = [params.play].flat();
    const seconds = playAll(context, urls);
    const { max_digits = 1, terminators } = params;
    const data = { control_id: context.newId(), seconds };
    return ask(context, urls.join(', '), accepted(params), { max_digits, terminators }, data);
  },
  resume(context, event, params, data) {
    if (event.kind !== 'input') return data.heard ? finish(context, data.control_id, data.heard, params) : NEXT;
    const { max_digits = 1, terminators, digit_timeout = 5, initial_timeout = 5, speech_end_timeout = 1 } = params;
    const rules = { max_digits, terminators, digit_timeout, initial_timeout, speech_end: speech_end_timeout };
    const isMissed = context.answerFor('prompt')?.result === 'no_match';
    const heard = collected(isMissed ? null : event.input, rules);
    const result = isMissed ? 'no_match' : RESULTS[heard.kind];
    const seconds = data.seconds + heard.seconds;
    return { do: 'wait', for: 'time', seconds, data: { ...data, heard: { ...heard, result } } };
  },
});

interface Prompted {
  readonly control_id: string;
  /** The length of the sounds. */
  readonly seconds: number;
  readonly heard?: Collected & { readonly result: string };
}
const NEXT = { do: 'next' } as const;
const RESULTS = { digits: 'match_digits', speech: 'match_speech', nothing: 'no_input' } as const;
const CONFIDENCE = 90;

/** Digits alone by default. A parameter for speech allows speech, and digits too if one for digits is present. */
function accepted(params: Params): ('digits' | 'speech')[] {
  const { speech_timeout, speech_end_timeout, speech_language, speech_hints } = params;
  const { max_digits, terminators, digit_timeout, initial_timeout } = params;
  const isGiven = (values: readonly unknown[]) => values.some((value) => value !== undefined);
  if (!isGiven([speech_timeout, speech_end_timeout, speech_language, speech_hints])) return ['digits'];
  return isGiven([max_digits, terminators, digit_timeout, initial_timeout]) ? ['digits', 'speech'] : ['speech'];
}

function finish(
  context: StepContext,
  control_id: string,
  { kind, result, value, terminator }: NonNullable<Prompted['heard']>,
  { status_url }: Params,
): Outcome {
  const reports = {
    digits: `${personOnLine(context)} pressed ${value}${terminator}`,
    speech: `${personOnLine(context)} said ${JSON.stringify(value)}`,
    nothing: result === 'no_match' ? 'the speech was not understood' : 'no input',
  } as const;
  const results = {
    digits: { type: 'digit', params: { digits: value, terminator } },
    speech: { type: 'speech', params: { text: value, confidence: CONFIDENCE } },
    nothing: { type: result },
  } as const;
  context.report(reports[kind]);
  context.set('prompt_result', result);
  context.set('prompt_value', value);
  context.set('prompt_value_raw', value);
  context.set('prompt_digit_terminator', terminator);
  if (kind === 'speech') context.set('prompt_speech_confidence', CONFIDENCE);
  context.callback(status_url, 'calling.call.collect', { control_id, result: results[kind] });
  return NEXT;
}
