import { addCallback } from '../../outbound/callbacks.js';
import { deliver } from '../../outbound/inbox.js';
import { VERSION } from '../../respond/compat.js';
import { changeItem, type Stored } from '../../respond/resources.js';
import { collection, type State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import type { EventHandlers } from '../../time/schedule.js';
import { documentUrl, resourceOf } from '../fabric/store/store.js';
import { mediaType } from '../media-type.js';
import { ownNumber } from '../own-number.js';
import { segmentsOf } from './segments.js';

/** A message. All APIs and the log are views of it. */
export interface Message extends Stored {
  readonly from: string;
  readonly to: string;
  readonly body: string | null;
  readonly direction: 'inbound' | 'outbound';
  readonly kind: 'sms' | 'mms' | 'whatsapp';
  readonly source: 'realtime_api' | 'laml';
  readonly media: readonly Media[];
  readonly segments: number;
  readonly status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'received';
  readonly sent_at: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** The number group that chose the sender. */
  readonly group: string | null;
  readonly status_callback: string | null;
  /** Sent by a document of a call. */
  readonly from_call?: true;
  readonly custom_variables: unknown;
  /** When the message was deleted. Its log entry remains. */
  readonly discarded_at: string | null;
}

export interface Media {
  readonly id: string;
  readonly url: string;
  readonly content_type: string;
  readonly created_at: string;
}

export const allMessages = collection<Message>('messages');

type Start = Pick<Message, 'from' | 'to' | 'direction' | 'source' | 'status'> &
  Partial<Omit<Message, 'media'>> & { readonly media_urls?: readonly string[] };

export function addMessage(state: State, { media_urls = [], created_at = now(state), ...message }: Start): Message {
  const media = media_urls.map((url) => ({ id: state.ids.uuid(), url, content_type: mediaType(url), created_at }));
  return allMessages(state).add({
    id: state.ids.uuid(),
    created_at,
    updated_at: created_at,
    body: '',
    kind: media.length > 0 ? 'mms' : 'sms',
    segments: media.length > 0 ? 1 : segmentsOf(message.body ?? ''),
    media,
    sent_at: null,
    error: null,
    group: null,
    status_callback: null,
    custom_variables: null,
    discarded_at: null,
    ...message,
  });
}

const now = (state: State): string => state.clock.now().toISOString();

const SENT_AFTER_MS = 2000;
const DELIVERED_AFTER_MS = 1000;

export function sendMessage(state: State, message: Omit<Start, 'direction' | 'status'>): Message {
  const queued = addMessage(state, { ...message, direction: 'outbound', status: 'queued' });
  state.schedule.add({ at: after(queued.created_at, SENT_AFTER_MS), what: 'message is sent', of: queued.id });
  return queued;
}

export const messageEvents: EventHandlers<'message is delivered' | 'message is sent'> = {
  'message is sent': (state, { of, at }) => {
    if (advance(state, of, 'sent', at))
      state.schedule.add({ at: after(at, DELIVERED_AFTER_MS), what: 'message is delivered', of });
  },
  'message is delivered': (state, { of, at }) => {
    const message = advance(state, of, 'delivered', at);
    if (!message) return;
    const { from, to, body, kind, source, media } = message;
    if (ownNumber(state, to) && kind !== 'whatsapp') {
      const media_urls = media.map(({ url }) => url);
      receive(state, { from, to, body, kind, source, media_urls, created_at: at });
      return;
    }
    const text = [body, ...media.map(({ url }) => url)].filter(Boolean).join('\n');
    deliver(state, { at, to, channel: kind === 'mms' ? 'mms' : 'sms', text });
  },
};

function advance(state: State, id: string, status: 'sent' | 'delivered', at: string): Message | undefined {
  const message = allMessages(state).get(id);
  if (!message || message.discarded_at) return undefined;
  const updated = { ...message, status, updated_at: at, ...(status === 'sent' && { sent_at: at }) };
  allMessages(state).replace(updated);
  sendStatus(state, updated, at);
  return updated;
}

/** Sends a status callback: a form if the compatible API sent the message, otherwise JSON. */
function sendStatus(state: State, message: Message, at: string): void {
  const { id, status, from, to, body, source, custom_variables, status_callback: url } = message;
  const event = `messaging.message.${status}`;
  if (message.from_call) {
    const payload = { SmsSid: id, SmsStatus: status, AccountSid: state.project, From: from, To: to };
    if (status === 'sent') addCallback(state, { event, at, url, encoding: 'form', payload });
    return;
  }
  if (source === 'laml') {
    // Only the request for a document names the version of the API.
    const { ApiVersion: _, ...payload } = compatPayload(state, message);
    addCallback(state, { event, at, url, encoding: 'form', payload });
    return;
  }
  const ends = { id, project_id: state.project, status, to, from };
  const text = { body: body ?? '', number_of_segments: message.segments, timestamp: at };
  const variables = custom_variables !== null && { custom_variables };
  addCallback(state, {
    event,
    at,
    url,
    encoding: 'json',
    payload: { ...ends, ...text, ...errorOf(message), ...variables },
  });
}

/** Stores a message to a number of the project and sends a callback to the URL that the number is bound to. */
function receive(state: State, message: Omit<Start, 'direction' | 'status'> & Pick<Message, 'created_at'>): void {
  const received = addMessage(state, { ...message, direction: 'inbound', status: 'received' });
  const { settings, messaging_handler_resource_id } = ownNumber(state, message.to) ?? {};
  const script = resourceOf(state, messaging_handler_resource_id);
  const [event, at] = ['messaging.message.received', message.created_at];
  if (script?.type === 'swml_script') {
    const payload = { message: inboundMessage(state, received), params: {} };
    addCallback(state, { event, at, url: documentUrl(script), encoding: 'json', payload });
    return;
  }
  if (settings?.message_handler !== 'laml_webhooks') return;
  const { message_request_url: url, message_request_method: method } = settings;
  addCallback(state, { event, at, url, method, encoding: 'form', payload: compatPayload(state, received) });
}

/** An inbound message as documents in SWML and their servers see it. */
const inboundMessage = ({ project }: State, { id, kind, from, to, body, media, segments, created_at }: Message) => ({
  message_id: id,
  project_id: project,
  space_id: project,
  direction: 'inbound',
  type: kind,
  from,
  to,
  body: body === '' ? null : body,
  media: media.map(({ url, content_type }) => ({ url, content_type })),
  segments,
  timestamp: created_at,
});

const compatPayload = (state: State, { id, status, from, to, body, segments, media }: Message) => ({
  MessageSid: id,
  MessageStatus: status,
  AccountSid: state.project,
  ApiVersion: VERSION,
  From: from,
  To: to,
  Body: body ?? '',
  NumMedia: media.length,
  NumSegments: segments,
  ...Object.fromEntries(
    media.flatMap(({ url, content_type }, i) => [
      [`MediaUrl${i}`, url],
      [`MediaContentType${i}`, content_type],
    ]),
  ),
});

export const isQueued = ({ status }: Message) => status === 'queued';

/** Deletes a message. Its log entry remains. */
export function discard(state: State, message: Message): void {
  const discarded_at = state.clock.now().toISOString();
  changeItem(state, allMessages, message, { body: null, media: [], discarded_at });
}

export const errorOf = ({ error }: Pick<Message, 'error'>) => ({
  error_code: error?.code ?? null,
  error_message: error?.message ?? null,
});
