import { bool, none, oneOf, orNull, page, shape, str } from '../field.js';
import { op } from '../row.js';
import { paging } from './shared-fields.js';

const A = '/api/relay/rest/addresses';

const short = () => str(undefined, { max: 250 });
const AddressType = oneOf(['Apartment', 'Basement', 'Building', 'Department', 'Floor', 'Office', 'Penthouse', 'Suite', 'Trailer', 'Unit']);
export const place = {
  label: short(), country: str('The country code, two letters.'), first_name: short(), last_name: short(), street_number: short(), street_name: short(), city: short(), state: str(), postal_code: short(),
};
/** The optional fields of an address, and the options of its validation. */
export const checking = {
  address_type: AddressType, address_number: str(), emergency_enabled: bool('Validates the address with the carrier. Only in the US.', { default: false }),
  auto_correct_address: bool('If false, an address that needs correction is rejected with candidates.', { default: true }),
};
export const Address = shape('Address', {
  id: str(), ...place, address_type: orNull(AddressType), address_number: orNull(str()), zip_code: str(), emergency_enabled: bool(), validated: bool(), validated_at: orNull(str()),
});

export const addresses = {
  list:   op(`GET ${A}`, 'List postal addresses, newest first.', { takes: { filter_label: str('Matches part of the label.'), ...paging }, gives: page(Address) }),
  create: op(`POST ${A}`, 'Create a postal address.', { needs: place, takes: checking, gives: Address }),
  get:    op(`GET ${A}/{address_id}`, 'Fetch one postal address.', { gives: Address }),
  delete: op(`DELETE ${A}/{address_id}`, 'Delete a postal address.', { spends: true, gives: none }),
};
