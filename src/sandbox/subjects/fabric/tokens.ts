import type { Handlers, InputOf } from '../../respond/handler.js';
import { found, invalid } from '../../respond/response.js';
import { claimsOf, clientToken, unixNow } from '../../state/client-token.js';
import type { State } from '../../state/state.js';
import { notInProject, uuidOf, wrongValue } from '../refusals.js';
import { resourceAt } from './addresses/addresses.js';
import { refuseOtherKinds } from './store/referenced-ids.js';
import { addResource, ofType } from './store/store.js';
import { subscriberBy } from './subscribers.js';

const TWO_HOURS = 7200;
/** A refresh token expires five minutes after the token that it renews. */
const FIVE_MINUTES = 300;
const ONE_MINUTE = 60;
const WIDGET_ADVICE = 'in the sandbox, use c2c_ followed by the id of an address';

interface Claims {
  readonly kind: 'subscriber' | 'refresh' | 'guest' | 'invite' | 'embed';
  /** Unix time in seconds. */
  readonly exp: number;
  readonly [claim: string]: unknown;
}

interface SignedClaims extends Claims {
  readonly iat: number;
  readonly jti: string;
  readonly sub?: string;
  /** The kind of the token that a refresh token renews. */
  readonly of: Claims['kind'];
}

const tokenOf = (state: State, claims: Claims) => clientToken(state, 'JWT', { iss: 'sandbox', ...claims });

export const tokens: Handlers = {
  'fabric.tokens.create_subscriber_token': ({ state, input }) => {
    const { reference, scope, fingerprint } = input;
    if (input.application_id !== undefined) uuidOf('application_id', input.application_id);
    refuseOtherKinds(state, { application_id: input.application_id });
    if (reference === '') throw wrongValue('reference', 'must not be empty');
    const exp =
      scope === 'sat:refresh' && fingerprint === undefined
        ? unixNow(state) + ONE_MINUTE
        : endOf(state, input.expire_at, 'expire_at');
    const { id } = subscriberBy(state, reference) ?? addResource(state, 'subscriber', subscriberFields(input));
    return { subscriber_id: id, ...pair(state, { kind: 'subscriber', sub: id, exp, ...(scope && { scope }) }) };
  },
  'fabric.tokens.refresh_subscriber_token': ({ state, input }) => {
    const { kind, exp, of, ...claims } = refreshClaims(state, input.refresh_token);
    if (kind !== 'refresh') throw refused('refresh_token', 'is not a refresh token', 'not_a_refresh_token');
    if (exp <= unixNow(state)) throw refused('refresh_token', 'has expired', 'token_expired');
    if (of === 'subscriber' && !ofType('subscriber')(state).get(claims.sub ?? ''))
      throw wrongValue('refresh_token', 'belongs to a subscriber that has been deleted');
    const { iat: _, jti: _jti, ...kept } = claims;
    return pair(state, { ...kept, kind: of, exp: unixNow(state) + TWO_HOURS });
  },
  'fabric.tokens.create_invite_token': ({ state, input }) => {
    const { address_id } = input;
    mustBeAddresses(state, 'address_id', [address_id]);
    const exp = endOf(state, input.expires_at, 'expires_at');
    return { token: tokenOf(state, { kind: 'invite', address_id, exp }) };
  },
  'fabric.tokens.create_guest_token': ({ state, input }) => {
    const { allowed_addresses } = input;
    if (allowed_addresses.length === 0) throw wrongValue('allowed_addresses', 'must have at least one id');
    mustBeAddresses(state, 'allowed_addresses', allowed_addresses);
    return pair(state, { kind: 'guest', allowed_addresses, exp: endOf(state, input.expire_at, 'expire_at') });
  },
  'fabric.tokens.create_embed_token': ({ state, input }) => {
    // The platform shows the token of a widget only at its creation. Here it is `c2c_` and the id of an address.
    const address_id = /^c2c_([0-9a-f-]{36})$/.exec(input.token)?.[1];
    if (address_id === undefined) throw wrongValue('token', `is not the token of a widget: ${WIDGET_ADVICE}`);
    found(resourceAt(state, address_id));
    return { token: tokenOf(state, { kind: 'embed', address_id, exp: unixNow(state) + TWO_HOURS }) };
  },
};

function refreshClaims(state: State, token: string): SignedClaims {
  // The sandbox signs only these claims with its key.
  const claims = claimsOf(state, token) as SignedClaims | undefined;
  if (!claims) throw wrongValue('refresh_token', 'is not a token of this project');
  return claims;
}

const refused = (attribute: string, problem: string, code: string) =>
  invalid({ message: `${attribute} ${problem}`, attribute, code });

const pair = (state: State, claims: Claims) => ({
  token: tokenOf(state, claims),
  refresh_token: tokenOf(state, { ...claims, of: claims.kind, kind: 'refresh', exp: claims.exp + FIVE_MINUTES }),
});

function endOf(state: State, time: number | undefined, attribute: string): number {
  if (time === undefined) return unixNow(state) + TWO_HOURS;
  if (time <= unixNow(state)) throw wrongValue(attribute, 'must be in the future');
  return time;
}

function mustBeAddresses(state: State, attribute: string, ids: readonly string[]): void {
  if (!ids.every((id) => resourceAt(state, id)))
    throw notInProject(attribute, 'list the addresses with fabric.addresses.list');
}

const PERSONAL = ['first_name', 'last_name', 'display_name', 'job_title', 'country', 'company_name'] as const;

function subscriberFields(input: InputOf<'fabric.tokens.create_subscriber_token'>) {
  const { reference: email, time_zone: timezone } = input;
  const given = PERSONAL.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]));
  return { email, ...(timezone !== undefined && { timezone }), ...Object.fromEntries(given) };
}
