import { int, list, oneOf, shape, str } from '../../field.js';
import { op } from '../../row.js';

const F = 'POST /api/fabric';
const region = oneOf(['us-central']);
const expire_at = int('Unix time. The server gives two hours.');

const Token = shape('FabricToken', { token: str() });
const TokenPair = shape('FabricTokenPair', { token: str(), refresh_token: str() });
const SubscriberToken = shape('SubscriberToken', { subscriber_id: str(), token: str(), refresh_token: str() });

export const tokens = {
  create_subscriber_token: op(`${F}/subscribers/tokens`, 'Make a token for a subscriber, and the subscriber if new.', {
    needs: { reference: str('Any string that is unique, such as an email address.') },
    takes: {
      expire_at, application_id: str(), password: str(), fingerprint: str(undefined, { min: 43, max: 43 }), scope: oneOf(['sat:refresh'], 'Without `fingerprint` the token lives 60 seconds.'),
      first_name: str(), last_name: str(), display_name: str(), job_title: str(), time_zone: str(), country: str(), region, company_name: str(),
    },
    gives: SubscriberToken,
  }),
  refresh_subscriber_token: op(`${F}/subscribers/tokens/refresh`, 'Trade a refresh token for a new pair.', { needs: { refresh_token: str() }, ok: 201, gives: TokenPair }),
  create_invite_token: op(`${F}/subscriber/invites`, 'Make a token that invites somebody to an address.', {
    needs: { address_id: str() }, takes: { expires_at: int('Unix time; here with an `s`. The server gives two hours.') }, ok: 201, gives: Token,
  }),
  create_guest_token: op(`${F}/guests/tokens`, 'Make a token for a guest.', {
    needs: { allowed_addresses: list(str(), 'Ids of at most 10 addresses.') }, takes: { expire_at, region, ch: region }, ok: 201, gives: TokenPair,
  }),
  create_embed_token: op(`${F}/embeds/tokens`, 'Trade the token of an embedded widget for one that may call.', { needs: { token: str() }, ok: 201, gives: Token }),
};
