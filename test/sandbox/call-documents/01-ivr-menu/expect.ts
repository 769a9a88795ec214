import { type CallDocument, documentRequest } from '../expectation.js';

const source = [
  'SWML 3: goto in a branch reaches labels of the enclosing section',
  'SWML 6.8 goto.max',
  'SWML 6.30 switch',
];
const requests = { '/call': [documentRequest()] };
const round = ['prompt', 'switch', 'play', 'goto', 'label'];

export const menu: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'presses 1, and the agent hangs up first',
      source: [...source, 'SWML 6.3: other side hung up, then the next step'],
      digits: ['1'],
      answers: { '+15035550100': { after: 4, hangup_after: 30 } },
      steps: ['answer', 'label', 'prompt', 'switch', 'connect', 'play', 'hangup'],
      hears: ['Press 1 for sales or 2 for a message.', 'The agent has left.'],
      neverHears: ['Goodbye', 'Sorry', 'leave a message'],
      requests,
      ends: 'document',
    },
    {
      name: 'presses 1, talks, and hangs up first',
      source: [...source, 'SWML 6.3: caller hung up, then the script ends'],
      digits: ['1'],
      hangup_after: 25,
      answers: { '+15035550100': { after: 4, hangup_after: 600 } },
      steps: ['answer', 'label', 'prompt', 'switch', 'connect'],
      hears: ['Press 1 for sales or 2 for a message.'],
      neverHears: ['The agent has left.', 'Goodbye'],
      requests,
      ends: 'caller',
    },
    {
      name: 'presses 2 and hears the section',
      source: [...source, 'SWML 6.7 execute.params'],
      digits: ['2'],
      steps: ['answer', 'label', 'prompt', 'switch', 'execute', 'play', 'return', 'hangup'],
      hears: ['Press 1 for sales', 'Hello Ada, leave a message.'],
      neverHears: ['Goodbye'],
      requests,
      ends: 'document',
    },
    {
      name: 'presses 9, then 8, then nothing',
      source: [...source, 'SWML 3: when max is used up, the next step', 'SWML 6.16: nothing entered'],
      digits: ['9', '8'],
      steps: ['answer', 'label', ...round, ...round, 'prompt', 'switch', 'play', 'goto', 'play'],
      hears: ['Press 1', 'Sorry', 'Press 1', 'Sorry', 'Press 1', 'Sorry', 'Goodbye.'],
      requests,
      ends: 'document',
    },
  ],
};
