import { type CallDocument, documentRequest } from '../expectation.js';

const source = [
  'SWML 3: max 3 speaks a labelled text 4 times',
  'SWML 15, documents 3, 4, 6',
  'SWML 13, contradiction 9: scalars in params become text',
  'SWML 3: on_return, then result, then the next step',
];
const requests = { '/call': [documentRequest()] };
const round = ['label', 'play', 'set', 'goto'];
const sum = ['play', 'execute', 'return', 'play', 'play', 'prompt', 'goto'];
const first = ['set', ...round, ...round, ...round, ...round, ...sum];

export const loops: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'listens to the end',
      source,
      steps: [...first, 'play'],
      hears: ['Round.', 'Round.', 'Round.', 'Round.', 'Rounds 4.', 'Sum 12.', 'Joined as text.', 'Press 1', 'Done.'],
      neverHears: ['Rounds 5.', 'Added as numbers.'],
      requests,
      ends: 'document',
    },
    {
      name: 'presses 1 twice, and the second jump is used up',
      source: [...source, 'SWML 3: goto.max counts the jumps of that step'],
      digits: ['1', '1'],
      steps: [...first, ...round, ...sum, 'play'],
      hears: ['Rounds 4.', 'Sum 12.', 'Press 1', 'Round.', 'Rounds 5.', 'Sum 12.', 'Press 1', 'Done.'],
      requests,
      ends: 'document',
    },
    {
      name: 'hangs up in the first rounds',
      source: ['SWML 3: caller hang-up ends it at any step', 'SWML 7: speech lasts at least 1 s'],
      hangup_after: 2.5,
      steps: ['set', ...round, ...round, 'label', 'play'],
      hears: ['Round.', 'Round.', 'Round.'],
      neverHears: ['Rounds'],
      requests,
      ends: 'caller',
    },
  ],
};
