import { type CallDocument, callOver, standard, uuid } from '../expectation.js';

const source = ['cXML 4.15 Sms: action and statusCallback'];
const SIP = 'sip:ada@example.com';
const call = standard({ CallStatus: 'ringing' });

export const sms: CallDocument = {
  language: 'cxml',
  pages: { '/sent': '<Response><Say>We sent a message.</Say></Response>' },
  callers: [
    {
      name: 'gets a message',
      source: [...source, 'cXML 3: an action answer replaces the document'],
      steps: ['Say', 'Sms', 'Say'],
      hears: ['Hello.', 'We sent a message.'],
      neverHears: ['Never'],
      requests: {
        '/call': [call],
        '/sent': [standard({ SmsSid: uuid, SmsStatus: 'sending' })],
        '/sms-status': [{ fields: { SmsSid: uuid, SmsStatus: 'sent' } }],
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'calls from a SIP address, which gets no message',
      source: [...source, 'cXML 4.15: to is the caller; SmsStatus invalid', 'cXML 2.2: SIP address in From'],
      from: SIP,
      steps: ['Say', 'Sms', 'Say'],
      hears: ['Hello.', 'We sent a message.'],
      requests: {
        '/call': [standard({ CallStatus: 'ringing', From: SIP })],
        '/sent': [standard({ From: SIP, SmsStatus: 'invalid' })],
        '/sms-status': [{ fields: { SmsStatus: 'failed' }, optional: true }],
        '/status': [{ fields: { ...callOver().fields, From: SIP } }],
      },
      problems: [/Sms/],
      ends: 'document',
    },
    {
      name: 'hangs up before the message',
      source: [...source, 'cXML 4.1: 60 ms per character', 'SWML 3: caller hang-up ends it at any step'],
      hangup_after: 0.2,
      steps: ['Say'],
      hears: ['Hello.'],
      requests: { '/call': [call], '/status': [callOver()] },
      ends: 'caller',
    },
  ],
};
