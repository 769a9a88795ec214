import type { Handlers, RequestOf } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { invalid, notFound } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { mustBeNumber, mustBeOwn } from '../own-number.js';
import { isHttpUrl } from '../refusals.js';
import { approvedTemplate, mustBeWhatsAppNumber } from '../whatsapp.js';
import { allMessages, isQueued, type Message, redact, sendMessage } from './message.js';

const MAX_CHARACTERS = 1600;

export const nativeMessages: Handlers = {
  'beyond.messages.create': ({ state, input }) => {
    const { from, to, status_callback = null, custom_variables = null } = input;
    mustBeNumber(to, 'to');
    const content = contentOf(state, input);
    return view(
      state,
      sendMessage(state, { from, to, source: 'realtime_api', status_callback, custom_variables, ...content }),
    );
  },
  'beyond.messages.update': ({ state, params, input }) => {
    const message = allMessages(state).get(params.message_id);
    if (!message || message.discarded_at) throw notFound();
    if (input.body !== '') throw refuse('body', 'body must be the empty string: a text can be erased, but not changed');
    if (isQueued(message)) throw refuse('body', 'the message is still queued: wait until it has been sent');
    return view(state, redact(state, message));
  },
  'logs.messages.list': (request) => {
    const { state, input } = request;
    const isListed = ({ kind, discarded_at }: Message) =>
      kind !== 'whatsapp' && (input.include_deleted || discarded_at === null);
    return page(request, allMessages(state), logView, isListed);
  },
  'logs.messages.get': ({ state, params }) => {
    const message = allMessages(state).get(params.log_id);
    if (!message || message.discarded_at || message.kind === 'whatsapp') throw notFound();
    return logView(message);
  },
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
    return {
      kind: 'whatsapp' as const,
      body: JSON.stringify(body),
      ...(typeof link === 'string' && { media_urls: [link] }),
    };
  }
  const { from, body = '', media = [], send_as_mms } = input;
  mustBeOwn(state, from, 'from');
  if (body === '' && media.length === 0)
    throw refuse('body', 'body or media is required', 'missing_required_parameter');
  if (body.length > MAX_CHARACTERS) throw refuse('body', `body has more than ${MAX_CHARACTERS} characters`);
  if (!media.every(isHttpUrl)) throw refuse('media', 'media must be http or https URLs', 'http_url_required');
  return { body, media_urls: media, ...(send_as_mms && ({ kind: 'mms', segments: 1 } as const)) };
}

function view(state: State, message: Message): unknown {
  const { id, from, to, body, status, direction, kind, media, segments, error, created_at, status_callback } = message;
  return {
    id,
    from,
    to,
    body: body ?? '',
    // How this API reports a received message is not documented; `delivered` is assumed.
    status: status === 'received' ? 'delivered' : status,
    direction,
    kind,
    media: media.map(({ url }) => url),
    number_of_segments: segments,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    created_at,
    project_id: state.project,
    status_callback_url: status_callback,
    message_uri: `/api/messaging/messages/${id}`,
  };
}

function logView({ id, from, to, status, direction, kind, source, segments, error, created_at }: Message): unknown {
  const isLaml = source === 'laml';
  return {
    id,
    from,
    to,
    status,
    direction: direction === 'inbound' ? direction : isLaml ? 'outbound-api' : 'outbound',
    kind,
    source,
    type: isLaml ? 'laml_message' : 'relay_message',
    url: null,
    number_of_segments: segments,
    charge: 0,
    charge_details: [],
    created_at,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
  };
}
