import { CALLER, type CallDocument, documentRequest, type Expected, event, text } from '../expectation.js';

const source = ['SWML 6.3 connect', 'SWML 8 calling.call.state, calling.call.connect', 'SWML 15, document 8'];
const leg = (to: string, state: string, params: Record<string, Expected> = {}) =>
  event('calling.call.state', {
    call_state: state,
    direction: 'outbound',
    'device.type': 'phone',
    'device.params.from_number': CALLER,
    'device.params.to_number': to,
    ...params,
  });
const ended = (to: string, reason: Expected) => leg(to, 'ended', { end_reason: reason });
const outcome = (state: string, params: Record<string, Expected> = {}) =>
  event('calling.call.connect', { connect_state: state, ...params });
const connected = (to: string) =>
  outcome('connected', {
    'peer.call_id': text,
    'peer.node_id': text,
    'peer.device.type': 'phone',
    'peer.device.params.to_number': to,
  });
const FIRST = '+15035550101';
const SECOND = '+15035550102';

export const connectSerial: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'reaches the second party, who hangs up first',
      source: [...source, 'SWML 8: state ended of the leg precedes disconnected'],
      answers: { [FIRST]: { outcome: 'busy', after: 2 }, [SECOND]: { after: 8, hangup_after: 20 } },
      steps: ['connect', 'play', 'play'],
      hears: ['The other side has left.', 'Goodbye.'],
      neverHears: ['No one'],
      requests: {
        '/call': [documentRequest()],
        '/legs': [
          leg(FIRST, 'created'),
          leg(FIRST, 'ringing'),
          ended(FIRST, 'busy'),
          leg(SECOND, 'created'),
          leg(SECOND, 'ringing'),
          leg(SECOND, 'answered'),
          ended(SECOND, 'hangup'),
        ],
        '/connect': [outcome('connecting'), connected(SECOND), outcome('disconnected')],
      },
      ends: 'document',
    },
    {
      name: 'reaches no one: the first does not answer, the second declines',
      source: [...source, 'SWML 6.3: connect_failed_reason values', 'SWML 8: end_reason values'],
      answers: { [FIRST]: { outcome: 'no_answer' }, [SECOND]: { outcome: 'declined', after: 3 } },
      steps: ['connect', 'play', 'play'],
      hears: ['No one is available, declined.', 'Goodbye.'],
      requests: {
        '/call': [documentRequest()],
        '/legs': [
          leg(FIRST, 'created'),
          leg(FIRST, 'ringing'),
          ended(FIRST, 'no_answer'),
          leg(SECOND, 'created'),
          leg(SECOND, 'ringing'),
          ended(SECOND, 'declined'),
        ],
        '/connect': [outcome('connecting'), outcome('failed', { failed_reason: 'declined' })],
      },
      ends: 'document',
    },
    {
      name: 'hangs up while the second party rings',
      source: [...source, 'SWML 3: caller hang-up ends it at any step', 'SWML 6.3 answer_on_bridge'],
      hangup_after: 7,
      answers: { [FIRST]: { outcome: 'busy', after: 2 }, [SECOND]: { after: 14 } },
      steps: ['connect'],
      hears: [],
      neverHears: ['No one', 'Goodbye.'],
      requests: {
        '/call': [documentRequest()],
        '/legs': [
          leg(FIRST, 'created'),
          leg(FIRST, 'ringing'),
          ended(FIRST, 'busy'),
          leg(SECOND, 'created'),
          leg(SECOND, 'ringing'),
          ended(SECOND, 'cancel'),
        ],
        '/connect': [outcome('connecting'), outcome('failed')],
      },
      answered: false,
      ends: 'caller',
    },
    {
      name: 'talks with the first party and hangs up first',
      source: [...source, 'SWML 6.3: caller hung up, then the script ends', 'SWML 3: the second is not dialled'],
      hangup_after: 15,
      answers: { [FIRST]: { after: 2, hangup_after: 60 } },
      steps: ['connect'],
      hears: [],
      neverHears: ['The other side', 'Goodbye.'],
      requests: {
        '/call': [documentRequest()],
        '/legs': [leg(FIRST, 'created'), leg(FIRST, 'ringing'), leg(FIRST, 'answered'), ended(FIRST, 'hangup')],
        '/connect': [outcome('connecting'), connected(FIRST), outcome('disconnected')],
      },
      answered: true,
      ends: 'caller',
    },
  ],
};
