import { compatDate, compatItem } from '../../respond/compat.js';
import type { Handlers, OperationRequest, RequestOf, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { changeItem, crud, find } from '../../respond/resources.js';
import { found, invalid } from '../../respond/response.js';
import { Collection } from '../../state/collection.js';
import type { State } from '../../state/state.js';
import { checkUrl } from '../calls/checks.js';
import { refuseOtherKinds } from '../fabric/store/referenced-ids.js';
import { senderOfGroup } from '../numbers/number_groups.js';
import { isE164, ownNumber } from '../own-number.js';
import { isHttpUrl, uuidOf } from '../refusals.js';
import { allMessages, discard, errorOf, isQueued, type Media, type Message, sendMessage } from './message.js';

export const MAX_CHARACTERS = 1600;

type Input = RequestOf<'compat.messages.create'>['input'];

/** The compatible API does not show WhatsApp messages. */
const isShown = ({ kind, discarded_at }: Message) => kind !== 'whatsapp' && discarded_at === null;

export const compatMessages: Handlers = {
  ...crud('compat.messages', allMessages, {
    add: ({ state, input }) => send(state, input),
    update: (_request, message) => {
      mustBeSent(message, 'Body');
      return { body: '' };
    },
    view,
    isShown,
  }),
  'compat.messages.delete': (request) => {
    const message = find(request, allMessages, isShown);
    mustBeSent(message, 'sid');
    discard(request.state, message);
  },
  'compat.messages.list_media': (request) => {
    const message = find(request, allMessages, isShown);
    return page(request, Collection.of(message.media), (file) => mediaView(request.state, message, file));
  },
  'compat.messages.get_media': (request) => mediaView(request.state, ...mediaOf(request)),
  'compat.messages.delete_media': (request) => {
    const [message, file] = mediaOf(request);
    changeItem(request.state, allMessages, message, { media: message.media.filter((one) => one !== file) });
  },
};

const refuse = (attribute: string, message: string, number: number) => invalid({ message, attribute, number });

function mustBeSent(message: Message, attribute: string): void {
  if (isQueued(message)) throw refuse(attribute, 'the message is still queued: wait until it has been sent', 20009);
}

function send(state: State, input: Input): Message {
  const { To: to, Body: body = '', MediaUrl = [], SendAsMms, ApplicationSid, StatusCallback, MaxPrice } = input;
  const media_urls = typeof MediaUrl === 'string' ? [MediaUrl] : MediaUrl;
  if (!isE164(to)) throw refuse('To', 'To must be a number in E.164, such as +12065550100', 21211);
  const from = senderOf(state, input);
  if (body === '' && media_urls.length === 0) throw refuse('Body', 'Body or MediaUrl is required', 21602);
  if (body.length > MAX_CHARACTERS) throw refuse('Body', `Body has more than ${MAX_CHARACTERS} characters`, 21617);
  if (!media_urls.every(isHttpUrl)) throw refuse('MediaUrl', 'MediaUrl must be an http or https URL', 21620);
  if (MaxPrice !== undefined && !/^\d+\.?\d{0,4}$/.test(MaxPrice))
    throw refuse('MaxPrice', 'MaxPrice must be a decimal number with up to four places', 10000);
  const mms = SendAsMms && ({ kind: 'mms', segments: 1 } as const);
  checkUrl(StatusCallback, 'StatusCallback');
  if (ApplicationSid !== undefined) uuidOf('ApplicationSid', ApplicationSid);
  refuseOtherKinds(state, { ApplicationSid });
  const status_callback = StatusCallback ?? null;
  const group = input.From === undefined ? (input.MessagingServiceSid ?? null) : null;
  return sendMessage(state, { from, to, body, media_urls, source: 'laml', status_callback, group, ...mms });
}

function senderOf(state: State, { From, MessagingServiceSid }: Pick<Input, 'From' | 'MessagingServiceSid'>): string {
  if (MessagingServiceSid !== undefined) uuidOf('MessagingServiceSid', MessagingServiceSid);
  if (From === undefined) {
    if (MessagingServiceSid === undefined) throw refuse('From', 'From or MessagingServiceSid is required', 21603);
    const sender = senderOfGroup(state, MessagingServiceSid);
    if (sender !== undefined) return sender;
    const problem = 'MessagingServiceSid must be the id of a number group that is not empty';
    throw refuse('MessagingServiceSid', problem, 21701);
  }
  if (ownNumber(state, From)) return From;
  throw refuse('From', `From must be a number of the project; ${JSON.stringify(From)} is not`, 21606);
}

function mediaOf({ state, params }: RequestWith<'message_sid' | 'media_sid'>): [Message, Media] {
  const message = allMessages(state).get(params.message_sid);
  const shown = found(message && isShown(message) ? message : undefined);
  return [shown, found(shown.media.find(({ id }) => id === params.media_sid))];
}

function view(message: Message, { state }: Pick<OperationRequest, 'state'>): unknown {
  const { id, media, segments, direction, sent_at, group } = message;
  const item = compatItem(state, message, `Messages/${id}`);
  return {
    ...message,
    ...item,
    ...errorOf(message),
    num_segments: segments,
    num_media: media.length,
    date_sent: sent_at === null ? null : compatDate(sent_at),
    direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
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
