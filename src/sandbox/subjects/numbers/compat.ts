import { compatItem, compatPath } from '../../respond/compat.js';
import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { allNumbers, changeNumber, findNumber, type PhoneNumber, replaceNumber } from '../phone_numbers.js';
import { wrongValue } from '../refusals.js';
import { type Candidate, candidates } from './available_numbers.js';
import { e911Of, registering } from './e911.js';
import { nationalFormat } from './north-america.js';
import { importNumber, purchase } from './purchase.js';
import { release } from './release.js';

/** The fields of a number in the compatible API and their names in the native API. */
const SETTINGS: Readonly<Record<string, string>> = {
  FriendlyName: 'name',
  VoiceReceiveMode: 'call_receive_mode',
  VoiceUrl: 'call_request_url',
  VoiceMethod: 'call_request_method',
  VoiceFallbackUrl: 'call_fallback_url',
  VoiceFallbackMethod: 'call_fallback_method',
  VoiceApplicationSid: 'call_laml_application_id',
  StatusCallback: 'call_status_callback_url',
  StatusCallbackMethod: 'call_status_callback_method',
  SmsUrl: 'message_request_url',
  SmsMethod: 'message_request_method',
  SmsFallbackUrl: 'message_fallback_url',
  SmsFallbackMethod: 'message_fallback_method',
  SmsApplicationSid: 'message_laml_application_id',
};

export const compatNumbers: Subject = {
  'compat.phone_numbers.list': (ask) => page(ask, allNumbers(ask.state), (number) => view(ask.state, number)),
  'compat.phone_numbers.purchase': (ask) => {
    const { state, fields } = ask;
    return view(state, purchase(state, fields.PhoneNumber as string, 'PhoneNumber', settingsOf(ask, {})));
  },
  'compat.phone_numbers.get': (ask) => view(ask.state, findNumber(ask)),
  'compat.phone_numbers.update': (ask) => {
    const { state, fields } = ask;
    const number = findNumber(ask);
    if (fields.AccountSid !== undefined && fields.AccountSid !== state.project)
      throw wrongValue('AccountSid', 'must be this account: there is no other one to move the number to');
    const { EmergencyAddressSid: address } = fields;
    const e911 = address === undefined ? number.e911 : registering(state, address, 'EmergencyAddressSid');
    const changed = changeNumber(state, number, settingsOf(ask, number.settings));
    return view(state, e911 === number.e911 ? changed : replaceNumber(state, changed, { ...(e911 && { e911 }) }));
  },
  'compat.phone_numbers.delete': (ask) => release(ask.state, findNumber(ask)),
  'compat.phone_numbers.import_number': ({ state, fields }) => view(state, importNumber(state, fields)),

  'compat.phone_numbers.list_available_countries': ({ state }) => ({
    uri: compatPath(state, 'AvailablePhoneNumbers'),
    countries: [country(state)],
  }),
  'beyond.compat.phone_numbers.get_available_country': ({ state, words }) => {
    mustBeOffered(words.IsoCountry);
    return country(state);
  },
  'compat.phone_numbers.search_local': (ask) => search(ask, 'Local'),
  'compat.phone_numbers.search_toll_free': (ask) => search(ask, 'TollFree'),
};

/** Converts a request to native settings and derives the handlers. An application takes precedence over a URL. */
function settingsOf({ fields }: Ask, was: PhoneNumber['settings']): Record<string, unknown> {
  const given = Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([field, setting]) =>
      fields[field] === undefined ? [] : [[setting, fields[field] === '' ? null : fields[field]]],
    ),
  );
  const now = { ...was, ...given };
  for (const [handler, application, url] of HANDLERS) {
    if (!(application in given) && !(url in given)) continue;
    given[handler] = now[application] ? 'laml_application' : now[url] ? 'laml_webhooks' : null;
  }
  return given;
}
const HANDLERS = [
  ['call_handler', 'call_laml_application_id', 'call_request_url'],
  ['message_handler', 'message_laml_application_id', 'message_request_url'],
] as const;

function view(state: State, number: PhoneNumber): unknown {
  const { settings, capabilities } = number;
  const { e911_address_id, e911_status } = e911Of(state, number);
  const has = (capability: (typeof capabilities)[number]) => capabilities.includes(capability);
  const text = (setting: string) => (settings[setting] as string | null | undefined) ?? null;
  return {
    ...compatItem(state, number, `IncomingPhoneNumbers/${number.id}`),
    account_id: state.project,
    phone_number: number.number,
    friendly_name: text('name') ?? nationalFormat(number.number),
    country_code: 'US',
    beta: false,
    origin: number.hosted ? 'hosted' : 'platform',
    capabilities: { voice: has('voice'), sms: has('sms'), mms: has('mms'), fax: has('fax') },
    address_requirements: 'none',
    emergency_address_sid: e911_address_id,
    emergency_status: e911_status ?? 'unregistered',
    voice_url: text('call_request_url'),
    voice_method: text('call_request_method') ?? 'POST',
    voice_fallback_url: text('call_fallback_url'),
    voice_fallback_method: text('call_fallback_method') ?? 'POST',
    voice_application_sid: text('call_laml_application_id'),
    status_callback: text('call_status_callback_url'),
    status_callback_method: text('call_status_callback_method') ?? 'POST',
    sms_url: text('message_request_url'),
    sms_method: text('message_request_method') ?? 'POST',
    sms_fallback_url: text('message_fallback_url'),
    sms_fallback_method: text('message_fallback_method') ?? 'POST',
    sms_application_sid: text('message_laml_application_id'),
  };
}

function country(state: State) {
  const uri = compatPath(state, 'AvailablePhoneNumbers/US');
  return {
    country_code: 'US',
    country: 'United States',
    uri,
    beta: false,
    subresource_uris: { local: `${uri}/Local`, toll_free: `${uri}/TollFree` },
  };
}

function mustBeOffered(isoCountry: string | undefined): void {
  if (isoCountry?.toUpperCase() !== 'US') throw notFound();
}

function search({ state, query, words, path }: Ask, kind: 'Local' | 'TollFree'): unknown {
  mustBeOffered(words.country);
  const filter = (name: string) => query.get(name) ?? '';
  if (filter('InLocality') && !filter('InRegion')) throw wrongValue('InLocality', 'needs InRegion');
  if (!/^[\d*]*$/.test(filter('Contains'))) throw wrongValue('Contains', 'must be digits, with * for any of them');
  const contains = new RegExp(filter('Contains').replaceAll('*', '\\d'));
  const same = (name: string, value: string | undefined) =>
    filter(name) === '' || filter(name).toLowerCase() === value?.toLowerCase();
  const found = candidates(state, {
    tollFree: kind === 'TollFree',
    most: 50,
    fits: ({ number, place }) =>
      number.slice(2).startsWith(filter('AreaCode')) &&
      contains.test(number.slice(2)) &&
      same('InRegion', place?.region) &&
      same('InLocality', place?.city),
  });
  return { uri: path, available_phone_numbers: found.map(viewCandidate) };
}

function viewCandidate({ number, place }: Candidate) {
  return {
    friendly_name: nationalFormat(number),
    phone_number: number,
    locality: place?.city ?? null,
    rate_center: place?.city.toUpperCase() ?? null,
    region: place?.region ?? null,
    iso_country: 'US',
    capabilities: { voice: true, SMS: true, MMS: true },
    beta: false,
  };
}
