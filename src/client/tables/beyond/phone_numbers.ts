import { str } from '../../field.js';
import { op } from '../../row.js';
import { PhoneNumber } from '../phone_numbers.js';

const E911 = '/api/relay/rest/phone_numbers/{id}/e911_address';

export const phone_numbers = {
  assign_e911_address: op(`POST ${E911}`, 'Register where emergency services find the holder of a number.', {
    needs: { e911_address_id: str('An address of `addresses`.') }, spends: true, gives: PhoneNumber,
  }),
  remove_e911_address: op(`DELETE ${E911}`, 'Take the emergency address from a number, once it is active.', { ok: 200, spends: true, gives: PhoneNumber }),
};
