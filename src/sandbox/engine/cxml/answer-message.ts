import { addCallback, allCallbacks, type Callback } from '../../outbound/callbacks.js';
import { isRecord } from '../../request/read-json.js';
import type { State } from '../../state/state.js';
import { sendMessage } from '../../subjects/messages/message.js';
import { isE164 } from '../../subjects/own-number.js';
import { list, object, text } from '../verbs/parameters.js';
import { absoluteUrl } from '../verbs/read-parameters.js';
import { content, method, url } from './attributes.js';
import { compileCxml, type Declared } from './compile-cxml.js';
import { readCxml } from './read-cxml.js';

const DECLARED: readonly (Declared & { readonly summary: string })[] = [
  {
    name: 'Message',
    summary: 'Send a message.',
    parameters: {
      text: text({ doc: 'The text of the message.' }),
      to: text({ doc: 'The recipient; default: the sender.' }),
      from: text({ doc: 'The sender; default: the number that received the message.' }),
      action: url('Receives the state of the message; its answer replaces the document.'),
      method: method(),
      statusCallback: url('Receives the status of the message.'),
      Body: list(object({ text: content('The text.') }), { doc: 'The text of the message; several are joined.' }),
      Media: list(object({ text: content('The URL of a file.') }), { doc: 'A file that is sent with the message.' }),
    },
  },
  {
    name: 'Redirect',
    summary: 'Continue with another document.',
    parameters: { text: content('The URL of the document.'), method: method() },
  },
];
/** The verbs of documents that answer a message. */
export const MESSAGE_VERBS = new Map(DECLARED.map((one) => [one.name, one]));

const EVENT = 'messaging.message.';
const DOCUMENTS = [`${EVENT}received`, `${EVENT}redirected`, `${EVENT}action`];
const MAX_DOCUMENTS = 20;
const MAX_TEXT = 1600;
const MAX_MEDIA = 10;

/** Whether the answer to a callback is a document that is executed. */
export const isMessageDocument = ({ event, encoding }: Callback): boolean =>
  encoding === 'form' && DOCUMENTS.includes(event);

/** Executes the document with which a server answered an inbound message. Returns the problems. */
export async function answerMessage(state: State, asked: Callback, answer: string): Promise<readonly string[]> {
  if (answer.trim() === '') return [];
  const read = await readCxml(answer, asked.url);
  if ('problem' in read) return [`${asked.url}: ${read.problem}`];
  const { lists, problems } = compileCxml(read.source.value, MESSAGE_VERBS);
  const found = [...problems];
  for (const { at, name, params, problems: wrong } of lists.get('main') ?? []) {
    if (wrong.length > 0) break;
    const report = (problem: string) => found.push(`${at}: ${problem}`);
    const payload = name === 'Redirect' ? asked.payload : reply(state, asked, params, report);
    const next = name === 'Redirect' ? params.text : params.action;
    if (next === undefined) continue;
    if (countSinceMessage(state) >= MAX_DOCUMENTS)
      report(`more than ${MAX_DOCUMENTS} documents answer one message: is there a loop?`);
    else {
      const to = { url: absoluteUrl(String(next), asked.url), method: params.method };
      addCallback(state, {
        ...to,
        event: `${EVENT}${name === 'Redirect' ? 'redirected' : 'action'}`,
        encoding: 'form',
        payload,
      });
    }
    break;
  }
  return found;
}

/** How many documents were requested since the last message arrived. */
function countSinceMessage(state: State): number {
  let count = 0;
  for (const [, callback] of allCallbacks(state).newest()) {
    if (isMessageDocument(callback)) count++;
    if (callback.event === `${EVENT}received`) break;
  }
  return count;
}

type Params = Readonly<Record<string, unknown>>;

/** Sends a message. Returns what its action receives. */
function reply(
  state: State,
  { payload, url: base }: Callback,
  params: Params,
  report: (problem: string) => void,
): Params {
  const to = String(params.to ?? payload.From);
  const from = String(params.from ?? payload.To);
  const texts = contentsOf(params.Body);
  const body = texts.length > 0 ? texts.join('') : contentsOf(params.Media).length > 0 ? '' : String(params.text ?? '');
  const media_urls = contentsOf(params.Media);
  const problem = !isE164(to)
    ? `to must be a number in E.164, but it is ${to}`
    : body.length > MAX_TEXT
      ? `the text has ${body.length} characters; the limit is 1,600`
      : media_urls.length > MAX_MEDIA
        ? `there are ${media_urls.length} Media elements; the limit is 10`
        : body === '' && media_urls.length === 0
          ? 'Message requires a text or Media'
          : undefined;
  if (problem !== undefined) {
    report(`${problem}: the message is not sent`);
    return { ...payload, MessageStatus: 'invalid' };
  }
  const { statusCallback } = params;
  const status_callback = typeof statusCallback === 'string' ? absoluteUrl(statusCallback, base) : null;
  const message = sendMessage(state, { from, to, body, media_urls, source: 'laml', status_callback });
  return { ...payload, MessageSid: message.id, MessageStatus: 'sending' };
}

const contentsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (isRecord(one) && typeof one.text === 'string' ? [one.text] : [])) : [];
