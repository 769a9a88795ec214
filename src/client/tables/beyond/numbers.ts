import { str } from '../../field.js';
import { op } from '../../row.js';
import { Address, checking, place } from '../addresses.js';
import { Country } from '../compat/phone_numbers.js';
import { A } from '../compat/resource.js';
import { PhoneNumber } from '../phone_numbers.js';

export const addresses = {
  update: op('PUT /api/relay/rest/addresses/{id:address}', 'Replace a postal address.', { needs: place, takes: checking, gives: Address }),
};

const E911 = '/api/relay/rest/phone_numbers/{id:phone number}/e911_address';

export const phone_numbers = {
  assign_e911_address: op(`POST ${E911}`, 'Register where emergency services find the holder of a number.', {
    needs: { e911_address_id: str('An address of `addresses`.') }, spends: true, gives: PhoneNumber,
  }),
  remove_e911_address: op(`DELETE ${E911}`, 'Take the emergency address from a number, once it is active.', { ok: 200, spends: true, gives: PhoneNumber }),
};

export const compat = {
  phone_numbers: { get_available_country: op(`GET ${A}/AvailablePhoneNumbers/{IsoCountry:text}`, 'Fetch where to look for numbers of one country.', { gives: Country }) },
};
