import { op } from '../../row.js';
import { Country } from '../compat/phone_numbers.js';
import { A } from '../compat/resource.js';

export const compat = {
  phone_numbers: { get_available_country: op(`GET ${A}/AvailablePhoneNumbers/{IsoCountry}`, 'Fetch where to look for numbers of one country.', { gives: Country }) },
};
