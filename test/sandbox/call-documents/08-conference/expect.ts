import { type CallDocument, documentRequest, type Expected, event, number, text } from '../expectation.js';

const source = ['SWML 6.10 join_conference', 'SWML 8 calling.conference', 'cXML 4.10: order of the events'];
const status = (value: string, params: Record<string, Expected> = {}) =>
  event('calling.conference', { status: value, name: 'standup', conference_id: text, size: number, ...params });
const over = status('conference-end', { reason_ended: text });
const moderator = {
  sections: {
    main: [{ sleep: 4000 }, { join_conference: { name: 'standup', start_on_enter: true, end_on_exit: true } }],
  },
};

export const conference: CallDocument = {
  language: 'swml',
  callers: [
    {
      name: 'waits for the moderator, who ends the conference',
      source: [...source, 'SWML 6.10 end_on_exit', 'sandbox: the moderator hangs up after ten seconds'],
      other: moderator,
      steps: ['play', 'join_conference', 'play', 'play'],
      hears: ['Welcome.', 'The meeting is over.', 'Goodbye.'],
      requests: {
        '/call': [documentRequest()],
        '/conference': [
          status('participant-join', { size: 1 }),
          status('participant-join', { size: 2 }),
          status('conference-start'),
          status('participant-leave'),
          status('participant-leave'),
          over,
        ],
      },
      ends: 'document',
    },
    {
      name: 'leaves before the moderator',
      source: [...source, 'SWML 4.4: completed', 'SWML 6.10 result: when the participant is out'],
      other: moderator,
      answers: { join_conference: { after: 5 } },
      steps: ['play', 'join_conference', 'play', 'play'],
      hears: ['Welcome.', 'The meeting is over.', 'Goodbye.'],
      requests: {
        '/call': [documentRequest()],
        '/conference': [
          status('participant-join', { size: 1 }),
          status('participant-join', { size: 2 }),
          status('conference-start'),
          status('participant-leave', { size: 1 }),
          status('participant-leave', { size: 0 }),
          over,
        ],
      },
      ends: 'document',
    },
    {
      name: 'hangs up before a moderator comes',
      source: [...source, 'SWML 6.10 start_on_enter: false waits for a starter'],
      hangup_after: 30,
      steps: ['play', 'join_conference'],
      hears: ['Welcome.'],
      neverHears: ['The meeting', 'Goodbye.'],
      requests: {
        '/call': [documentRequest()],
        '/conference': [status('participant-join'), status('participant-leave'), { ...over, optional: true }],
      },
      ends: 'caller',
    },
  ],
};
