import { bool, int, list, obj, shape, str } from '../field.js';
import { op } from '../row.js';

const NumberLookup = shape('NumberLookup', {}, {
  e164: str(), country_code: str(), country_code_number: int(), national_number: str(), national_number_formatted: str(), international_number_formatted: str(),
  possible_number: bool('It has the right length.'), valid_number: bool(), number_type: str(), location: str(), timezones: list(str()),
  carrier: obj({}, { lrn: str(), spid: str(), ocn: str(), lata: str(), city: str(), state: str(), jurisdiction: str(), lec: str(), linetype: str() }),
  cnam: obj({}, { caller_id: str() }),
});

export const lookup = {
  phone_number: op('GET /api/relay/rest/lookup/phone_number/{e164}', 'Tell what is known about a number.', {
    takes: { include: str('`carrier`, `cnam` or both with a comma; each is billed.') }, gives: NumberLookup,
  }),
};
