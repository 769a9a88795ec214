import { bool, none, oneOf, page, shape, str } from '../field.js';
import { op } from '../row.js';

const V = '/api/relay/rest/verified_caller_ids';

const name = str('The number, when left out.', { max: 200 });
const VerifiedCaller = shape('VerifiedCaller',
  { id: str(), number: str('In E.164.'), verified: bool() },
  { type: str(), name: str(), extension: str(), verified_at: str(), status: oneOf(['Verified', 'Awaiting Verification']) },
);

export const verified_callers = {
  list:   op(`GET ${V}`, 'List the numbers of others that may be shown as caller.', { takes: { filter_name: str('Part of the name.'), filter_number: str('Part of the number.') }, gives: page(VerifiedCaller) }),
  create: op(`POST ${V}`, 'Add a number and call it with a code.', {
    needs: { number: str('In E.164.') }, takes: { name, extension: str('Dialled after the answer, only for this call.') }, ok: 201, spends: true, gives: VerifiedCaller,
  }),
  get:    op(`GET ${V}/{caller_id}`, 'Fetch one number.', { gives: VerifiedCaller }),
  update: op(`PUT ${V}/{caller_id}`, 'Rename a number.', { takes: { name: str(undefined, { max: 200 }) }, gives: VerifiedCaller }),
  delete: op(`DELETE ${V}/{caller_id}`, 'Forget a number.', { spends: true, gives: none }),
  redial_verification: op(`POST ${V}/{caller_id}/verification`, 'Call with the code again.', { spends: true, gives: VerifiedCaller }),
  submit_verification: op(`PUT ${V}/{caller_id}/verification`, 'Give the code that was heard.', { needs: { verification_code: str() }, gives: VerifiedCaller }),
};
