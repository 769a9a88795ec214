import { type CallDocument, documentRequest, type Expected, either, event, number, text, url } from '../expectation.js';

const source = ['SWML 6.18 record', 'SWML 8 calling.call.record: flat fields and record.audio'];
const recording = (state: string, params: Record<string, Expected> = {}) =>
  event('calling.call.record', { control_id: text, state, ...params });
const audio = { 'record.audio.format': 'wav', 'record.audio.direction': 'speak', 'record.audio.stereo': false };
const finished = (duration: Expected) =>
  recording('finished', {
    url,
    duration,
    size: number,
    start_time: (value) => value !== undefined,
    end_time: (value) => value !== undefined,
    ...audio,
  });

export const record: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'speaks until max_length',
      source: [...source, 'call verbs, record: the caller speaks for 5 seconds'],
      steps: ['play', 'record', 'cond', 'play'],
      hears: ['Leave a message.', 'Thank you. You said'],
      neverHears: ['We heard nothing.'],
      requests: { '/call': [documentRequest()], '/record': [recording('recording'), finished(4)] },
      ends: 'document',
    },
    {
      name: 'says nothing',
      source: [...source, 'SWML 6.18: no voice within initial_timeout is no_input, record_result failed'],
      answers: { record: { result: 'no_input' } },
      steps: ['play', 'record', 'cond', 'play'],
      hears: ['Leave a message.', 'We heard nothing.'],
      requests: {
        '/call': [documentRequest()],
        '/record': [recording('recording'), recording('no_input')],
      },
      ends: 'document',
    },
    {
      name: 'hangs up during the recording',
      source: [...source, 'SWML 3: caller hang-up ends it at any step', 'SWML 8: recording, then finished'],
      hangup_after: 3,
      steps: ['play', 'record'],
      hears: ['Leave a message.'],
      neverHears: ['Thank you.', 'We heard nothing.'],
      requests: {
        '/call': [documentRequest()],
        '/record': [recording('recording'), finished((value) => number(value) && Number(value) < 4)],
      },
      ends: 'caller',
    },
    {
      name: 'hangs up before the recording begins',
      source: [...source, 'SWML 3: caller hang-up ends it at any step'],
      hangup_after: 0.5,
      steps: ['play'],
      hears: ['Leave a message.'],
      requests: { '/call': [documentRequest({ 'call.call_state': either('created') })] },
      ends: 'caller',
    },
  ],
};
