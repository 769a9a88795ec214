import { type CallDocument, type Caller, callOver, type ExpectedRequest, standard } from '../expectation.js';

const source = ['cXML 4.4 Gather', 'cXML 2.2 standard parameters', 'cXML 5: callback of the number'];
const call = standard({ CallStatus: 'ringing' });
const choice = (...request: ExpectedRequest[]): Caller['requests'] => ({
  '/call': [call],
  '/choice': request,
  '/status': [callOver()],
});
const CHOICE = ['Gather', 'Say', 'Hangup'];

export const gather: CallDocument = {
  language: 'cxml',
  pages: {
    '/choice': '<Response><Say>Thank you.</Say><Hangup/><Say>Never after Hangup.</Say></Response>',
    '/again': `<Response><Gather action="/choice" actionOnEmptyResult="true" timeout="3"><Say>Last chance.</Say></Gather>
      <Say>Never with actionOnEmptyResult.</Say></Response>`,
  },
  callers: [
    {
      name: 'presses 12 and the finish key',
      source: [...source, 'cXML 13, document 2: the finish key is not part of Digits'],
      digits: ['12*'],
      steps: CHOICE,
      hears: ['Enter three digits', 'Thank you.'],
      neverHears: ['We did not hear you.', 'Never'],
      requests: choice(standard({ Digits: '12' }, ['SpeechResult', 'Confidence'])),
      ends: 'document',
    },
    {
      name: 'presses more digits than numDigits',
      source: [...source, 'cXML 4.4: numDigits submits as soon as reached'],
      digits: ['1234'],
      steps: CHOICE,
      hears: ['Enter three digits', 'Thank you.'],
      requests: choice(standard({ Digits: '123' })),
      ends: 'document',
    },
    {
      name: 'presses 7 and then nothing until the timeout',
      source: [...source, 'cXML 4.4: digits entered and then silence for timeout are submitted'],
      digits: ['7'],
      steps: CHOICE,
      hears: ['Thank you.'],
      requests: choice(standard({ Digits: '7' })),
      ends: 'document',
    },
    {
      name: 'says a name',
      source: [...source, 'cXML 13, document 5', 'cXML 4.4: the other parameter is absent'],
      speech: ['Ada'],
      steps: CHOICE,
      hears: ['Enter three digits', 'Thank you.'],
      requests: choice(standard({ SpeechResult: 'Ada', Confidence: /^(0(\.\d+)?|1(\.0+)?)$/ }, ['Digits'])),
      ends: 'document',
    },
    {
      name: 'stays silent, also at the second Gather',
      source: [...source, 'cXML 13, documents 1 and 3', 'cXML 4.14 Redirect'],
      steps: ['Gather', 'Say', 'Redirect', 'Gather', 'Say', 'Hangup'],
      hears: ['Enter three digits', 'We did not hear you.', 'Last chance.', 'Thank you.'],
      neverHears: ['Never'],
      requests: {
        ...choice(standard({}, ['Digits', 'SpeechResult'])),
        '/again': [standard({}, ['Digits'])],
      },
      ends: 'document',
    },
    {
      name: 'presses the finish key alone, then 5',
      source: [...source, 'cXML 4.4: finish key alone is no input'],
      digits: ['*', '5'],
      steps: ['Gather', 'Say', 'Redirect', 'Gather', 'Say', 'Hangup'],
      hears: ['We did not hear you.', 'Last chance.', 'Thank you.'],
      requests: { ...choice(standard({ Digits: '5' })), '/again': [standard()] },
      ends: 'document',
    },
    {
      name: 'hangs up during the prompt',
      source: [...source, 'cXML 3: the action of Gather is not requested after the caller hung up'],
      hangup_after: 1,
      steps: ['Gather'],
      hears: ['Enter three digits'],
      neverHears: ['We did not hear you.'],
      requests: { '/call': [call], '/status': [callOver()] },
      ends: 'caller',
    },
  ],
};
