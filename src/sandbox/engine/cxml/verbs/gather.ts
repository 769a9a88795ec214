import type { Input } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { speechSeconds } from '../../verbs/media/play-urls.js';
import { choice, steps, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { verb } from '../../verbs/verb.js';
import { callback, flag, method, url, words } from '../attributes.js';
import { continueAtAction, statusCallback } from '../cxml-request.js';

const parameters = {
  prompts: steps({ doc: '<Say>, <Play> and <Pause> that ask for the input.' }),
  input: words(['dtmf', 'speech'], 'dtmf, speech or both; default dtmf.'),
  action: url('Receives the input; default the current document.'),
  method: method(),
  numDigits: whole({ min: 1, doc: 'The number of digits that ends the input.' }),
  finishOnKey: text({ default: '#', doc: 'The key that ends the input. An empty value disables it.' }),
  timeout: whole({ default: 5, min: 0, doc: 'Seconds without input that end it.' }),
  speechTimeout: text({ default: 'auto', doc: 'Seconds of silence that end speech, or auto.' }),
  actionOnEmptyResult: flag(false, 'Request the action without input too.'),
  language: text({ default: 'en-US', doc: 'The language of the speech.', ignored: true }),
  hints: text({ doc: 'Expected words, with commas between them.', ignored: true }),
  enhanced: flag(false, 'Use the enhanced speech model.', { ignored: true }),
  speechModel: choice(['phone_call', 'video', 'default'], { doc: 'The speech model.', ignored: true }),
  profanityFilter: flag(true, 'Mask profanity.', { ignored: true }),
  partialResultCallback: callback('Receives speech while it is recognised.'),
  partialResultCallbackMethod: method(),
} as const;
type Params = ValuesOf<typeof parameters>;

const SECONDS_A_DIGIT = 0.5;
const CONFIDENCE = 0.9;

export const gather = verb({
  language: 'cxml',
  stage: 'media',
  name: 'Gather',
  summary: 'Collect digits or speech, and send them to a server.',
  parameters,
  effect: { kind: 'partly', lacks: 'speech is the scripted text, not recognised audio' },
  answers: true,
  sets: [],
  callbacks: ['partialResultCallback'],
  start(context, params) {
    const { prompts, speechTimeout } = params;
    if (!/^(?:auto|\d+)$/.test(speechTimeout)) context.problem('speechTimeout must be auto or a number of seconds');
    return prompts === undefined ? asked(context, params) : { do: 'branch', list: prompts, phase: 'prompted' };
  },
  resume(context, event, params) {
    if (event.kind === 'returned') return asked(context, params);
    if (event.kind === 'input') {
      const heard = read(event.input, params);
      return { do: 'wait', for: 'time', seconds: heard.seconds, data: { ...heard } };
    }
    return submit(context, context.data, params);
  },
});

function asked(context: StepContext, params: Params) {
  const prompted = context.document.lists.get(params.prompts ?? '') ?? [];
  const prompt = {
    at: context.step.at,
    verb: 'Gather',
    says: prompted
      .map(({ params: { text: said, digits } }) => String(said ?? digits ?? ''))
      .join(' ')
      .trim(),
    accepts: (params.input ?? ['dtmf']).map((kind) => (kind === 'dtmf' ? 'digits' : 'speech')),
    ...(params.numDigits !== undefined && { max_digits: params.numDigits }),
    ...(params.finishOnKey && { terminators: params.finishOnKey }),
  } as const;
  return { do: 'ask', prompt } as const;
}

interface Heard {
  readonly seconds: number;
  readonly digits?: string;
  readonly speech?: string;
}

function read(input: Input, { timeout, numDigits, finishOnKey, speechTimeout }: Params): Heard {
  if (input === null) return { seconds: timeout };
  if ('speech' in input) {
    const silence = speechTimeout === 'auto' ? 1 : Number(speechTimeout) || 0;
    return { seconds: speechSeconds(input.speech) + silence, speech: input.speech };
  }
  const pressed = input.digits.replace(/[^\d*#A-D]/gi, '');
  const end = [...pressed].findIndex((digit) => finishOnKey.includes(digit));
  const digits = pressed.slice(0, end < 0 ? pressed.length : end).slice(0, numDigits);
  const isEnded = end >= 0 || digits.length === numDigits;
  const seconds = SECONDS_A_DIGIT * (digits.length + 1) + (isEnded ? 0 : timeout);
  return digits === '' ? { seconds } : { seconds, digits };
}

function submit(context: StepContext, heard: StepContext['data'], params: Params) {
  const { digits, speech } = heard;
  if (typeof speech === 'string') {
    context.report(`the caller said ${JSON.stringify(speech)}`);
    const callback = { url: params.partialResultCallback, method: params.partialResultCallbackMethod };
    statusCallback(
      context,
      { ...callback, event: 'gather.partial' },
      { UnstableSpeechResult: speech, SequenceNumber: 0 },
    );
    return continueAtAction(context, params, { SpeechResult: speech, Confidence: CONFIDENCE });
  }
  if (typeof digits === 'string') {
    context.report(`the caller pressed ${digits}`);
    return continueAtAction(context, params, { Digits: digits });
  }
  context.report('no input');
  return params.actionOnEmptyResult ? continueAtAction(context, params, {}) : ({ do: 'next' } as const);
}
