import { compatItem, compatPath } from '../../respond/compat.js';
import type { Fields, Handlers, RequestOf } from '../../respond/handler.js';
import { crud } from '../../respond/resources.js';
import { notFound } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { allNumbers, changeNumber, findNumber, type PhoneNumber, replaceNumber } from '../phone_numbers.js';
import { wrongValue } from '../refusals.js';
import { type Candidate, candidates, isSame } from './available_numbers.js';
import { e911Of, registering } from './e911.js';
import { nationalFormat } from './north-america.js';
import { importNumber, purchase, release } from './purchase.js';

/** The fields of a number in the compatible API and their names in the native API. */
export const COMPAT_SETTINGS: Readonly<Record<string, string>> = {
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

export const compatNumbers: Handlers = {
  ...crud('compat.phone_numbers', allNumbers, { view }),
  'compat.phone_numbers.purchase': (request) => {
    const { state, input } = request;
    return view(purchase(state, input.PhoneNumber, 'PhoneNumber', settingsOf(input)), request);
  },
  'compat.phone_numbers.update': (request) => {
    const { state, input } = request;
    const number = findNumber(request);
    if (input.AccountSid !== undefined && input.AccountSid !== state.project)
      throw wrongValue('AccountSid', 'must be this account: the sandbox has no other account');
    const { EmergencyAddressSid: address } = input;
    const e911 = address === undefined ? number.e911 : registering(state, address, 'EmergencyAddressSid');
    const changed = changeNumber(state, number, settingsOf(input, number.settings));
    return view(e911 === number.e911 ? changed : replaceNumber(state, changed, { ...(e911 && { e911 }) }), request);
  },
  'compat.phone_numbers.delete': (request) => release(request.state, findNumber(request)),
  'compat.phone_numbers.import_number': (request) => view(importNumber(request.state, request.input), request),

  'compat.phone_numbers.list_available_countries': ({ state }) => ({
    uri: compatPath(state, 'AvailablePhoneNumbers'),
    countries: [country(state)],
  }),
  'beyond.compat.phone_numbers.get_available_country': ({ state, params }) => {
    mustBeUS(params.IsoCountry);
    return country(state);
  },
  'compat.phone_numbers.search_local': (request) => search(request, { tollFree: false }),
  'compat.phone_numbers.search_toll_free': (request) => search(request, { tollFree: true }),
};

/** Converts a request to native settings and derives the handlers. An application takes precedence over a URL. */
function settingsOf(fields: Fields, previous: PhoneNumber['settings'] = {}): Fields {
  const given = Object.fromEntries(
    Object.entries(COMPAT_SETTINGS).flatMap(([field, setting]) =>
      fields[field] === undefined ? [] : [[setting, fields[field] === '' ? null : fields[field]]],
    ),
  );
  const changed = { ...previous, ...given };
  for (const [handler, application, url] of HANDLERS) {
    if (!(application in given) && !(url in given)) continue;
    given[handler] = changed[application] ? 'laml_application' : changed[url] ? 'laml_webhooks' : null;
  }
  return given;
}
const HANDLERS = [
  ['call_handler', 'call_laml_application_id', 'call_request_url'],
  ['message_handler', 'message_laml_application_id', 'message_request_url'],
] as const;

function view(number: PhoneNumber, { state }: { readonly state: State }): unknown {
  const { settings, capabilities } = number;
  const { e911_address_id, e911_status } = e911Of(state, number);
  const has = (capability: (typeof capabilities)[number]) => capabilities.includes(capability);
  const text = (setting: string) => settings[setting] ?? null;
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

/** The sandbox sells only numbers of the United States. */
function mustBeUS(country: string): void {
  if (country.toUpperCase() !== 'US') throw notFound();
}

type Search = RequestOf<'compat.phone_numbers.search_local' | 'compat.phone_numbers.search_toll_free'>;

function search({ state, params, input, path }: Search, { tollFree }: { readonly tollFree: boolean }): unknown {
  const { AreaCode = '', Contains = '', InRegion, InLocality } = input;
  mustBeUS(params.country);
  if (InLocality && !InRegion) throw wrongValue('InLocality', 'requires InRegion');
  if (!/^[\d*]*$/.test(Contains)) throw wrongValue('Contains', 'must contain only digits, and * for any digit');
  const contains = new RegExp(Contains.replaceAll('*', '\\d'));
  const found = candidates(state, {
    tollFree,
    limit: 50,
    matches: ({ number, place }) =>
      number.slice(2).startsWith(AreaCode) &&
      contains.test(number.slice(2)) &&
      isSame(InRegion, place?.region) &&
      isSame(InLocality, place?.city),
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
