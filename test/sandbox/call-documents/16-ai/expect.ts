import { type CallDocument, documentRequest } from '../expectation.js';

const source = [
  'SWML 4.4 ai_result',
  'SWML 10: the call is still up, the next step runs',
  'call verbs, ai: not simulated, script its result',
];
const requests = { '/call': [documentRequest()] };

export const ai: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'reaches the agent without a script',
      source: [...source, 'sandbox: problems name every step that is not simulated'],
      steps: ['ai', 'play'],
      hears: ['The agent ended'],
      requests,
      problems: [/ai/],
      ends: 'document',
    },
    {
      name: 'talks with the agent',
      source,
      answers: { ai: { result: 'success' } },
      steps: ['ai', 'play'],
      hears: ['The agent ended, success.'],
      requests,
      ends: 'document',
    },
    {
      name: 'reaches an agent that fails',
      source,
      answers: { ai: { result: 'failed' } },
      steps: ['ai', 'play'],
      hears: ['The agent ended, failed.'],
      requests,
      ends: 'document',
    },
    {
      name: 'hangs up during the conversation',
      source: [...source, 'SWML 3: caller hang-up ends it at any step', 'SWML 5: ai blocks'],
      answers: { ai: { result: 'success', after: 60 } },
      hangup_after: 20,
      steps: ['ai'],
      hears: [],
      neverHears: ['The agent ended'],
      requests,
      ends: 'caller',
    },
  ],
};
