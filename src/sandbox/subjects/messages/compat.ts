import { compatDate, compatItem } from '../../respond/compat.js';
import { page } from '../../respond/pages.js';
import { invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { Collection } from '../../state/collection.js';
import type { State } from '../../state/state.js';
import { isE164, ownNumber } from '../own-number.js';
import {
  allMessages,
  changeMessage,
  discard,
  isOnItsWay,
  type Media,
  type Message,
  redact,
  sendMessage,
} from './message.js';

const LONGEST = 1600;

interface Request {
  readonly To: string;
  readonly From?: string;
  readonly Body?: string;
  readonly MediaUrl?: string | readonly string[];
  readonly SendAsMms?: boolean;
  readonly MaxPrice?: string;
  readonly StatusCallback?: string;
  readonly MessagingServiceSid?: string;
}

export const compatMessages: Subject = {
  'compat.messages.list': (ask) =>
    page(
      ask,
      allMessages(ask.state),
      (message) => view(ask.state, message),
      (message) => isShown(message),
    ),
  'compat.messages.create': ({ state, fields }) => {
    const { To, Body = '', MediaUrl = [], SendAsMms, StatusCallback, ...rest } = fields as unknown as Request;
    const media_urls = typeof MediaUrl === 'string' ? [MediaUrl] : MediaUrl;
    if (!isE164(To)) throw refuse('To', 'To must be a number in E.164, such as +12065550100', 21211);
    const from = senderOf(state, rest);
    if (Body === '' && media_urls.length === 0) throw refuse('Body', 'Body or MediaUrl is required', 21602);
    if (Body.length > LONGEST) throw refuse('Body', `Body has more than ${LONGEST} characters`, 21617);
    const bad = media_urls.find((url) => !/^https?:\/\/[^\s/]/.test(url));
    if (bad !== undefined) throw refuse('MediaUrl', 'MediaUrl must be an http or https URL', 21620);
    if (rest.MaxPrice !== undefined && !/^\d+\.?\d{0,4}$/.test(rest.MaxPrice))
      throw refuse('MaxPrice', 'MaxPrice must be a decimal number with up to four places', 10000);
    const sent = sendMessage(state, {
      from,
      to: To,
      body: Body,
      media_urls,
      source: 'laml',
      status_callback: StatusCallback ?? null,
      ...(SendAsMms && { kind: 'mms', segments: 1 }),
    });
    return view(state, sent);
  },
  'compat.messages.get': (ask) => view(ask.state, named(ask, 'sid')),
  'compat.messages.update': (ask) => {
    const message = named(ask, 'sid');
    if (isOnItsWay(message)) throw refuse('Body', 'the message is still queued: wait until it was sent', 20009);
    return view(ask.state, redact(ask.state, message));
  },
  'compat.messages.delete': (ask) => {
    const message = named(ask, 'sid');
    if (isOnItsWay(message)) throw refuse('sid', 'the message is still queued: wait until it was sent', 20009);
    discard(ask.state, message);
  },
  'compat.messages.list_media': (ask) => {
    const message = named(ask, 'message_sid');
    const files = new Collection<Media>();
    for (const file of message.media) files.add(file);
    return page(ask, files, (file) => mediaView(ask.state, message, file));
  },
  'compat.messages.get_media': (ask) => {
    const message = named(ask, 'message_sid');
    return mediaView(ask.state, message, fileOf(message, ask));
  },
  'compat.messages.delete_media': (ask) => {
    const message = named(ask, 'message_sid');
    const file = fileOf(message, ask);
    changeMessage(ask.state, message, { media: message.media.filter((one) => one !== file) });
  },
};

const refuse = (attribute: string, message: string, number: number) => invalid({ message, attribute, number });
/** The compatible API does not show WhatsApp messages. */
const isShown = ({ kind, discarded_at }: Message) => kind !== 'whatsapp' && discarded_at === null;

function senderOf(state: State, { From, MessagingServiceSid }: Pick<Request, 'From' | 'MessagingServiceSid'>): string {
  if (From === undefined) {
    if (MessagingServiceSid === undefined) throw refuse('From', 'From or MessagingServiceSid is required', 21603);
    throw refuse('MessagingServiceSid', 'MessagingServiceSid must be a number group with a number in it', 21701);
  }
  if (ownNumber(state, From)) return From;
  throw refuse('From', `From must be a number of the project, and ${JSON.stringify(From)} is not one`, 21606);
}

function named({ state, words }: Ask, word: string): Message {
  const message = allMessages(state).get(words[word] ?? '');
  if (!message || !isShown(message)) throw notFound();
  return message;
}

function fileOf({ media }: Message, { words }: Ask): Media {
  const file = media.find(({ id }) => id === words.media_sid);
  if (!file) throw notFound();
  return file;
}

function view(state: State, message: Message): unknown {
  const { id, body, from, to, media, segments, direction, status, sent_at, error, group } = message;
  const item = compatItem(state, message, `Messages/${id}`);
  return {
    ...item,
    body,
    from,
    to,
    status,
    num_segments: segments,
    num_media: media.length,
    date_sent: sent_at === null ? null : compatDate(sent_at),
    direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    price: 0,
    price_unit: 'USD',
    messaging_service_sid: group,
    subresource_uris: { media: `${item.uri}/Media` },
  };
}

const mediaView = (state: State, { id: parent_sid }: Message, { id, content_type, created_at }: Media) => ({
  ...compatItem(state, { id, created_at, updated_at: created_at }, `Messages/${parent_sid}/Media/${id}`),
  parent_sid,
  content_type,
});
