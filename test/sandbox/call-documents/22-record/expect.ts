import {
  type CallDocument,
  type Caller,
  callOver,
  recordingStatus,
  standard,
  text,
  url,
  uuid,
} from '../expectation.js';

const source = ['cXML 4.5 Record', 'cXML 4.5: status after the action request; RecordingSource RecordVerb'];
const call = standard({ CallStatus: 'ringing' });
const status = (value: string) => recordingStatus(value, 'RecordVerb');
const transcription = {
  fields: {
    TranscriptionSid: uuid,
    TranscriptionText: (value: unknown) => typeof value === 'string',
    TranscriptionStatus: /^(completed|failed)$/,
    TranscriptionUrl: url,
    RecordingSid: uuid,
    RecordingUrl: url,
  },
};
const requests: Caller['requests'] = {
  '/call': [call],
  '/saved': [standard({ RecordingUrl: url, RecordingDuration: '4' })],
  '/recording': [status('in-progress'), status('completed')],
  '/transcribed': [transcription],
  '/status': [callOver()],
};

export const record: CallDocument = {
  language: 'cxml',
  pages: { '/saved': '<Response><Say>Saved.</Say></Response>' },
  callers: [
    {
      name: 'speaks until maxLength',
      speech: ['Please call me back tomorrow, in the morning if you can, or after the lunch break.'],
      source: [...source, 'cXML 4.5: verbs after Record never run'],
      steps: ['Say', 'Record', 'Say'],
      hears: ['Leave a message.', 'Saved.'],
      neverHears: ['Never'],
      requests,
      ends: 'document',
    },
    {
      name: 'says nothing',
      speech: [null],
      source: [...source, 'cXML 4.5: only silence, status absent, action without RecordingUrl, duration 0'],
      steps: ['Say', 'Record', 'Say'],
      hears: ['Leave a message.', 'Saved.'],
      neverHears: ['Never'],
      requests: {
        '/call': [call],
        '/saved': [standard({ RecordingDuration: '0' }, ['RecordingUrl'])],
        '/recording': [status('in-progress'), status('absent')],
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'hangs up during the recording',
      source: [...source, 'cXML 3: the action is requested, its answer is not executed', 'cXML 4.5: Digits is hangup'],
      speech: ['Please call me back.'],
      hangup_after: 4,
      steps: ['Say', 'Record'],
      hears: ['Leave a message.'],
      neverHears: ['Saved.', 'Never'],
      requests: {
        ...requests,
        '/saved': [standard({ RecordingUrl: url, RecordingDuration: /^[1-4]$/, Digits: 'hangup', CallStatus: text })],
      },
      ends: 'caller',
    },
  ],
};
