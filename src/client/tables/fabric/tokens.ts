import { int, list, oneOf, shape, str } from '../../field.js';
import { op } from '../../row.js';

const F = 'POST /api/fabric';
const region = oneOf(['us-central']);
const expire_at = int('A Unix time. The default is two hours from now.');

const Token = shape('FabricToken', { token: str() });
const TokenPair = shape('FabricTokenPair', { token: str(), refresh_token: str() });
const SubscriberToken = shape('SubscriberToken', { subscriber_id: str(), token: str(), refresh_token: str() });

export const tokens = {
  create_subscriber_token: op(`${F}/subscribers/tokens`, 'Create a token for a subscriber, and the subscriber if needed.', {
    needs: { reference: str('A unique string, such as an email address.') },
    takes: {
      expire_at, application_id: str(), password: str(), fingerprint: str(undefined, { min: 43, max: 43 }), scope: oneOf(['sat:refresh'], 'Without `fingerprint`, the token is valid for 60 seconds.'),
      first_name: str(), last_name: str(), display_name: str(), job_title: str(), time_zone: str(), country: str(), region, company_name: str(),
    },
    gives: SubscriberToken,
  }),
  refresh_subscriber_token: op(`${F}/subscribers/tokens/refresh`, 'Exchange a refresh token for a new pair of tokens.', { needs: { refresh_token: str() }, ok: 201, gives: TokenPair }),
  create_invite_token: op(`${F}/subscriber/invites`, 'Create a token that invites a guest to an address.', {
    needs: { address_id: str() }, takes: { expires_at: int('A Unix time. Other tokens name this field `expire_at`. The default is two hours from now.') }, ok: 201, gives: Token,
  }),
  create_guest_token: op(`${F}/guests/tokens`, 'Create a token for a guest.', {
    needs: { allowed_addresses: list(str(), 'The ids of addresses.', { max: 10 }) }, takes: { expire_at, region, ch: region }, ok: 201, gives: TokenPair,
  }),
  create_embed_token: op(`${F}/embeds/tokens`, 'Exchange the token of an embedded widget for a token that can call.', { needs: { token: str() }, ok: 201, gives: Token }),
};
