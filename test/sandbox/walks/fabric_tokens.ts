import type { RestClient } from '../../../src/client/index.js';
import { missing, refused, type Walk } from './walk.js';

export const fabric_tokens: Walk = async ({ fabric }: RestClient) => {
  const { tokens } = fabric;
  const { refresh_token, token } = await tokens.create_subscriber_token({ reference: 'new@example.com' });
  await tokens.refresh_subscriber_token({ refresh_token });
  await refused(tokens.refresh_subscriber_token({ refresh_token: token }), 422);
  const [address] = (await fabric.addresses.list()).data;
  const address_id = address?.id as string;
  await tokens.create_invite_token({ address_id });
  await tokens.create_guest_token({ allowed_addresses: [address_id] });
  await tokens.create_embed_token({ token: `c2c_${address_id}` });
  await refused(tokens.create_embed_token({ token: 'unknown' }), 422);
  await missing(tokens.create_embed_token({ token: `c2c_${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}` }));
};
