import { invalid, notFound, notSimulated } from '../answer.js';
import { page } from '../pages.js';
import type { State } from '../state.js';
import type { Ask, Subject } from '../subject.js';
import { available, isOffered } from './available_numbers.js';
import { type ResourceType, resourceFor } from './fabric_resources.js';

type Settings = Readonly<Record<string, unknown>>;

export interface PhoneNumber {
  readonly id: string;
  readonly number: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** What requests set: name, handlers and their companions. */
  readonly settings: Settings;
  readonly calling_handler_resource_id: string | null;
}

interface Binding {
  /** The field that must come with the handler. */
  readonly companion: string;
  /** The resource that the platform makes of it. */
  readonly makes?: ResourceType;
}

/** What each value of `call_handler` needs and makes. A handler that is missing here is not simulated yet. */
export const BINDINGS: Readonly<Record<string, Binding>> = {
  relay_script: { companion: 'call_relay_script_url', makes: 'swml_webhook' },
  laml_webhooks: { companion: 'call_request_url', makes: 'cxml_webhook' },
  ai_agent: { companion: 'call_ai_agent_id', makes: 'ai_agent' },
  call_flow: { companion: 'call_flow_id', makes: 'call_flow' },
  relay_application: { companion: 'call_relay_application', makes: 'relay_application' },
  relay_topic: { companion: 'call_relay_topic' },
  relay_context: { companion: 'call_relay_context' },
  relay_connector: { companion: 'call_relay_connector_id' },
  video_room: { companion: 'call_video_room_id' },
  dialogflow: { companion: 'call_dialogflow_agent_id' },
};

export function addNumber(state: State, number: string, settings: Settings = {}): PhoneNumber {
  const at = state.clock.now().toISOString();
  return state.numbers.add({
    id: state.ids.uuid(),
    number,
    created_at: at,
    updated_at: at,
    settings,
    calling_handler_resource_id: null,
  });
}

/** Changes settings as a request does: a new handler is checked and gets its resource. */
export function changeNumber(state: State, number: PhoneNumber, fields: Settings, path: string): PhoneNumber {
  const settings = { ...number.settings, ...fields };
  const bound = 'call_handler' in fields ? bind(state, settings, path) : number.calling_handler_resource_id;
  return state.numbers.replace({
    ...number,
    settings,
    calling_handler_resource_id: bound,
    updated_at: state.clock.now().toISOString(),
  });
}

export const phone_numbers: Subject = {
  'phone_numbers.list': (ask) => {
    const name = ask.query.get('filter_name') ?? '';
    const digits = ask.query.get('filter_number') ?? '';
    return page(
      ask,
      ask.state.numbers,
      view,
      (one) => one.number.includes(digits) && (name === '' || String(one.settings.name ?? '').includes(name)),
    );
  },
  'phone_numbers.search': (ask) => ({ data: available(ask), links: { self: `${ask.path}?${ask.query}` } }),
  'phone_numbers.purchase': ({ state, fields, path }) => {
    const number = fields.number as string;
    if ([...state.numbers].some((one) => one.number === number))
      throw invalid(path, { message: 'number is already yours' });
    if (!isOffered(number))
      throw invalid(path, { message: 'number could not be purchased: search for one that is available' });
    return view(addNumber(state, number));
  },
  'phone_numbers.get': (ask) => view(find(ask)),
  'phone_numbers.update': (ask) => view(changeNumber(ask.state, find(ask), ask.fields, ask.path)),
  'phone_numbers.release': (ask) => void ask.state.numbers.delete(find(ask).id),
};

function bind(state: State, settings: Settings, path: string): string | null {
  const handler = String(settings.call_handler);
  const binding = BINDINGS[handler];
  if (!binding) throw notSimulated(`call_handler ${handler}`);
  const value = settings[binding.companion];
  if (typeof value !== 'string' || value === '')
    throw invalid(path, { message: `${binding.companion} is required when call_handler is ${handler}` });
  return binding.makes ? resourceFor(state, binding.makes, value).id : null;
}

function find({ state, words }: Ask): PhoneNumber {
  const number = state.numbers.get(words.resource_id ?? '');
  if (!number) throw notFound();
  return number;
}

// Every answer repeats every setting, null where nothing was set.
const SETTINGS = [
  ...[
    'call_request_url',
    'call_request_method',
    'call_fallback_url',
    'call_fallback_method',
    'call_status_callback_url',
    'call_status_callback_method',
  ],
  ...[
    'call_laml_application_id',
    'call_dialogflow_agent_id',
    'call_relay_topic',
    'call_relay_topic_status_callback_url',
    'call_relay_script_url',
  ],
  ...[
    'call_relay_context',
    'call_relay_context_status_callback_url',
    'call_relay_application',
    'call_relay_connector_id',
    'call_sip_endpoint_id',
  ],
  ...['call_verto_resource', 'call_video_room_id', 'call_ai_agent_id', 'call_flow_id', 'call_flow_version'],
  ...[
    'message_request_url',
    'message_request_method',
    'message_fallback_url',
    'message_fallback_method',
    'message_laml_application_id',
  ],
  ...['message_relay_topic', 'message_relay_context'],
];

function view({ id, number, settings, created_at, updated_at, calling_handler_resource_id }: PhoneNumber): unknown {
  const { name = null, call_handler = null, message_handler = null, call_receive_mode = 'voice' } = settings;
  const tollFree = /^\+18(00|33|44|55|66|77|88)/.test(number);
  return {
    id,
    number,
    name,
    call_handler,
    calling_handler_resource_id,
    call_receive_mode,
    ...Object.fromEntries(SETTINGS.map((field) => [field, settings[field] ?? null])),
    message_handler,
    messaging_handler_resource_id: null,
    capabilities: tollFree ? ['voice', 'sms', 'mms'] : ['voice', 'sms', 'mms', 'fax'],
    number_type: tollFree ? 'toll-free' : 'longcode',
    e911_address_id: null,
    e911_status: null,
    created_at,
    updated_at,
    next_billed_at: billedAfter(created_at),
    country_code: 'US',
  };
}

function billedAfter(created: string): string {
  const next = new Date(created);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString();
}
