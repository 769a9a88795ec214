import { type CallDocument, callOver, standard } from '../expectation.js';

const source = ['cXML 4.14 Redirect, Reject', 'cXML 2.1: GET sends a query string'];
const call = standard({ CallStatus: 'ringing' });
const { fields, headers = {} } = standard({ x: '1' });
const two = { method: 'GET' as const, fields, headers };

export const redirect: CallDocument = {
  language: 'cxml',
  pages: {
    '/two':
      '<Response><Gather action="/three" numDigits="1" timeout="3"><Say>Two.</Say></Gather><Redirect>/missing</Redirect></Response>',
    '/three': '<Response><Say>Three.</Say><Reject reason="busy"/><Say>Never after Reject.</Say></Response>',
    '/missing': { status: 404, body: 'Not found' },
    '/fallback': '<Response><Say>Fallback.</Say></Response>',
  },
  callers: [
    {
      name: 'presses a key, and is rejected after the answer',
      source: [...source, 'cXML 3: Reject after a verb that answered, the call is simply ended', 'cXML 13, document 7'],
      digits: ['1'],
      steps: ['Say', 'Redirect', 'Gather', 'Say', 'Reject'],
      hears: ['One.', 'Two.', 'Three.'],
      neverHears: ['Never'],
      requests: {
        '/call': [call],
        '/two': [two],
        '/three': [standard({ Digits: '1' })],
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'stays silent, and hears the fallback document',
      source: [
        ...source,
        'cXML 2.1: fallback request with ErrorCode and ErrorUrl',
        'cXML 2.1: 11217 is an answer 4xx or 5xx',
      ],
      steps: ['Say', 'Redirect', 'Gather', 'Redirect', 'Say'],
      hears: ['One.', 'Two.', 'Fallback.'],
      neverHears: ['Never'],
      requests: {
        '/call': [call],
        '/two': [two],
        '/missing': [standard()],
        '/fallback': [standard({ ErrorCode: '11217', ErrorUrl: 'https://ivr.example.com/missing' })],
        '/status': [callOver()],
      },
      problems: [/404|11217/],
      ends: 'document',
    },
    {
      name: 'hangs up during the second document',
      source: [...source, 'cXML 3: the action of Gather is not requested after the caller hung up'],
      hangup_after: 2,
      steps: ['Say', 'Redirect', 'Gather'],
      hears: ['One.', 'Two.'],
      requests: { '/call': [call], '/two': [two], '/status': [callOver()] },
      ends: 'caller',
    },
  ],
};
