import {
  CALLER,
  type CallDocument,
  type Caller,
  callOver,
  type ExpectedRequest,
  integer,
  legStatus,
  recordingStatus,
  standard,
  text,
  url,
  uuid,
} from '../expectation.js';

const source = ['cXML 4.6 Dial', 'cXML 4.7 Number', 'cXML 6 status callbacks'];
const FIRST = '+15035550121';
const SECOND = '+15035550122';
const call = standard({ CallStatus: 'ringing' });
const over = { CallDuration: integer, HangupBy: text, HangupDirection: text };
const leg = (to: string, last: string, answered: boolean): ExpectedRequest[] => [
  legStatus(to, 'initiated', 0),
  legStatus(to, 'ringing', 1),
  ...(answered ? [legStatus(to, 'in-progress', 2)] : []),
  legStatus(to, last, answered ? 3 : 2, answered ? over : {}),
];
/** A request of the leg for the called party: its own CallSid, with the caller as its parent. */
const legRequest = (fields = {}): ExpectedRequest => {
  const { fields: own, headers } = standard({ To: SECOND, Direction: 'outbound-dial', ParentCallSid: uuid, ...fields });
  return { fields: own, ...(headers && { headers }) };
};
const whispered: Caller['requests'] = { '/whisper': [legRequest()], '/accept': [legRequest({ Digits: '1' })] };
const recording = { '/recording': [recordingStatus('completed', text)] };

export const dialSerial: CallDocument = {
  language: 'cxml',
  pages: {
    '/whisper':
      '<Response><Gather numDigits="1" action="/accept" timeout="3"><Say>Press 1.</Say></Gather><Hangup/></Response>',
    '/accept': '<Response><Say>Connecting.</Say></Response>',
    '/after': '<Response><Say>The conversation is over.</Say></Response>',
  },
  callers: [
    {
      name: 'reaches the second number, who hangs up first',
      source: [...source, 'cXML 13, document 10: busy without action, the next verb', 'cXML 4.6 action request'],
      answers: { [FIRST]: { outcome: 'busy', after: 2 }, [SECOND]: { after: 4, digits: ['1'], hangup_after: 30 } },
      steps: ['Dial', 'Dial', 'Say'],
      hears: ['The conversation is over.'],
      neverHears: ['Never'],
      requests: {
        '/call': [call],
        '/first': leg(FIRST, 'busy', false),
        '/second': leg(SECOND, 'completed', true),
        ...whispered,
        '/after': [
          standard({ DialCallStatus: 'completed', DialCallSid: uuid, DialCallDuration: integer, RecordingUrl: url }),
        ],
        ...recording,
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'talks with the first number, and the second declines',
      source: [...source, 'cXML 4.6: the called party hanging up continues the document'],
      answers: { [FIRST]: { after: 3, hangup_after: 10 }, [SECOND]: { outcome: 'declined', after: 2 } },
      steps: ['Dial', 'Dial', 'Say'],
      hears: ['The conversation is over.'],
      neverHears: ['Never'],
      requests: {
        '/call': [call],
        '/first': leg(FIRST, 'completed', true),
        '/second': [
          legStatus(SECOND, 'initiated', 0),
          legStatus(SECOND, 'ringing', 1),
          { ...legStatus(SECOND, 'x', 2, { CallStatus: /^(busy|failed|no-answer)$/ }) },
        ],
        '/after': [standard({ DialCallStatus: /^(busy|failed|no-answer)$/ }, ['RecordingUrl'])],
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'reaches no one: the first does not answer, the second does not press 1',
      source: [...source, 'cXML 4.7: refusing is Hangup in the document of url; the leg counts as no-answer'],
      answers: { [FIRST]: { outcome: 'no_answer' }, [SECOND]: { after: 2 } },
      steps: ['Dial', 'Dial', 'Say'],
      hears: ['The conversation is over.'],
      requests: {
        '/call': [call],
        '/first': leg(FIRST, 'no-answer', false),
        '/second': [
          legStatus(SECOND, 'initiated', 0),
          legStatus(SECOND, 'ringing', 1),
          legStatus(SECOND, 'in-progress', 2),
          legStatus(SECOND, 'x', 3, { CallStatus: /^(completed|no-answer)$/ }),
        ],
        '/whisper': [legRequest()],
        '/after': [standard({ DialCallStatus: 'no-answer' }, ['RecordingUrl'])],
        '/status': [callOver()],
      },
      ends: 'document',
    },
    {
      name: 'talks with the second number and hangs up first',
      source: [...source, 'cXML 3: action is requested after a hang-up, its answer is not executed'],
      hangup_after: 40,
      answers: { [FIRST]: { outcome: 'busy', after: 2 }, [SECOND]: { after: 4, digits: ['1'], hangup_after: 300 } },
      steps: ['Dial', 'Dial'],
      hears: [],
      neverHears: ['The conversation is over.', 'Never'],
      requests: {
        '/call': [call],
        '/first': leg(FIRST, 'busy', false),
        '/second': leg(SECOND, 'completed', true),
        ...whispered,
        '/after': [standard({ CallStatus: text, DialCallStatus: 'completed', DialCallSid: uuid, From: CALLER })],
        ...recording,
        '/status': [callOver()],
      },
      ends: 'caller',
    },
  ],
};
