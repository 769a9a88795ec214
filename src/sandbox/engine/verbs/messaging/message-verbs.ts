import { isRecord } from '../../../request/read-json.js';
import { sendText } from '../../acts/message.js';
import { requestOf, storeResponse } from '../../acts/request.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { caseOf } from '../flow/branches.js';
import { returnVerb } from '../flow/execute.js';
import { jumpUpTo, label } from '../flow/goto.js';
import {
  any,
  bool,
  choice,
  either,
  list,
  map,
  number,
  object,
  steps,
  text,
  type ValuesOf,
  whole,
} from '../parameters.js';
import { type AnyVerb, swmlVerb } from '../verb.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const method = choice(METHODS, { default: 'POST', doc: 'The HTTP method.' });
const TRANSFORMS = ['lowercase', 'uppercase', 'trim', 'lowercase_trim', 'uppercase_trim'] as const;
const choose = {
  variable: text({ required: true, names: 'variable', doc: 'The name of a variable.' }),
  transform: choice(TRANSFORMS, { doc: 'Changes the value before it is compared.' }),
} as const;
const common = { stage: 'messaging', effect: { kind: 'simulated' }, answers: false } as const;
const NEXT = { do: 'next' } as const;
const STOP = { do: 'hangup', reason: 'stopped' } as const;

const message = {
  body: text({ doc: 'The text of the message.' }),
  media: list(text(), { doc: 'Up to eight URLs.' }),
  to: text({ doc: 'The recipient; default: the sender.' }),
  from: text({ doc: 'The sender; default: the number that received the message.' }),
  status_url: text({ relative: true, doc: 'Receives each state of the message.' }),
} as const;
const ANSWERS = [text(), object(message)] as const;

const reply = swmlVerb({
  ...common,
  name: 'reply',
  summary: 'Send a message to the sender.',
  alsoCalled: ['say', 'message', 'respond', 'send'],
  parameters: {
    ...message,
    switch: object(
      {
        ...choose,
        case: map(either(ANSWERS), { required: true, doc: 'The reply for each value.' }),
        default: either(ANSWERS, { doc: 'The reply for other values.' }),
      },
      { doc: 'Chooses the reply by the value of a variable.' },
    ),
  },
  shorthand: 'body',
  start(context, { switch: cases, ...answer }) {
    const chosen = cases ? caseOf(context, cases, 'swml_switch_no_match')?.value : answer;
    if (chosen === undefined) return STOP;
    sendReply(context, typeof chosen === 'string' ? { body: chosen } : chosen);
    return NEXT;
  },
});

const CODES = {
  to: 'swml_reply_invalid_to_number',
  from: 'swml_reply_invalid_from_number',
  media: 'swml_reply_media_limit_exceeded',
  body: 'swml_reply_body_or_media_required',
  length: 'swml_reply_character_limit_exceeded',
} as const;

/** Sends a reply. A reply that is refused does not end the document. */
function sendReply(context: StepContext, { body, media, status_url, ...ends }: Partial<ValuesOf<typeof message>>) {
  const received = isRecord(context.message?.message) ? context.message.message : {};
  const sent = sendText(context.state, {
    ...{ body: body ?? null, media_urls: media ?? [], status_callback: status_url ?? null, source: 'realtime_api' },
    to: ends.to ?? String(received.from),
    from: ends.from ?? String(received.to),
  });
  context.set('reply_result', 'message' in sent ? 'queued' : 'failed');
  if ('message' in sent) context.set('reply_message_id', sent.message.id);
  else context.fails(CODES[sent.field], sent.problem);
}

const receive = swmlVerb({
  ...common,
  name: 'receive',
  summary: 'Accept the message without a reply.',
  parameters: {},
  start: () => NEXT,
});

const MAX_REQUESTS = 10;

const request = swmlVerb({
  ...common,
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
  start(context, { headers = {}, timeout: seconds, save_variables: _, ...sent }) {
    if (context.responses < MAX_REQUESTS) return requestOf({ ...sent, headers, type: 'application/json', seconds });
    context.set('request_result', 'limit_exceeded');
    context.fails('limit_exceeded', `a document sends up to ${MAX_REQUESTS} requests`);
    return NEXT;
  },
  resume(context, event, { save_variables }) {
    if (event.kind === 'response') storeResponse(context, event.response, save_variables);
    return NEXT;
  },
});

const params = map(any(), { doc: 'The `params` of the section or document.' });
const dest = (doc: string) => text({ required: true, names: 'section', doc });

const execute = swmlVerb({
  ...common,
  name: 'execute',
  summary: 'Run a section, and return.',
  parameters: { dest: dest('A section.'), params },
  shorthand: 'dest',
  start(context, { dest: section, params: given = {} }) {
    if (context.sections.has(section)) return { do: 'call', target: { section }, params: given, phase: 'returned' };
    context.fails('swml_section_not_found', `there is no section ${section}`);
    return STOP;
  },
  resume(context, event) {
    if (event.kind === 'returned' && event.value !== undefined) context.set('return_value', event.value);
    return NEXT;
  },
});

const transfer = swmlVerb({
  ...common,
  name: 'transfer',
  summary: 'Continue in another document, without return.',
  parameters: { dest: dest('A URL.'), method, params },
  shorthand: 'dest',
  start: (_context, { dest: url, method: by, params: given = {} }) => ({
    ...{ do: 'transfer', target: { urls: [{ url, method: by, language: 'swml' }] }, params: given },
  }),
});

const switchVerb = swmlVerb({
  ...common,
  name: 'switch',
  summary: 'Run the steps for the value of a variable.',
  parameters: {
    ...choose,
    case: map(steps(), { required: true, doc: 'Steps for each value.' }),
    default: steps({ doc: 'Steps for other values.' }),
  },
  start(context, cases): Outcome {
    const list = caseOf(context, cases, 'swml_switch_no_match')?.value;
    return list === undefined ? STOP : { do: 'branch', list };
  },
});

const goto = swmlVerb({
  ...common,
  name: 'goto',
  summary: 'Jump to a label of the section.',
  parameters: {
    label: text({ required: true, names: 'label', doc: 'The name of a label in this section.' }),
    max: whole({ default: 100, min: 1, max: 100, doc: 'The maximum number of jumps.' }),
  },
  shorthand: 'label',
  start: (context, { label: to, max }) => jumpUpTo(context, to, max) ?? { do: 'return', value: undefined },
});

const DECLARED = [reply, receive, request, execute, transfer, switchVerb, goto, label, returnVerb];

/** The verbs of documents in SWML that answer a message. */
export const MESSAGE_VERBS: ReadonlyMap<string, AnyVerb> = new Map(DECLARED.map((one) => [one.name, one]));
