import { str } from '../../field.js';
import { op } from '../../row.js';
import { Address, checking, place } from '../addresses.js';
import { Country } from '../compat/phone_numbers.js';
import { A } from '../compat/resource.js';
import { PhoneNumber } from '../phone_numbers.js';

export const addresses = {
  update: op('PUT /api/relay/rest/addresses/{id:address}', 'Update a postal address.', { needs: place, takes: checking, gives: Address }),
};

const E911 = '/api/relay/rest/phone_numbers/{id:phone number}/e911_address';

export const phone_numbers = {
  assign_e911_address: op(`POST ${E911}`, 'Assign an emergency address to a phone number.', {
    needs: { e911_address_id: str('The id of an address from `addresses`.') }, spends: true, gives: PhoneNumber,
  }),
  remove_e911_address: op(`DELETE ${E911}`, 'Remove the active emergency address from a phone number.', { ok: 200, spends: true, gives: PhoneNumber }),
};

export const compat = {
  phone_numbers: { get_available_country: op(`GET ${A}/AvailablePhoneNumbers/{IsoCountry:text}`, 'Fetch one country in which you can buy phone numbers.', { gives: Country }) },
};
