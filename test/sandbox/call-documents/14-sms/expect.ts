import {
  CALLER,
  type CallDocument,
  documentRequest,
  type ExpectedRequest,
  number,
  PROJECT_NUMBER,
  uuid,
} from '../expectation.js';

const source = ['SWML 6.24 send_sms', 'SWML 3: send_sms does not answer', 'SWML 8: one callback for each state'];
const state = (status: string): ExpectedRequest => ({
  fields: {
    id: uuid,
    project_id: uuid,
    status,
    to: CALLER,
    from: PROJECT_NUMBER,
    body: 'Your ticket is 4711.',
    number_of_segments: number,
    timestamp: /^\d{4}-\d{2}-\d{2}T/,
  },
});
const states = [
  { ...state('queued'), optional: true },
  { ...state('initiated'), optional: true },
  state('sent'),
  state('delivered'),
];

export const sms: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'gets the message and listens',
      source,
      steps: ['send_sms', 'cond', 'play'],
      hears: ['The message is on its way.'],
      requests: { '/call': [documentRequest()], '/sms': states },
      ends: 'document',
    },
    {
      name: 'gets the message although the call ends at once',
      source,
      hangup_after: 0.5,
      steps: ['send_sms', 'cond', 'play'],
      hears: [],
      requests: { '/call': [documentRequest()], '/sms': states },
      ends: 'caller',
    },
    {
      name: 'calls from a SIP address, which gets no message',
      source: [...source, 'SWML 3: a failing verb sets its result to failed', 'SWML 2: sip_data only for sip'],
      from: 'sip:ada@example.com',
      steps: ['send_sms', 'cond', 'play'],
      hears: ['The message could not be sent, failed.'],
      requests: {
        '/call': [
          {
            ...documentRequest({
              'call.type': 'sip',
              'call.from': 'sip:ada@example.com',
              'call.from_number': (value) => value === undefined,
              'call.to_number': (value) => value === undefined,
              'call.sip_data.sip_from_user': 'ada',
              'call.sip_data.sip_from_host': 'example.com',
            }),
          },
        ],
      },
      ends: 'document',
    },
  ],
};
