import type { State } from '../state/state.js';
import { servedDocuments } from '../subjects/fabric/store/stored-document.js';

const AGAIN = { goto: { label: 'menu', max: 1 } };
const AFTER_CONNECT = { case: { connected: [{ hangup: {} }] }, default: [{ transfer: 'message' }] };
const FRONT_DESK = {
  version: '1.0.0',
  sections: {
    main: [
      { answer: {} },
      { label: 'menu' },
      {
        prompt: {
          play: 'say:Welcome to our company. Press 1 for support, or 2 to leave a message.',
          max_digits: 1,
          initial_timeout: 5,
        },
      },
      {
        switch: {
          variable: 'prompt_value',
          case: {
            1: [{ connect: { to: '+13125550171', timeout: 20, result: AFTER_CONNECT } }],
            2: [{ transfer: 'message' }],
          },
          default: [AGAIN],
        },
      },
      { play: 'say:Thank you for calling. Goodbye.' },
    ],
    message: [
      { play: 'say:Please leave a message after the beep.' },
      { record: { beep: true, max_length: 60 } },
      { play: 'say:Thank you. We call you back.' },
    ],
  },
};

const xml = (...verbs: string[]) => `<Response>${verbs.join('')}</Response>`;
const AT = 'https://example.com/';

/** The documents of the numbers of the sample account. Relative URLs in them lead to each other. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'front-desk.json': JSON.stringify(FRONT_DESK),
  'support.xml': xml(
    '<Gather numDigits="1" action="support-queue.xml">',
    '<Say>Welcome to support. Press any key to wait for an agent.</Say>',
    '</Gather>',
    '<Say>Please leave a message after the beep.</Say>',
    '<Record action="support-thanks.xml" maxLength="60"/>',
  ),
  'support-queue.xml': xml('<Say>Please wait.</Say>', '<Enqueue action="support-thanks.xml">support</Enqueue>'),
  'support-thanks.xml': xml('<Say>Thank you. Goodbye.</Say>', '<Hangup/>'),
};

export function seedServedDocuments(state: State): void {
  for (const [name, text] of Object.entries(DOCUMENTS)) servedDocuments(state).add({ id: `${AT}${name}`, text });
}
