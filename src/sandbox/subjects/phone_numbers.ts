import { operations } from '../../client/index.js';
import { invalid, notFound, notSimulated } from '../answer.js';
import { page } from '../pages.js';
import { kind, type State } from '../state.js';
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

export const allNumbers = kind<PhoneNumber>('numbers');

/** The field that must come with each value of `call_handler`: the row knows. */
const COMPANIONS = operations.phone_numbers.update.companions?.call_handler ?? {};
/** The resource that the platform makes of a binding; the others make none. */
const MAKES: Readonly<Record<string, ResourceType>> = {
  relay_script: 'swml_webhook',
  laml_webhooks: 'cxml_webhook',
  ai_agent: 'ai_agent',
  call_flow: 'call_flow',
  relay_application: 'relay_application',
};
/** Needs a subject that does not exist yet. */
const NOT_SIMULATED = ['laml_application'];

export function addNumber(state: State, number: string, settings: Settings = {}): PhoneNumber {
  const at = state.clock.now().toISOString();
  return allNumbers(state).add({
    id: state.ids.uuid(),
    number,
    created_at: at,
    updated_at: at,
    settings,
    calling_handler_resource_id: null,
  });
}

/** Changes settings as a request does: a new handler is checked and gets its resource. */
export function changeNumber(state: State, number: PhoneNumber, fields: Settings): PhoneNumber {
  const settings = { ...number.settings, ...fields };
  const bound = 'call_handler' in fields ? bind(state, settings) : number.calling_handler_resource_id;
  return allNumbers(state).replace({
    ...number,
    settings,
    calling_handler_resource_id: bound,
    updated_at: state.clock.now().toISOString(),
  });
}

export const phone_numbers: Subject = {
  'phone_numbers.list': (ask) => page(ask, allNumbers(ask.state), view),
  'phone_numbers.search': (ask) => ({ data: available(ask), links: { self: `${ask.path}?${ask.query}` } }),
  'phone_numbers.purchase': ({ state, fields }) => {
    const number = fields.number as string;
    if ([...allNumbers(state)].some((one) => one.number === number))
      throw invalid({ message: 'number is already yours' });
    if (!isOffered(number))
      throw invalid({ message: 'number could not be purchased: search for one that is available' });
    return view(addNumber(state, number));
  },
  'phone_numbers.get': (ask) => view(find(ask)),
  'phone_numbers.update': (ask) => view(changeNumber(ask.state, find(ask), ask.fields)),
  'phone_numbers.release': (ask) => void allNumbers(ask.state).delete(find(ask).id),
};

function bind(state: State, settings: Settings): string | null {
  const handler = String(settings.call_handler);
  const companion = COMPANIONS[handler];
  if (companion === undefined || NOT_SIMULATED.includes(handler)) throw notSimulated(`call_handler ${handler}`);
  const value = settings[companion];
  if (typeof value !== 'string' || value === '') {
    throw invalid({ message: `${companion} is required when call_handler is ${handler}` });
  }
  if (companion.endsWith('_url') && !/^https?:\/\/[^\s/]/.test(value)) {
    throw invalid({ message: `${companion} must be an http or https URL`, code: 'http_url_required' });
  }
  const makes = MAKES[handler];
  return makes === undefined ? null : resourceFor(state, makes, value).id;
}

function find({ state, words }: Ask): PhoneNumber {
  const number = allNumbers(state).get(words.resource_id ?? '');
  if (!number) throw notFound();
  return number;
}

function view({ id, number, settings, created_at, updated_at, calling_handler_resource_id }: PhoneNumber): unknown {
  const tollFree = /^\+18(00|33|44|55|66|77|88)/.test(number);
  return {
    call_receive_mode: 'voice',
    ...settings,
    id,
    number,
    calling_handler_resource_id,
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
