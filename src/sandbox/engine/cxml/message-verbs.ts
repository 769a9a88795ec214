import { sendText } from '../acts/message.js';
import { list, object, text } from '../verbs/parameters.js';
import { type AnyVerb, cxmlVerb } from '../verbs/verb.js';
import { callback, content, method, url } from './attributes.js';
import { continueAt } from './cxml-request.js';

const common = { stage: 'messaging', effect: { kind: 'simulated' }, answers: false } as const;
const MAX_MEDIA = 10;

const message = cxmlVerb({
  ...common,
  name: 'Message',
  summary: 'Send a message.',
  parameters: {
    text: text({ doc: 'The text of the message.' }),
    to: text({ doc: 'The recipient; default: the sender.' }),
    from: text({ doc: 'The sender; default: the number that received the message.' }),
    action: url('Receives the state of the message; its answer replaces the document.'),
    method: method(),
    statusCallback: callback('Receives the status of the message.'),
    Body: list(object({ text: content('The text.') }), { doc: 'The text of the message; several are joined.' }),
    Media: list(object({ text: content('The URL of a file.') }), { doc: 'A file that is sent with the message.' }),
  },
  start(context, { text: plain = '', action, method: by, statusCallback: status_callback = null, ...params }) {
    const { message: received } = context;
    const { Body: texts = [], Media: media = [] } = params;
    const body = texts.length > 0 ? texts.map((one) => one.text).join('') : media.length > 0 ? '' : plain;
    const { to = String(received?.From), from = String(received?.To) } = params;
    const media_urls = media.map((one) => one.text);
    const sent = sendText(context.state, { from, to, body, media_urls, status_callback, source: 'laml' }, MAX_MEDIA);
    if ('problem' in sent) context.problem(`${sent.problem}: the message is not sent`);
    if (action === undefined) return { do: 'next' };
    const state =
      'message' in sent ? { MessageSid: sent.message.id, MessageStatus: 'sending' } : { MessageStatus: 'invalid' };
    return continueAt(context, action, by, state);
  },
});

const redirect = cxmlVerb({
  ...common,
  name: 'Redirect',
  summary: 'Continue with another document.',
  parameters: { text: content('The URL of the document.'), method: method() },
  start: (context, { text: to, method: by }) => continueAt(context, to, by),
});

/** The verbs of cXML documents that answer a message. */
export const MESSAGE_VERBS: ReadonlyMap<string, AnyVerb> = new Map([message, redirect].map((one) => [one.name, one]));
