import {
  type CallDocument,
  type Caller,
  callOver,
  type ExpectedRequest,
  integer,
  recordingStatus,
  rfc2822,
  standard,
  text,
  uuid,
} from '../expectation.js';

const source = ['cXML 4.10 Conference: attributes, order of the events, status request'];
const call = standard({ CallStatus: 'ringing' });
/** The CallSid of an event can be that of the other participant. */
const status = (name: string, fields = {}): ExpectedRequest => {
  const request = standard({ From: text, To: text, Direction: text, CallStatus: text });
  return {
    fields: {
      ...request.fields,
      ConferenceSid: uuid,
      FriendlyName: 'board',
      StatusCallbackEvent: name,
      EventName: text,
      Timestamp: rfc2822,
      ...fields,
    },
    ...(request.headers && { headers: request.headers }),
  };
};
const joined = {
  Muted: /^(true|false)$/,
  Hold: 'false',
  StartConferenceOnEnter: /^(true|false)$/,
  EndConferenceOnExit: /^(true|false)$/,
};
const left: Caller['requests'] = { '/left': [standard({ DialCallStatus: 'answered' })] };
const wait = [standard()];
const moderator = {
  sections: {
    main: [{ sleep: 4000 }, { join_conference: { name: 'board', start_on_enter: true, end_on_exit: true } }],
  },
};

export const conference: CallDocument = {
  language: 'cxml',
  pages: {
    '/wait': '<Response><Play>https://ivr.example.com/music.wav</Play></Response>',
    '/left': '<Response><Say>Goodbye.</Say></Response>',
  },
  callers: [
    {
      name: 'waits for the moderator, who ends the conference',
      source: [
        ...source,
        'cXML 13, document 14',
        'cXML 4.10: names are shared with SWML',
        'cXML 4.6: answered after a conference',
      ],
      other: moderator,
      answers: { Conference: { after: 60 } },
      steps: ['Say', 'Dial', 'Play', 'Say'],
      hears: ['Welcome.', 'Goodbye.'],
      requests: {
        '/call': [call],
        '/wait': wait,
        '/conference': [
          status('participant-join', joined),
          status('participant-join', joined),
          status('conference-start'),
          status('participant-leave'),
          status('participant-leave'),
          status('conference-end', { Duration: integer }),
        ],
        ...left,
        '/recording': [recordingStatus('completed', text, { CallSid: (value: unknown) => typeof value === 'string' })],
        '/over': [{ fields: {} }],
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'hangs up before a moderator comes',
      source: [...source, 'cXML 3: action of Dial is still requested, its answer is not executed'],
      hangup_after: 8,
      steps: ['Say', 'Dial', 'Play'],
      hears: ['Welcome.'],
      neverHears: ['Goodbye.'],
      requests: {
        '/call': [call],
        '/wait': wait,
        '/conference': [
          status('participant-join', joined),
          status('participant-leave'),
          { ...status('conference-end'), optional: true },
        ],
        '/left': [standard({ CallStatus: text, DialCallStatus: text })],
        '/over': [{ fields: {}, optional: true }],
        '/status': [callOver()],
      },
      ends: 'caller',
    },
  ],
};
