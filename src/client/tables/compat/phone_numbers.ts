import { bool, compatPage, documentUrl, list, obj, oneOf, orNull, shape, str, suggest } from '../../field.js';
import { op } from '../../row.js';
import { A, form, Post, paging, remove, versioned } from './resource.js';

const N = `${A}/IncomingPhoneNumbers` as const;
const AVAILABLE = `${A}/AvailablePhoneNumbers` as const;

const PhoneNumber = shape('CompatPhoneNumber',
  {
    ...versioned, account_id: str('The same as `account_sid`.'), phone_number: str('In E.164.'), friendly_name: str(), country_code: str(), beta: bool(),
    origin: suggest(['platform', 'hosted'], 'The service sends its own name for `platform`.'), capabilities: obj({ voice: bool(), sms: bool(), mms: bool(), fax: bool() }),
    address_requirements: oneOf(['none', 'any', 'local', 'foreign']), address_sid: orNull(str()), emergency_address_sid: orNull(str()), emergency_status: str(),
    identity_sid: orNull(str()), trunk_sid: orNull(str()), status_callback: orNull(str()), status_callback_method: str(),
    voice_url: orNull(str()), voice_method: str(), voice_fallback_url: orNull(str()), voice_fallback_method: str(), voice_application_sid: orNull(str()),
    voice_caller_id_lookup: orNull(bool()),
    sms_url: orNull(str()), sms_method: str(), sms_fallback_url: orNull(str()), sms_fallback_method: str(), sms_application_sid: orNull(str()),
  },
  { verification_status: str() },
);
const Available = shape('CompatAvailablePhoneNumber', {
  friendly_name: str(), phone_number: str('In E.164.'), lata: orNull(str()), locality: orNull(str()), rate_center: orNull(str()), latitude: orNull(str()), longitude: orNull(str()),
  region: orNull(str()), postal_code: orNull(str()), iso_country: str(), capabilities: obj({ voice: bool(), SMS: bool(), MMS: bool() }), beta: bool(),
});
const AvailableList = shape('CompatAvailablePhoneNumbers', { uri: str(), available_phone_numbers: list(Available) });
export const Country = shape('CompatCountry', { country_code: str(), country: str(), uri: str(), beta: bool(), subresource_uris: obj({ local: str(), toll_free: str() }) });
const Countries = shape('CompatCountries', { uri: str(), countries: list(Country) });

const ReceiveMode = ['voice', 'fax'] as const;
/** The handlers of a number. An application takes precedence over the URLs. */
const handlers = {
  VoiceUrl: documentUrl('cxml'), VoiceMethod: Post, VoiceFallbackUrl: str(), VoiceFallbackMethod: Post, VoiceApplicationSid: str(), StatusCallback: str(), StatusCallbackMethod: Post,
  SmsUrl: documentUrl('cxml'), SmsMethod: Post, SmsFallbackUrl: str(), SmsFallbackMethod: Post, SmsApplicationSid: str(),
};
const filters = {
  AreaCode: str(), Contains: str(), InRegion: str('A state or province.'), InLocality: str('Requires `InRegion`.'), Beta: bool(),
  VoiceEnabled: bool('Accepted, without effect.'), SmsEnabled: bool('Accepted, without effect.'), MmsEnabled: bool('Accepted, without effect.'), FaxEnabled: bool('Accepted, without effect.'),
  ExcludeAllAddressRequired: bool(), ExcludeLocalAddressRequired: bool(), ExcludeForeignAddressRequired: bool(),
};

export const phone_numbers = {
  list: op(`GET ${N}`, 'List phone numbers.', {
    takes: { PhoneNumber: str(), FriendlyName: str(), ...paging }, gives: compatPage(PhoneNumber, 'incoming_phone_numbers'),
  }),
  purchase: form(`POST ${N}`, 'Buy a phone number.', {
    needs: { PhoneNumber: str('`+` and 5–17 digits.', { min: 6, max: 18 }) },
    takes: { FriendlyName: str(), VoiceReceiveMode: oneOf(ReceiveMode, undefined, { default: 'voice' }), ...handlers },
    ok: 201, spends: true, gives: PhoneNumber,
  }),
  get: op(`GET ${N}/{sid:phone number}`, 'Fetch one phone number.', { gives: PhoneNumber }),
  update: form(`POST ${N}/{sid:phone number}`, 'Update a phone number.', {
    takes: { FriendlyName: str(undefined, { min: 1, max: 255 }), VoiceReceiveMode: oneOf(ReceiveMode), AccountSid: str(), EmergencyAddressSid: str(), ...handlers },
    gives: PhoneNumber,
  }),
  delete: remove(`DELETE ${N}/{sid:phone number}`, 'Release a phone number. Not possible soon after it was bought.'),
  import_number: form(`POST ${A}/ImportedPhoneNumbers`, 'Import a number from another carrier. Only for partners.', {
    needs: { number: str('`+` and 5–30 digits.', { min: 6, max: 31 }), number_type: oneOf(['longcode', 'tollfree']) },
    takes: { capabilities: list(oneOf(['sms', 'voice', 'fax', 'mms']), undefined, { min: 1 }) },
    ok: 201, spends: true, gives: PhoneNumber,
  }),

  list_available_countries: op(`GET ${AVAILABLE}`, 'List the countries in which you can buy phone numbers.', { takes: {}, gives: Countries }),
  search_local:             op(`GET ${AVAILABLE}/{country:text}/Local`, 'Search for local phone numbers to buy.', { takes: filters, gives: AvailableList }),
  search_toll_free:         op(`GET ${AVAILABLE}/{country:text}/TollFree`, 'Search for toll-free phone numbers to buy.', { takes: filters, gives: AvailableList }),
};
