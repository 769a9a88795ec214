import { type CallDocument, callOver, type ExpectedRequest, integer, standard, text, uuid } from '../expectation.js';

const source = ['cXML 4.13 Enqueue: waitUrl and action requests, QueueResult'];
const call = standard({ CallStatus: 'ringing' });
const wait = standard({
  QueueSid: uuid,
  QueueTime: integer,
  QueuePosition: '1',
  CurrentQueueSize: '1',
  AvgQueueTime: integer,
});
const queued = (result: string, fields = {}): ExpectedRequest =>
  standard({ QueueResult: result, QueueSid: uuid, QueueTime: integer, ...fields });

export const enqueue: CallDocument = {
  language: 'cxml',
  pages: {
    '/wait': `<Response><Gather numDigits="1" action="/leave" timeout="5"><Say>Press 1 to leave the queue.</Say></Gather>
      <Pause length="60"/></Response>`,
    '/leave': '<Response><Leave/></Response>',
    '/queued': '<Response><Say>Thank you for waiting.</Say></Response>',
  },
  callers: [
    {
      name: 'leaves the queue with a key',
      source: [...source, 'cXML 13, document 12', 'cXML 4.13 Leave'],
      digits: ['1'],
      steps: ['Enqueue', 'Gather', 'Leave', 'Say'],
      hears: ['Press 1 to leave the queue.', 'Thank you for waiting.'],
      neverHears: ['Never'],
      requests: {
        '/call': [call],
        '/wait': [wait],
        '/leave': [standard({ Digits: '1' })],
        '/queued': [queued('leave')],
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'talks with an agent, who hangs up first',
      source: [...source, 'cXML 4.13: bridged, action only when both have hung up'],
      answers: { orders: { after: 12, hangup_after: 20 } },
      steps: ['Enqueue', 'Gather', 'Pause'],
      hears: ['Press 1 to leave the queue.'],
      neverHears: ['Never'],
      requests: {
        '/call': [call],
        '/wait': [wait],
        '/queued': [queued('bridged', { CallStatus: text })],
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'hangs up while waiting',
      source: [...source, 'cXML 3: action of Enqueue is still requested, its answer is not executed'],
      hangup_after: 4,
      steps: ['Enqueue', 'Gather'],
      hears: ['Press 1 to leave the queue.'],
      neverHears: ['Never', 'Thank you'],
      requests: {
        '/call': [call],
        '/wait': [wait],
        '/queued': [queued('hangup', { CallStatus: text })],
        '/status': [callOver()],
      },
      ends: 'caller',
    },
  ],
};
