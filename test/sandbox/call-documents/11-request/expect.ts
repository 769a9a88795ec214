import { CALLER, type CallDocument, type Caller, documentRequest, type Page } from '../expectation.js';

const source = [
  'SWML 6.20 request',
  'SWML 3: request, cond and hangup do not answer',
  'SWML 13, contradiction 22: not signed',
];
const VIP = '+12135550121';
const BROKEN = '+12135550122';
const UNKNOWN = '+12135550123';

const caller = (from: string, values: Pick<Caller, 'name' | 'steps' | 'hears' | 'ends' | 'answered'>): Caller => ({
  from,
  source,
  ...values,
  requests: {
    '/call': [documentRequest({ 'call.from': from, 'call.from_number': from })],
    '/crm': [
      {
        fields: { caller: from },
        headers: {
          'x-trace': 'abc',
          'content-type': /^application\/json/,
          'x-platform-signature': (value: unknown) => value === undefined,
        },
      },
    ],
  },
});

const replies: Record<string, Page> = {
  [VIP]: { vip: true, name: 'Ada' },
  [BROKEN]: { status: 500, body: 'Internal error' },
  [UNKNOWN]: { status: 404, body: 'Not found' },
};

export const request: CallDocument = {
  language: 'swml',
  pages: {
    '/crm': (body) =>
      Object.entries(replies).find(([from]) => body.includes(from))?.[1] ?? { status: 200, body: 'plain' },
  },
  callers: [
    caller(VIP, {
      name: 'is known, and is answered',
      steps: ['request', 'cond', 'answer', 'play'],
      hears: ['Welcome back, Ada.'],
      ends: 'document',
      answered: true,
    }),
    caller(BROKEN, {
      name: 'hears a busy signal, because the server fails',
      steps: ['request', 'cond', 'hangup'],
      hears: [],
      ends: 'busy',
      answered: false,
    }),
    caller(UNKNOWN, {
      name: 'is not known to the server, which answers 404',
      steps: ['request', 'cond', 'play'],
      hears: ['Result failed 404.'],
      ends: 'document',
    }),
    caller(CALLER, {
      name: 'gets a text, which is not JSON',
      steps: ['request', 'cond', 'play'],
      hears: ['Result success 200.'],
      ends: 'document',
    }),
  ],
};
