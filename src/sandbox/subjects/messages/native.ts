import { page } from '../../respond/pages.js';
import { invalid, notFound } from '../../respond/response.js';
import type { Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { mustBeNumber, mustBeOwn } from '../own-number.js';
import { mustBeApproved, mustBeOnWhatsApp } from '../whatsapp.js';
import { allMessages, isOnItsWay, type Message, redact, sendMessage } from './message.js';

const LONGEST = 1600;

interface Request {
  readonly to: string;
  readonly from: string;
  readonly body?: unknown;
  readonly media?: readonly string[];
  readonly send_as_mms?: boolean;
  readonly message_type?: string;
  readonly template_id?: string;
  readonly status_callback?: string;
  readonly custom_variables?: unknown;
}

export const nativeMessages: Subject = {
  'beyond.messages.create': ({ state, fields }) => {
    const request = fields as unknown as Request;
    const to = mustBeNumber(request.to, 'to');
    const content = request.message_type || request.template_id ? whatsApp(state, request) : text(state, request);
    const { from, status_callback = null, custom_variables = null } = request;
    return view(
      state,
      sendMessage(state, { from, to, source: 'realtime_api', status_callback, custom_variables, ...content }),
    );
  },
  'beyond.messages.update': ({ state, words, fields }) => {
    const message = allMessages(state).get(words.message_id ?? '');
    if (!message || message.discarded_at) throw notFound();
    if (fields.body !== '')
      throw refuse('body', 'body can only become the empty string: a text is erased, not rewritten');
    if (isOnItsWay(message)) throw refuse('body', 'the message is still queued: wait until it was sent');
    return view(state, redact(state, message));
  },
  'logs.messages.list': (ask) => {
    const deletedToo = ask.query.get('include_deleted') === 'true';
    const wanted = ({ kind, discarded_at }: Message) => kind !== 'whatsapp' && (deletedToo || discarded_at === null);
    return page(ask, allMessages(ask.state), logView, wanted);
  },
  'logs.messages.get': ({ state, words }) => {
    const message = allMessages(state).get(words.log_id ?? '');
    if (!message || message.discarded_at || message.kind === 'whatsapp') throw notFound();
    return logView(message);
  },
};

const refuse = (attribute: string, message: string, code?: string) =>
  invalid({ message, attribute, ...(code !== undefined && { code }) });

function text(state: State, { from, body = '', media = [], send_as_mms }: Request) {
  mustBeOwn(state, from, 'from');
  if (typeof body !== 'string') throw refuse('body', 'body must be a string unless message_type says otherwise');
  if (body === '' && media.length === 0)
    throw refuse('body', 'body or media is required', 'missing_required_parameter');
  if (body.length > LONGEST) throw refuse('body', `body has more than ${LONGEST} characters`);
  if (media.some((url) => !/^https?:\/\/[^\s/]/.test(url)))
    throw refuse('media', 'media must be http or https URLs', 'http_url_required');
  return { body, media_urls: media, ...(send_as_mms && ({ kind: 'mms', segments: 1 } as const)) };
}

function whatsApp(state: State, { from, body, template_id }: Request) {
  mustBeOnWhatsApp(state, from);
  if (template_id !== undefined) return { kind: 'whatsapp' as const, body: mustBeApproved(state, template_id).name };
  const link = (body as { link?: unknown } | undefined)?.link;
  return {
    kind: 'whatsapp' as const,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(typeof link === 'string' && { media_urls: [link] }),
  };
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
