import { type CallDocument, documentRequest, type Expected, event, text } from '../expectation.js';

const source = ['SWML 6.26 sip_refer', 'SWML 8 calling.call.refer'];
const SIP = 'sip:ada@example.com';
const DESK = 'sip:desk@example.com';
const sipDocument = documentRequest({
  'call.type': 'sip',
  'call.from': SIP,
  'call.from_number': (value) => value === undefined,
  'call.to_number': (value) => value === undefined,
  'call.sip_data.sip_from_uri': text,
});
const refer = (params: Record<string, Expected>) => event('calling.call.refer', { sip_refer_to: DESK, ...params });

export const sip: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'calls from a phone, which cannot be referred',
      source: [...source, 'SWML 6.26: failed on phone calls'],
      steps: ['play', 'sip_refer', 'play'],
      hears: ['One moment.', 'Refer failed.'],
      requests: { '/call': [documentRequest()], '/refer': [{ ...refer({ state: 'failed' }), optional: true }] },
      ends: 'document',
    },
    {
      name: 'calls from SIP, and is referred',
      source: [...source, 'SWML 8: response codes are strings', 'SWML 6.26: on success the call leaves the platform'],
      from: SIP,
      answers: { [DESK]: { after: 3, hangup_after: 30 } },
      steps: ['play', 'sip_refer'],
      hears: ['One moment.'],
      neverHears: ['Refer'],
      requests: { '/call': [sipDocument], '/refer': [refer({ state: 'success', sip_refer_response_code: '202' })] },
      ends: 'referred',
    },
    {
      name: 'calls from SIP, and the desk is busy',
      source: [...source, 'SWML 4.4 sip_refer_result'],
      from: SIP,
      answers: { [DESK]: { outcome: 'busy', after: 2 } },
      steps: ['play', 'sip_refer', 'play'],
      hears: ['One moment.', 'Refer failed.'],
      requests: {
        '/call': [sipDocument],
        '/refer': [refer({ state: (value) => value !== 'success', sip_notify_response_code: '486' })],
      },
      ends: 'document',
    },
  ],
};
