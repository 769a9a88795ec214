import type { Handlers, Lookups, OperationRequest, RequestOf } from '../../respond/handler.js';
import { crud, find } from '../../respond/resources.js';
import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { checkUrl } from '../calls/checks.js';
import { mustBeNumber, mustBeOwn } from '../own-number.js';
import { isHttpUrl } from '../refusals.js';
import { approvedTemplate, mustBeWhatsAppNumber } from '../whatsapp.js';
import { compatMessages, MAX_CHARACTERS } from './compat.js';
import { addMessage, allMessages, errorOf, isQueued, type Message, sendMessage } from './message.js';

const isShown = ({ discarded_at }: Message) => discarded_at === null;
export const messageLookups: Lookups = {
  'beyond.messages.update': (request) => find(request, allMessages, isShown),
};

const nativeMessages: Handlers = {
  ...crud('beyond.messages', allMessages, {
    add: ({ state, input }) => {
      const { from, to, status_callback = null, custom_variables = null } = input;
      mustBeNumber(to, 'to');
      checkUrl(status_callback ?? undefined, 'status_callback');
      const content = contentOf(state, input);
      return sendMessage(state, { from, to, source: 'realtime_api', status_callback, custom_variables, ...content });
    },
    update: ({ input }, message) => {
      if (input.body !== '')
        throw refuse('body', 'body must be the empty string: a text can be erased, but not changed');
      if (isQueued(message)) throw refuse('body', 'the message is still queued: wait until it has been sent');
      return { body: '' };
    },
    view,
    isShown,
  }),
  ...crud('logs.messages', allMessages, {
    view: logView,
    isShown: ({ kind, discarded_at }) => kind !== 'whatsapp' && discarded_at === null,
    isListed:
      ({ input }) =>
      ({ kind, discarded_at }) =>
        kind !== 'whatsapp' && (input.include_deleted || discarded_at === null),
  }),
};

const refuse = (attribute: string, message: string, code?: string) =>
  invalid({ message, attribute, ...(code !== undefined && { code }) });

function contentOf(state: State, input: RequestOf<'beyond.messages.create'>['input']) {
  if ('template_id' in input) {
    mustBeWhatsAppNumber(state, input.from);
    return { kind: 'whatsapp' as const, body: approvedTemplate(state, input.template_id).name };
  }
  if ('message_type' in input) {
    mustBeWhatsAppNumber(state, input.from);
    const { body } = input;
    if (typeof body === 'string') return { kind: 'whatsapp' as const, body };
    const link = 'link' in body ? body.link : undefined;
    const media_urls = typeof link === 'string' ? [link] : [];
    return { kind: 'whatsapp' as const, body: JSON.stringify(body), media_urls };
  }
  const { from, body = '', media = [], send_as_mms } = input;
  mustBeOwn(state, from, 'from');
  if (body === '' && media.length === 0)
    throw refuse('body', 'body or media is required', 'missing_required_parameter');
  if (body.length > MAX_CHARACTERS) throw refuse('body', `body has more than ${MAX_CHARACTERS} characters`);
  if (!media.every(isHttpUrl)) throw refuse('media', 'media must be http or https URLs', 'http_url_required');
  return { body, media_urls: media, ...(send_as_mms && ({ kind: 'mms', segments: 1 } as const)) };
}

function view(message: Message, { state }: Pick<OperationRequest, 'state'>): unknown {
  const { id, body, status, media, segments, status_callback } = message;
  return {
    ...message,
    ...errorOf(message),
    body: body ?? '',
    // How this API reports a received message is not documented; `delivered` is assumed.
    status: status === 'received' ? 'delivered' : status,
    media: media.map(({ url }) => url),
    number_of_segments: segments,
    project_id: state.project,
    status_callback_url: status_callback,
    message_uri: `/api/messaging/messages/${id}`,
  };
}

function logView(message: Message): unknown {
  const { direction, source, segments } = message;
  const isLaml = source === 'laml';
  return {
    ...message,
    ...errorOf(message),
    direction: direction === 'inbound' ? direction : isLaml ? 'outbound-api' : 'outbound',
    type: isLaml ? 'laml_message' : 'relay_message',
    url: null,
    number_of_segments: segments,
    charge: 0,
    charge_details: [],
  };
}

export const messages: Handlers = { ...compatMessages, ...nativeMessages };

export function seedMessages(state: State): void {
  const support = '+12065550101';
  const customer = '+16175550111';
  const other = '+13125550133';
  const inbound = (from: string, body: string, media_urls: readonly string[] = []) => {
    const message = { from, to: support, body, media_urls, source: 'laml' } as const;
    addMessage(state, { ...message, direction: 'inbound', status: 'received' });
    state.clock.advance(240);
  };
  const outbound = (to: string, body: string, outcome: Partial<Parameters<typeof addMessage>[1]> = {}) => {
    const sent_at = state.clock.now().toISOString();
    const message = { from: support, to, body, sent_at, source: 'laml' } as const;
    addMessage(state, { ...message, direction: 'outbound', status: 'delivered', ...outcome });
    state.clock.advance(900);
  };
  inbound(customer, 'Hi, my order 1042 has not come yet. Can you see where it is?');
  outbound(customer, 'It left our house this morning and should be with you tomorrow before noon.');
  inbound(other, 'One of the cups is broken', ['https://example.com/photos/cup.jpg']);
  outbound(other, 'We are sorry! A new one is on its way.', { source: 'realtime_api' });
  outbound('+15125550187', 'Your appointment is on Thursday at 10.', {
    status: 'undelivered',
    error: { code: '30003', message: 'Unreachable destination handset' },
  });
}
