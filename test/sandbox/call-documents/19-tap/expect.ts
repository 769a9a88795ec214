import { type CallDocument, documentRequest, event, text } from '../expectation.js';

const source = ['SWML 6.31 tap', 'SWML 6.28 stop_tap', 'SWML 8 calling.call.tap: tapping, finished', 'SWML 4.4 tap_*'];
const rtp = (state: string) =>
  event('calling.call.tap', {
    control_id: 'ear',
    state,
    'tap.type': text,
    'tap.params.direction': 'both',
    'device.type': 'rtp',
    'device.params.addr': '203.0.113.5',
    'device.params.port': 4000,
    'device.params.codec': 'PCMA',
    'device.params.ptime': 40,
  });
const socket = (state: string) =>
  event('calling.call.tap', {
    control_id: 'ear',
    state,
    'tap.params.direction': 'speak',
    'device.type': text,
    'device.params.uri': 'wss://ear.example.com/tap',
    'device.params.codec': 'PCMU',
  });
const problems = [/tap/];
const steps = ['prompt', 'switch', 'tap', 'play', 'stop_tap', 'play'];

export const tap: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'is tapped to RTP',
      source,
      digits: ['1'],
      steps,
      hears: ['Press 1', 'Tap success PCMA.', 'Stop success.'],
      requests: { '/call': [documentRequest()], '/tap': [rtp('tapping'), rtp('finished')] },
      problems,
      ends: 'document',
    },
    {
      name: 'is tapped to a socket',
      source: [...source, 'SWML 6.31: direction speak, codec PCMU'],
      digits: ['2'],
      steps,
      hears: ['Press 1', 'Tap success PCMU.', 'Stop success.'],
      requests: { '/call': [documentRequest()], '/tap': [socket('tapping'), socket('finished')] },
      problems,
      ends: 'document',
    },
    {
      name: 'hangs up while being tapped',
      source: [...source, 'SWML 5: tap runs in the background'],
      digits: ['1'],
      hangup_after: 3,
      steps: ['prompt', 'switch', 'tap', 'play'],
      hears: ['Press 1', 'Tap success PCMA.'],
      neverHears: ['Stop success', 'Stop failed'],
      requests: { '/call': [documentRequest()], '/tap': [rtp('tapping'), rtp('finished')] },
      problems,
      ends: 'caller',
    },
  ],
};
