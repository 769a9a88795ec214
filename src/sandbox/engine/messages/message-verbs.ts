import type { Declared } from '../cxml/compile-cxml.js';
import { any, bool, choice, either, list, map, number, object, steps, text, whole } from '../verbs/parameters.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const method = choice(METHODS, { default: 'POST', doc: 'The HTTP method.' });
const TRANSFORMS = ['lowercase', 'uppercase', 'trim', 'lowercase_trim', 'uppercase_trim'] as const;
const choose = {
  variable: text({ required: true, doc: 'The name of a variable.' }),
  transform: choice(TRANSFORMS, { doc: 'Changes the value before it is compared.' }),
} as const;

const message = {
  body: text({ doc: 'The text of the message.' }),
  media: list(text(), { doc: 'Up to eight URLs.' }),
  to: text({ doc: 'The recipient; default: the sender.' }),
  from: text({ doc: 'The sender; default: the number that received the message.' }),
  status_url: text({ doc: 'Receives each state of the message.' }),
} as const;
const answer = either([text(), object(message)]);

/** The verbs of documents in SWML that answer a message. */
const DECLARED: readonly Declared[] = [
  {
    name: 'reply',
    parameters: { ...message, switch: object({ ...choose, case: map(answer, { required: true }), default: answer }) },
  },
  { name: 'receive', parameters: {} },
  {
    name: 'request',
    parameters: {
      url: text({ required: true }),
      method,
      headers: map(text()),
      body: either([text(), any()]),
      timeout: number({ default: 5, min: 0, max: 5 }),
      save_variables: bool({ default: false }),
    },
  },
  { name: 'execute', parameters: { dest: text({ required: true }), params: map(any()) } },
  { name: 'transfer', parameters: { dest: text({ required: true }), method, params: map(any()) } },
  {
    name: 'switch',
    parameters: { ...choose, case: map(steps(), { required: true }), default: steps() },
  },
  { name: 'goto', parameters: { label: text({ required: true }), max: whole({ default: 100, min: 1, max: 100 }) } },
  { name: 'label', parameters: { name: text({ required: true }) } },
  { name: 'return', parameters: { value: any() } },
];

export const MESSAGE_VERBS: ReadonlyMap<string, Declared> = new Map(DECLARED.map((one) => [one.name, one]));

/** The parameter that a value which is not an object fills. */
export const SHORTHANDS: Readonly<Record<string, string>> = {
  reply: 'body',
  execute: 'dest',
  transfer: 'dest',
  goto: 'label',
  label: 'name',
};
