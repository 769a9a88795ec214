import { bool, documentUrl, int, list, none, nullable, obj, oneOf, orNull, page, shape, str } from '../field.js';
import { crud, op } from '../row.js';
import { PhoneNumber } from './phone_numbers.js';
import { paging } from './shared-fields.js';

const G = '/api/relay/rest/number_groups';
const M = '/api/relay/rest/number_group_memberships';

const NumberGroup = shape('NumberGroup', { id: str(), name: str(), sticky_sender: bool(), phone_number_count: int() });
const Membership = shape('NumberGroupMembership', {
  id: str(), number_group_id: str(), phone_number: obj({}, { id: str(), name: str(), number: str(), capabilities: list(str()) }), created_at: str(), updated_at: str(),
});

export const number_groups = {
  ...crud(G, 'group_id', 'number group', {
    update: 'PUT', needs: { name: str() }, takes: { sticky_sender: bool('A recipient always sees the same number.', { default: false }) }, demands: ['name'], gives: NumberGroup,
  }),
  list: op(`GET ${G}`, 'List number groups.', { takes: { filter_name: str('Matches part of the name.', { max: 255 }), ...paging }, gives: page(NumberGroup) }),
  list_memberships:  op(`GET ${G}/{group_id}/number_group_memberships`, 'List the numbers of a group.', { takes: paging, gives: page(Membership) }),
  add_membership:    op(`POST ${G}/{group_id}/number_group_memberships`, 'Add a number to a group.', { needs: { phone_number_id: str() }, gives: Membership }),
  get_membership:    op(`GET ${M}/{membership_id}`, 'Fetch one membership.', { gives: Membership }),
  delete_membership: op(`DELETE ${M}/{membership_id}`, 'Remove a number from its group.', { spends: true, gives: none }),
};

const V = '/api/relay/rest/verified_caller_ids';

const name = str('The default is the number.', { max: 200 });
const VerifiedCaller = shape('VerifiedCaller',
  { id: str(), number: str('In E.164.'), verified: bool() },
  { type: str(), name: str(), extension: str(), verified_at: str(), status: oneOf(['Verified', 'Awaiting Verification']) },
);

export const verified_callers = {
  list:   op(`GET ${V}`, 'List verified caller ids.', { takes: { filter_name: str('Matches part of the name.'), filter_number: str('Matches part of the number.') }, gives: page(VerifiedCaller) }),
  create: op(`POST ${V}`, 'Add a caller id and call it with a verification code.', {
    needs: { number: str('In E.164.') }, takes: { name, extension: str('Dialled after the call is answered. Only for this call.') }, ok: 201, spends: true, gives: VerifiedCaller,
  }),
  get:    op(`GET ${V}/{caller_id}`, 'Fetch one phone number.', { gives: VerifiedCaller }),
  update: op(`PUT ${V}/{caller_id}`, 'Rename a caller id.', { takes: { name: str(undefined, { max: 200 }) }, demands: ['name'], gives: VerifiedCaller }),
  delete: op(`DELETE ${V}/{caller_id}`, 'Delete a caller id.', { spends: true, gives: none }),
  redial_verification: op(`POST ${V}/{caller_id}/verification`, 'Call again with the verification code.', { spends: true, gives: VerifiedCaller }),
  submit_verification: op(`PUT ${V}/{caller_id}/verification`, 'Submit the verification code.', { needs: { verification_code: str() }, gives: VerifiedCaller }),
};

const NumberLookup = shape('NumberLookup', {}, {
  e164: str(), country_code: str(), country_code_number: int(), national_number: str(), national_number_formatted: str(), international_number_formatted: str(),
  possible_number: bool('Whether the number has a valid length.'), valid_number: bool(), number_type: str(), location: str(), timezones: list(str()),
  carrier: obj({}, { lrn: str(), spid: str(), ocn: str(), lata: str(), city: str(), state: str(), jurisdiction: str(), lec: str(), linetype: str() }),
  cnam: obj({}, { caller_id: str() }),
});

export const lookup = {
  phone_number: op('GET /api/relay/rest/lookup/phone_number/{e164:number}', 'Look up information about a phone number.', {
    takes: { include: str('`carrier`, `cnam`, or both separated by a comma. Each is billed.') }, gives: NumberLookup,
  }),
};

const S = '/api/relay/rest/short_codes';

const method = oneOf(['GET', 'POST'], undefined, { default: 'POST' });
const message_handler = oneOf(['relay_context', 'laml_webhooks', 'laml_application'], 'The handler that answers messages.');
const settings = {
  message_request_url: documentUrl('cxml', 'Returns the document when a message arrives (`laml_webhooks`).'), message_request_method: method,
  message_fallback_url: str('Used when the first URL fails.'), message_fallback_method: method,
  message_laml_application_id: str(), message_relay_context: str(),
};
const ShortCode = shape('ShortCode', {
  id: str(), name: orNull(str()), number: str(), capabilities: list(oneOf(['sms', 'mms'])), number_type: oneOf(['shortcode']), code_type: oneOf(['vanity', 'random']), country_code: str(),
  created_at: str(), updated_at: str(), next_billed_at: orNull(str()), lease_duration: orNull(str()), message_handler: orNull(message_handler), ...nullable(settings),
});

export const short_codes = {
  list:   op(`GET ${S}`, 'List short codes.', { takes: { filter_name: str('Matches part of the name.'), filter_number: str('Matches part of the number.'), ...paging }, gives: page(ShortCode) }),
  get:    op(`GET ${S}/{short_code_id}`, 'Fetch one short code.', { gives: ShortCode }),
  update: op(`PUT ${S}/{short_code_id}`, 'Update a short code.', { needs: { name: str(undefined, { max: 255 }), message_handler }, takes: settings, gives: ShortCode }),
};

export const imported_numbers = {
  create: op('POST /api/relay/rest/imported_phone_numbers', 'Import a number from another carrier. Only for partners.', {
    needs: { number: str(undefined, { min: 5, max: 30 }), number_type: oneOf(['longcode', 'tollfree']) },
    takes: { capabilities: list(oneOf(['sms', 'voice', 'fax', 'mms']), undefined, { min: 1 }) },
    ok: 201,
    gives: PhoneNumber,
  }),
};
