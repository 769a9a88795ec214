import { compatDate, compatItem } from '../../respond/compat.js';
import type { Handlers, RequestOf, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found, invalid } from '../../respond/response.js';
import { Collection } from '../../state/collection.js';
import type { State } from '../../state/state.js';
import { isE164, ownNumber } from '../own-number.js';
import { isHttpUrl } from '../refusals.js';
import {
  allMessages,
  changeMessage,
  discard,
  isQueued,
  type Media,
  type Message,
  redact,
  sendMessage,
} from './message.js';

const MAX_CHARACTERS = 1600;

type Input = RequestOf<'compat.messages.create'>['input'];

export const compatMessages: Handlers = {
  'compat.messages.list': (request) =>
    page(
      request,
      allMessages(request.state),
      (message) => view(request.state, message),
      (message) => isShown(message),
    ),
  'compat.messages.create': ({ state, input }) => {
    const { To, Body = '', MediaUrl = [], SendAsMms, StatusCallback, MaxPrice } = input;
    const media_urls = typeof MediaUrl === 'string' ? [MediaUrl] : MediaUrl;
    if (!isE164(To)) throw refuse('To', 'To must be a number in E.164, such as +12065550100', 21211);
    const from = senderOf(state, input);
    if (Body === '' && media_urls.length === 0) throw refuse('Body', 'Body or MediaUrl is required', 21602);
    if (Body.length > MAX_CHARACTERS) throw refuse('Body', `Body has more than ${MAX_CHARACTERS} characters`, 21617);
    const bad = media_urls.find((url) => !isHttpUrl(url));
    if (bad !== undefined) throw refuse('MediaUrl', 'MediaUrl must be an http or https URL', 21620);
    if (MaxPrice !== undefined && !/^\d+\.?\d{0,4}$/.test(MaxPrice))
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
  'compat.messages.get': (request) => view(request.state, find(request.state, request.params.sid)),
  'compat.messages.update': (request) => {
    const message = find(request.state, request.params.sid);
    if (isQueued(message)) throw refuse('Body', 'the message is still queued: wait until it has been sent', 20009);
    return view(request.state, redact(request.state, message));
  },
  'compat.messages.delete': (request) => {
    const message = find(request.state, request.params.sid);
    if (isQueued(message)) throw refuse('sid', 'the message is still queued: wait until it has been sent', 20009);
    discard(request.state, message);
  },
  'compat.messages.list_media': (request) => {
    const message = find(request.state, request.params.message_sid);
    return page(request, Collection.of(message.media), (file) => mediaView(request.state, message, file));
  },
  'compat.messages.get_media': (request) => {
    const message = find(request.state, request.params.message_sid);
    return mediaView(request.state, message, fileOf(message, request));
  },
  'compat.messages.delete_media': (request) => {
    const message = find(request.state, request.params.message_sid);
    const file = fileOf(message, request);
    changeMessage(request.state, message, { media: message.media.filter((one) => one !== file) });
  },
};

const refuse = (attribute: string, message: string, number: number) => invalid({ message, attribute, number });
/** The compatible API does not show WhatsApp messages. */
const isShown = ({ kind, discarded_at }: Message) => kind !== 'whatsapp' && discarded_at === null;

function senderOf(state: State, { From, MessagingServiceSid }: Pick<Input, 'From' | 'MessagingServiceSid'>): string {
  if (From === undefined) {
    if (MessagingServiceSid === undefined) throw refuse('From', 'From or MessagingServiceSid is required', 21603);
    throw refuse(
      'MessagingServiceSid',
      'MessagingServiceSid must be the id of a number group that is not empty',
      21701,
    );
  }
  if (ownNumber(state, From)) return From;
  throw refuse('From', `From must be a number of the project; ${JSON.stringify(From)} is not`, 21606);
}

function find(state: State, id: string): Message {
  const message = allMessages(state).get(id);
  return found(message && isShown(message) ? message : undefined);
}

const fileOf = ({ media }: Message, { params }: RequestWith<'media_sid'>): Media =>
  found(media.find(({ id }) => id === params.media_sid));

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
