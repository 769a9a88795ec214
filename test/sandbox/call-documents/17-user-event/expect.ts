import { type CallDocument, documentRequest } from '../expectation.js';

const source = ['SWML 6.34 user_event', 'SWML 6.25 set, unset', 'SWML 4.2: a path without a value is an empty text'];
const problems = [/user_event/];
const requests = { '/call': [documentRequest()] };

export const userEvent: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'listens',
      source: [...source, 'SWML 6.34: no client, nothing happens'],
      steps: ['set', 'user_event', 'unset', 'play'],
      hears: ['Order 7 is ready.'],
      neverHears: ['soon'],
      requests,
      problems,
      ends: 'document',
      answered: true,
    },
    {
      name: 'hangs up while listening',
      source,
      hangup_after: 0.5,
      steps: ['set', 'user_event', 'unset', 'play'],
      hears: [],
      requests,
      problems,
      ends: 'caller',
      answered: true,
    },
  ],
};
