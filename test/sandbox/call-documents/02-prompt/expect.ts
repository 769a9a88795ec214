import { type CallDocument, documentRequest, type Expected, event, number, text } from '../expectation.js';

const source = ['SWML 6.16 prompt', 'SWML 8 calling.call.collect'];
const steps = ['prompt', 'cond', 'play', 'prompt', 'play'];
const collect = (type: string, params: Record<string, Expected> = {}) =>
  event('calling.call.collect', { control_id: text, 'result.type': type, ...params }, ['final', 'state']);
const digits = (value: string, terminator?: string) =>
  collect('digit', { 'result.params.digits': value, ...(terminator && { 'result.params.terminator': terminator }) });
const speech = (value: string) =>
  collect('speech', { 'result.params.text': value, 'result.params.confidence': number });

export const prompt: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'ends the digits with a terminator, and says a hint',
      source: [...source, 'SWML 6.16: the terminator is not part of the value'],
      digits: ['12#'],
      speech: ['Oslo'],
      steps,
      hears: ['Enter your number', 'You entered 12.', 'Say the name of a city.', 'Result match_speech Oslo.'],
      requests: { '/call': [documentRequest()], '/collect': [digits('12', '#')], '/speech': [speech('Oslo')] },
      ends: 'document',
    },
    {
      name: 'enters more digits than max_digits, and says a word that is not a hint',
      source: [...source, 'SWML 6.16: ends at max_digits', 'SWML 6.16: hints do not restrict what matches'],
      digits: ['12345'],
      speech: ['Paris'],
      steps,
      hears: ['You entered 1234.', 'Result match_speech Paris.'],
      requests: { '/call': [documentRequest()], '/collect': [digits('1234')], '/speech': [speech('Paris')] },
      ends: 'document',
    },
    {
      name: 'stops after two digits until digit_timeout, and says nothing',
      source: [...source, 'SWML 6.16: ends digit_timeout after the last digit'],
      digits: ['12'],
      steps,
      hears: ['You entered 12.', 'Result no_input .'],
      requests: { '/call': [documentRequest()], '/collect': [digits('12')], '/speech': [collect('no_input')] },
      ends: 'document',
    },
    {
      name: 'enters nothing, and hangs up at the second prompt',
      source: [
        ...source,
        'SWML 6.16: nothing entered, the next step runs',
        'SWML 3: caller hang-up ends it at any step',
      ],
      hangup_after: 13,
      steps: ['prompt', 'cond', 'play', 'prompt'],
      hears: ['Enter your number', 'Nothing entered.', 'Say the name of a city.'],
      neverHears: ['Result'],
      requests: {
        '/call': [documentRequest()],
        '/collect': [collect('no_input')],
        // The description does not say what a prompt reports when the caller hangs up.
        '/speech': [{ ...event('calling.call.collect', {}), optional: true }],
      },
      ends: 'caller',
    },
  ],
};
