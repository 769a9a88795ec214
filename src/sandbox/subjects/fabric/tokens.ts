import { invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { claimsOf, clientToken, unixNow } from '../../state/client-token.js';
import type { State } from '../../state/state.js';
import { notYours, wrongValue } from '../refusals.js';
import { resourceAt } from './addresses/addresses.js';
import { addResource, ofType } from './store/store.js';
import { subscriberBy } from './subscribers.js';

const TWO_HOURS = 7200;
/** A refresh token expires five minutes after the token that it renews. */
const FIVE_MINUTES = 300;
const ONE_MINUTE = 60;

/** The claims of a token. */
interface Claims {
  readonly kind: 'subscriber' | 'refresh' | 'guest' | 'invite' | 'embed';
  /** Unix time in seconds. */
  readonly exp: number;
  readonly [claim: string]: unknown;
}

const tokenOf = (state: State, claims: Claims) => clientToken(state, 'JWT', { iss: 'sandbox', ...claims });

export const tokens: Subject = {
  'fabric.tokens.create_subscriber_token': ({ state, fields }) => {
    const { reference, scope, fingerprint } = fields as { reference: string; scope?: string; fingerprint?: string };
    if (reference === '') throw wrongValue('reference', 'must not be empty');
    const exp =
      scope === 'sat:refresh' && fingerprint === undefined
        ? unixNow(state) + ONE_MINUTE
        : endOf(state, fields.expire_at, 'expire_at');
    const { id } = subscriberBy(state, reference) ?? addResource(state, 'subscriber', person(fields));
    return { subscriber_id: id, ...pair(state, { kind: 'subscriber', sub: id, exp, ...(scope && { scope }) }) };
  },
  'fabric.tokens.refresh_subscriber_token': ({ state, fields }) => {
    const { kind, exp, of, ...claims } = refreshClaims(state, fields.refresh_token as string);
    if (kind !== 'refresh') throw refused('refresh_token', 'is not a refresh token', 'not_a_refresh_token');
    if (exp <= unixNow(state)) throw refused('refresh_token', 'has expired', 'token_expired');
    if (of === 'subscriber' && !ofType('subscriber')(state).get(String(claims.sub)))
      throw wrongValue('refresh_token', 'is of a subscriber that is gone');
    const { iat: _, jti: _jti, ...kept } = claims;
    return pair(state, { ...kept, kind: of as Claims['kind'], exp: unixNow(state) + TWO_HOURS });
  },
  'fabric.tokens.create_invite_token': ({ state, fields }) => {
    const [address_id] = mustBeAddresses(state, 'address_id', [fields.address_id]);
    return {
      token: tokenOf(state, { kind: 'invite', address_id, exp: endOf(state, fields.expires_at, 'expires_at') }),
    };
  },
  'fabric.tokens.create_guest_token': ({ state, fields }) => {
    const given = fields.allowed_addresses as unknown[];
    if (given.length < 1 || given.length > 10)
      throw wrongValue('allowed_addresses', 'must be 1 to 10 ids of addresses');
    const allowed_addresses = mustBeAddresses(state, 'allowed_addresses', given);
    return pair(state, { kind: 'guest', allowed_addresses, exp: endOf(state, fields.expire_at, 'expire_at') });
  },
  'fabric.tokens.create_embed_token': ({ state, fields }) => {
    // The platform shows the token of a widget only where the widget is created. Here it is `c2c_` and the id of an
    // address.
    const address_id = /^c2c_([0-9a-f-]{36})$/.exec(String(fields.token))?.[1];
    if (address_id === undefined)
      throw wrongValue('token', 'is not the token of a widget: here that is c2c_ and the id of an address');
    if (!resourceAt(state, address_id)) throw notFound();
    return { token: tokenOf(state, { kind: 'embed', address_id, exp: unixNow(state) + TWO_HOURS }) };
  },
};

function refreshClaims(state: State, token: string): Claims {
  const claims = claimsOf(state, token) as Claims | undefined;
  if (!claims) throw wrongValue('refresh_token', 'is not a token of this project');
  return claims;
}

const refused = (attribute: string, says: string, code: string) =>
  invalid({ message: `${attribute} ${says}`, attribute, code });

/** Returns a token and its refresh token. */
const pair = (state: State, claims: Claims) => ({
  token: tokenOf(state, claims),
  refresh_token: tokenOf(state, { ...claims, of: claims.kind, kind: 'refresh', exp: claims.exp + FIVE_MINUTES }),
});

function endOf(state: State, given: unknown, attribute: string): number {
  if (given === undefined) return unixNow(state) + TWO_HOURS;
  if (Number(given) <= unixNow(state)) throw wrongValue(attribute, 'must be in the future');
  return Number(given);
}

function mustBeAddresses(state: State, attribute: string, ids: readonly unknown[]): unknown[] {
  if (!ids.every((id) => resourceAt(state, id))) throw notYours(attribute, 'see fabric.addresses.list');
  return [...ids];
}

/** Returns the fields of a new subscriber from a token request. */
function person({ reference, time_zone, ...fields }: Ask['fields']) {
  const names = ['first_name', 'last_name', 'display_name', 'job_title', 'country', 'company_name'];
  const told = names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
  return { email: reference, ...(time_zone !== undefined && { timezone: time_zone }), ...Object.fromEntries(told) };
}
