import {
  type CallDocument,
  documentRequest,
  type Expected,
  type ExpectedRequest,
  either,
  event,
} from '../expectation.js';

const source = ['SWML 6.3 connect.parallel, confirm', 'SWML 15, document 9'];
const [A, B, C] = ['+15035550111', '+15035550112', '+15035550113'];
const leg = (to: Expected, state: Expected, reason?: Expected) =>
  event('calling.call.state', {
    call_state: state,
    'device.params.to_number': to,
    ...(reason !== undefined && { end_reason: reason }),
  });
const any = (count: number): ExpectedRequest[] =>
  Array.from({ length: count }, () => leg(either(A, B, C), either('created', 'ringing', 'answered', 'ended')));
const outcome = (state: string, params: Record<string, Expected> = {}) =>
  event('calling.call.connect', { connect_state: state, ...params });
const connected = (to: string) => outcome('connected', { 'peer.device.params.to_number': to });

export const connectParallel: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'is connected with the second party, because the first refuses',
      source,
      answers: {
        [A]: { after: 2, digits: ['2'] },
        [B]: { after: 9, digits: ['1'], hangup_after: 30 },
        [C]: { outcome: 'no_answer' },
      },
      steps: ['answer', 'connect', 'play'],
      hears: ['Result connected.'],
      requests: {
        '/call': [documentRequest()],
        // Three legs are created and ring, A and B answer, and all three end.
        '/legs': any(11),
        '/connect': [outcome('connecting'), connected(B), outcome('disconnected')],
      },
      ends: 'document',
    },
    {
      name: 'is connected with the first party that accepts, and the others are cancelled',
      source: [...source, 'SWML 6.3: first answer wins, the others are cancelled'],
      answers: {
        [A]: { after: 15 },
        [B]: { after: 1, digits: ['1'], hangup_after: 10 },
        [C]: { outcome: 'no_answer' },
      },
      steps: ['answer', 'connect', 'play'],
      hears: ['Result connected.'],
      requests: {
        '/call': [documentRequest()],
        '/legs': [
          ...any(7),
          leg(either(A, C), 'ended', 'cancel'),
          leg(either(A, C), 'ended', 'cancel'),
          leg(B, 'ended', 'hangup'),
        ],
        '/connect': [outcome('connecting'), connected(B), outcome('disconnected')],
      },
      ends: 'document',
    },
    {
      name: 'reaches no one: busy, declined, and a party that does not confirm',
      source: [...source, 'SWML 6.3: hangup inside confirm is a failure of that leg'],
      answers: { [A]: { outcome: 'busy' }, [B]: { outcome: 'declined' }, [C]: { after: 3 } },
      steps: ['answer', 'connect', 'play'],
      hears: ['Result failed.'],
      requests: {
        '/call': [documentRequest()],
        '/legs': any(10),
        '/connect': [outcome('connecting'), outcome('failed')],
      },
      ends: 'document',
    },
    {
      name: 'hangs up while a party decides',
      source: [...source, 'SWML 3: caller hang-up ends it at any step'],
      hangup_after: 4,
      answers: { [A]: { outcome: 'busy' }, [B]: { outcome: 'busy' }, [C]: { after: 2, digits: [] } },
      steps: ['answer', 'connect'],
      hears: [],
      neverHears: ['Result'],
      requests: {
        '/call': [documentRequest()],
        '/legs': any(10),
        '/connect': [outcome('connecting'), outcome('failed')],
      },
      ends: 'caller',
    },
  ],
};
