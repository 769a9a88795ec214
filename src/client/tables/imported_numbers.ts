import { list, oneOf, str } from '../field.js';
import { op } from '../row.js';
import { PhoneNumber } from './phone_numbers.js';

export const imported_numbers = {
  create: op('POST /api/relay/rest/imported_phone_numbers', 'Bring a number of another carrier; only for partners.', {
    needs: { number: str(undefined, { min: 5, max: 30 }), number_type: oneOf(['longcode', 'tollfree']) },
    takes: { capabilities: list(oneOf(['sms', 'voice', 'fax', 'mms'])) },
    ok: 201,
    gives: PhoneNumber,
  }),
};
