import type { Declared } from '../cxml/compile-cxml.js';
import { any, bool, choice, either, list, map, number, object, steps, text, whole } from '../verbs/parameters.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const method = choice(METHODS, { default: 'POST', doc: 'The HTTP method.' });
const TRANSFORMS = ['lowercase', 'uppercase', 'trim', 'lowercase_trim', 'uppercase_trim'] as const;
const choose = {
  variable: text({ required: true, names: 'variable', doc: 'The name of a variable.' }),
  transform: choice(TRANSFORMS, { doc: 'Changes the value before it is compared.' }),
} as const;

const message = {
  body: text({ doc: 'The text of the message.' }),
  media: list(text(), { doc: 'Up to eight URLs.' }),
  to: text({ doc: 'The recipient; default: the sender.' }),
  from: text({ doc: 'The sender; default: the number that received the message.' }),
  status_url: text({ doc: 'Receives each state of the message.' }),
} as const;
const ANSWERS = [text(), object(message)] as const;
const answer = either(ANSWERS);

/** The verbs of documents in SWML that answer a message. */
const DECLARED: readonly (Declared & { readonly summary: string })[] = [
  {
    name: 'reply',
    summary: 'Send a message to the sender.',
    parameters: {
      ...message,
      switch: object(
        {
          ...choose,
          case: map(answer, { required: true, doc: 'The reply for each value.' }),
          default: either(ANSWERS, { doc: 'The reply for other values.' }),
        },
        { doc: 'Chooses the reply by the value of a variable.' },
      ),
    },
  },
  { name: 'receive', summary: 'Accept the message without a reply.', parameters: {} },
  {
    name: 'request',
    summary: 'Send an HTTP request.',
    parameters: {
      url: text({ required: true, doc: 'An http or https URL.' }),
      method,
      headers: map(text(), { doc: 'The headers of the request.' }),
      body: either([text(), any()], { doc: 'Text, or an object that is sent as JSON.' }),
      timeout: number({ default: 5, min: 0, max: 5, doc: 'Seconds.' }),
      save_variables: bool({ default: false, doc: 'Store the JSON response in `request_response`.' }),
    },
  },
  {
    name: 'execute',
    summary: 'Run a section or another document, and return.',
    parameters: {
      dest: text({ required: true, names: 'section', doc: 'A section or a URL.' }),
      params: map(any(), { doc: 'The `params` of the section or document.' }),
    },
  },
  {
    name: 'transfer',
    summary: 'Continue in a section or another document, without return.',
    parameters: {
      dest: text({ required: true, names: 'section', doc: 'A section or a URL.' }),
      method,
      params: map(any(), { doc: 'The `params` of the section or document.' }),
    },
  },
  {
    name: 'switch',
    summary: 'Run the steps for the value of a variable.',
    parameters: {
      ...choose,
      case: map(steps(), { required: true, doc: 'Steps for each value.' }),
      default: steps({ doc: 'Steps for other values.' }),
    },
  },
  {
    name: 'goto',
    summary: 'Jump to a label of the section.',
    parameters: {
      label: text({ required: true, names: 'label', doc: 'The name of a label in this section.' }),
      max: whole({ default: 100, min: 1, max: 100, doc: 'The maximum number of jumps.' }),
    },
  },
  {
    name: 'label',
    summary: 'Mark a place for goto.',
    parameters: { name: text({ required: true, doc: 'The name of the label.' }) },
  },
  {
    name: 'return',
    summary: 'End the section and return a value.',
    parameters: { value: any({ doc: 'The value that the section returns.' }) },
  },
];

export const MESSAGE_VERBS: ReadonlyMap<string, (typeof DECLARED)[number]> = new Map(
  DECLARED.map((one) => [one.name, one]),
);

/** The parameter that a value which is not an object fills. */
export const SHORTHANDS: Readonly<Record<string, string>> = {
  reply: 'body',
  execute: 'dest',
  transfer: 'dest',
  goto: 'label',
  label: 'name',
};
