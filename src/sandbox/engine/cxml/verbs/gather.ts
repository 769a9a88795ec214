import { ask, type Collected, collected, personOnLine } from '../../acts/collect.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, steps, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
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

const CONFIDENCE = 0.9;

export const gather = cxmlVerb({
  stage: 'media',
  name: 'Gather',
  summary: 'Collect digits or speech, and send them to a server.',
  parameters,
  effect: { kind: 'partly', lacks: 'speech is the scripted text, not recognised audio' },
  callbacks: ['partialResultCallback'],
  start(context, params): Outcome<Partial<Collected>> {
    const { prompts, speechTimeout } = params;
    if (!/^(?:auto|\d+)$/.test(speechTimeout)) context.problem('speechTimeout must be auto or a number of seconds');
    return prompts === undefined ? gathers(context, params) : { do: 'branch', list: prompts, phase: 'prompted' };
  },
  resume(context, event, params, { kind, value = '' }) {
    if (event.kind === 'returned') return gathers(context, params);
    if (event.kind !== 'input') return submit(context, kind, value, params);
    const { numDigits: max_digits, finishOnKey: terminators, timeout, speechTimeout } = params;
    const speech_end = speechTimeout === 'auto' ? 1 : Number(speechTimeout) || 0;
    const rules = { max_digits, terminators, initial_timeout: timeout, digit_timeout: timeout, speech_end };
    const heard = collected(event.input, rules);
    return { do: 'wait', for: 'time', seconds: heard.seconds, data: heard };
  },
});

function gathers(context: StepContext, { prompts = '', input = ['dtmf'], ...params }: Params) {
  const prompted = context.document.lists.get(prompts) ?? [];
  const texts = prompted.map(({ params: { text: said, digits } }) => String(said ?? digits ?? ''));
  const accepts = input.map((kind) => (kind === 'dtmf' ? 'digits' : 'speech'));
  const limits = { max_digits: params.numDigits, terminators: params.finishOnKey };
  return ask(context, texts.join(' ').trim(), accepts, limits, {});
}

function submit(context: StepContext, kind: Collected['kind'] | undefined, value: string, params: Params) {
  if (kind === 'speech') {
    context.report(`${personOnLine(context)} said ${JSON.stringify(value)}`);
    const { partialResultCallback, partialResultCallbackMethod } = params;
    const callback = { url: partialResultCallback, method: partialResultCallbackMethod, event: 'gather.partial' };
    statusCallback(context, callback, { UnstableSpeechResult: value, SequenceNumber: 0 });
    return continueAtAction(context, params, { SpeechResult: value, Confidence: CONFIDENCE });
  }
  // The key that ends the input does not count as input.
  const isEmpty = value === '';
  context.report(isEmpty ? 'no input' : `${personOnLine(context)} pressed ${value}`);
  if (isEmpty && !params.actionOnEmptyResult) return { do: 'next' } as const;
  return continueAtAction(context, params, isEmpty ? {} : { Digits: value });
}
