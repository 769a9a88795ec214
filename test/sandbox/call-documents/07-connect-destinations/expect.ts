import { type CallDocument, type Caller, documentRequest, type Expected, event, text } from '../expectation.js';

const source = [
  'SWML 6.3 connect.to: E.164, sip:, /public/name, queue:, stream:',
  'SWML 3: a failing verb sets its result to failed',
];
const steps = ['prompt', 'switch', 'connect', 'play'];

/** No phone rings, so no leg answers. A failed operation is reported, or not begun. */
const invalid = (digit: string, destination: string): Caller => ({
  name: `dials ${destination}, which is not a destination`,
  source,
  digits: [digit],
  steps,
  hears: ['Choose a destination.', 'Result failed.'],
  requests: {
    '/call': [documentRequest()],
    '/legs': [{ ...event('calling.call.state', { call_state: 'ended', end_reason: 'error' }), optional: true }],
    '/connect': [
      { ...event('calling.call.connect', { connect_state: 'connecting' }), optional: true },
      { ...event('calling.call.connect', { connect_state: 'failed' }), optional: true },
    ],
  },
  problems: [/./],
  ends: 'document',
});

const stream = (state: string, params: Record<string, Expected> = {}) =>
  event('calling.call.stream', {
    control_id: text,
    segment_id: text,
    state,
    url: 'wss://voice.example.com/agent',
    name: 'agent',
    ...params,
  });

export const connectDestinations: CallDocument = {
  language: 'swml',
  callers: [
    invalid('1', 'an empty text'),
    invalid('2', 'bob'),
    invalid('3', '15035550111'),
    invalid('4', 'tel:+15035550111'),
    {
      name: 'talks with a stream, and hangs up during it',
      source: ['SWML 6.3 stream:', 'SWML 8 calling.call.stream: streaming, finished'],
      digits: ['5'],
      hangup_after: 20,
      answers: { 'stream:wss://voice.example.com/agent': { hangup_after: 300 } },
      steps: ['prompt', 'switch', 'connect'],
      hears: ['Choose a destination.'],
      neverHears: ['Result'],
      requests: { '/call': [documentRequest()], '/stream': [stream('streaming'), stream('finished')] },
      ends: 'caller',
    },
    {
      name: 'talks with a stream, which ends first',
      source: ['SWML 6.3 stream:', 'SWML 6.3: other side hung up, then the next step'],
      digits: ['5'],
      answers: { 'stream:wss://voice.example.com/agent': { hangup_after: 12 } },
      steps,
      hears: ['Choose a destination.', 'Result connected.'],
      requests: { '/call': [documentRequest()], '/stream': [stream('streaming'), stream('finished')] },
      ends: 'document',
    },
    {
      name: 'reaches a party that declines',
      source: [...source, 'SWML 8: call_state_events default to ended'],
      digits: ['6'],
      answers: { '+15035550116': { outcome: 'declined', after: 2 } },
      steps,
      hears: ['Choose a destination.', 'Result failed.'],
      requests: {
        '/call': [documentRequest()],
        '/legs': [event('calling.call.state', { call_state: 'ended', end_reason: 'declined' })],
        '/connect': [
          event('calling.call.connect', { connect_state: 'connecting' }),
          event('calling.call.connect', { connect_state: 'failed', failed_reason: 'declined' }),
        ],
      },
      ends: 'document',
    },
  ],
};
