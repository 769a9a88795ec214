import { type CallDocument, type Caller, documentRequest } from '../expectation.js';

const source = ['SWML 2: later fetches carry vars and params', 'SWML 3: transfer never returns', 'SWML 6.33 transfer'];
const next = documentRequest({
  'call.call_state': 'answered',
  vars: (value) => typeof value === 'object',
  'vars.colour': 'blue',
  'vars.record_control_id': 'everything',
  'vars.record_call_result': 'success',
  // SWML 2: literal numbers in params arrive as strings.
  params: { lang: 'en', number: '12345' },
});
const start = ['record_call', 'play', 'set', 'transfer', 'stop_record_call', 'play', 'prompt', 'switch'];
const inside = { sections: { main: [{ play: 'say:Inline document, %{colour}.' }] } };

const caller = (
  digit: string,
  values: Pick<Caller, 'name' | 'source' | 'steps' | 'hears' | 'requests' | 'ends' | 'problems'>,
): Caller => ({
  digits: [digit],
  neverHears: ['Never after'],
  ...values,
  source: [...source, ...values.source],
  steps: [...start, ...values.steps],
  hears: ['First document.', 'Language en, stop success.', ...values.hears],
  requests: { '/call': [documentRequest()], '/next': [next], ...values.requests },
});

export const transfer: CallDocument = {
  language: 'swml',
  pages: {
    '/next': {
      sections: {
        main: [
          { stop_record_call: {} },
          { play: 'say:Language %{params.lang}, stop %{stop_record_call_result}.' },
          { prompt: { play: 'say:Choose.' } },
          {
            switch: {
              variable: 'prompt_value',
              case: {
                1: [{ transfer: 'bye' }],
                2: [{ transfer: { dest: JSON.stringify(inside) } }],
                3: [{ transfer: { dest: 'https://ivr.example.com/loop' } }],
                4: [{ transfer: { dest: 'https://ivr.example.com/missing' } }],
              },
            },
          },
          { play: 'say:Never after.' },
        ],
        bye: [{ play: 'say:Goodbye from the section.' }],
      },
    },
    '/loop': { sections: { main: [{ transfer: 'https://ivr.example.com/loop' }] } },
    '/missing': { status: 404, body: 'Not found' },
  },
  callers: [
    caller('1', {
      name: 'reaches a section of the second document',
      source: ['SWML 15, document 12: works across documents'],
      steps: ['transfer', 'play'],
      hears: ['Goodbye from the section.'],
      requests: {},
      ends: 'document',
    }),
    caller('2', {
      name: 'reaches an inline document, which sees vars',
      source: ['SWML 1: a JSON string wherever a destination is expected', 'SWML 4.1: vars live for the whole call'],
      steps: ['transfer', 'play'],
      hears: ['Inline document, blue.'],
      requests: {},
      ends: 'document',
    }),
    caller('3', {
      name: 'reaches a document that transfers to itself',
      source: ['SWML 9: 32 transfers per call', 'SWML 15, document 15'],
      steps: Array.from({ length: 33 }, () => 'transfer').slice(1),
      hears: [],
      requests: {
        // The first transfer leads to /next, and the 31 others to /loop. The 33rd is refused.
        '/loop': Array.from({ length: 31 }, () =>
          documentRequest({ 'call.call_state': 'answered', vars: (value) => typeof value === 'object' }),
        ),
      },
      problems: [/too_many_transfers/],
      ends: 'error',
    }),
    caller('4', {
      name: 'reaches a URL without a document',
      source: ['SWML 2: no document at all, the call ends'],
      steps: ['transfer'],
      hears: [],
      requests: {
        '/missing': [documentRequest({ 'call.call_state': 'answered', vars: (value) => typeof value === 'object' })],
      },
      problems: [/404|missing/],
      ends: 'error',
    }),
  ],
};
