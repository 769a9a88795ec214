import { type CallDocument, documentRequest, type ExpectedRequest, event, text } from '../expectation.js';

const source = ['SWML 6.5 detect_machine', 'SWML 4.4 detect_result', 'SWML 8 calling.call.detect'];
const detect = (value: string): ExpectedRequest =>
  event('calling.call.detect', {
    control_id: text,
    segment_id: text,
    'detect.type': 'machine',
    'detect.params.event': value,
  });
const steps = ['detect_machine', 'switch', 'play'];

export const detectMachine: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'is a person',
      source: [...source, 'SWML 6.5: human after initial_timeout at most'],
      answers: { detect_machine: { result: 'human' } },
      steps,
      hears: ['Hello, person.'],
      requests: { '/call': [documentRequest()], '/detect': [detect('HUMAN'), detect('finished')] },
      ends: 'document',
    },
    {
      name: 'is a machine',
      source: [...source, 'SWML 6.5: detect_message_end finishes at the beep'],
      answers: { detect_machine: { result: 'machine' } },
      steps,
      hears: ['Message after the beep, true.'],
      requests: {
        '/call': [documentRequest()],
        '/detect': [
          detect('MACHINE'),
          { ...detect('NOT_READY'), optional: true },
          { ...detect('READY'), optional: true },
          detect('finished'),
        ],
      },
      ends: 'document',
    },
    {
      name: 'is not detected within the timeout',
      source: [...source, 'SWML 6.5: unknown after timeout'],
      answers: { detect_machine: { result: 'unknown' } },
      steps,
      hears: ['Result unknown after 20000.'],
      requests: { '/call': [documentRequest()], '/detect': [detect('UNKNOWN'), detect('finished')] },
      ends: 'document',
    },
    {
      name: 'hangs up during the detection',
      source: [...source, 'SWML 3: caller hang-up ends it at any step'],
      answers: { detect_machine: { result: 'unknown' } },
      hangup_after: 3,
      steps: ['detect_machine'],
      hears: [],
      neverHears: ['Result', 'Hello'],
      requests: { '/call': [documentRequest()], '/detect': [{ ...detect('finished'), optional: true }] },
      ends: 'caller',
    },
  ],
};
