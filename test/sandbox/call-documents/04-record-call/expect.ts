import { type CallDocument, documentRequest, event, number, url } from '../expectation.js';

const source = ['SWML 6.19 record_call', 'SWML 8 calling.call.record from record_call: results nested in record'];
const requests = {
  '/call': [documentRequest()],
  '/recording': [
    event('calling.call.record', { control_id: 'whole-call', state: 'recording' }),
    event(
      'calling.call.record',
      {
        control_id: 'whole-call',
        state: 'finished',
        'record.url': url,
        'record.duration': number,
        'record.size': number,
        'record.format': 'mp3',
      },
      // SWML 13, contradiction 10: record_call nests all results, and record keeps them flat.
      ['duration', 'size', 'url', 'record.audio'],
    ),
  ],
};

export const recordCall: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'stops the recording by its control id',
      source: [...source, 'SWML 6.28: nothing running is failed'],
      digits: ['1'],
      steps: [
        'answer',
        'record_call',
        'play',
        'prompt',
        'cond',
        'stop_record_call',
        'play',
        'stop_record_call',
        'play',
      ],
      hears: ['This call is recorded.', 'Press 1', 'First stop success.', 'Last stop failed.'],
      requests,
      ends: 'document',
    },
    {
      name: 'stays silent until the document stops the recording without a control id',
      source: [...source, 'SWML 6.28: control_id defaults to the last one started'],
      steps: ['answer', 'record_call', 'play', 'prompt', 'cond', 'stop_record_call', 'play'],
      hears: ['This call is recorded.', 'Press 1', 'Last stop success.'],
      neverHears: ['First stop'],
      requests,
      ends: 'document',
    },
    {
      name: 'hangs up while the recording runs',
      source: [...source, 'SWML 6.19: runs until stopped or the call ends'],
      hangup_after: 3,
      steps: ['answer', 'record_call', 'play', 'prompt'],
      hears: ['This call is recorded.'],
      neverHears: ['First stop', 'Last stop'],
      requests,
      ends: 'caller',
    },
  ],
};
