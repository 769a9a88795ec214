import type { RestClient } from '../../../src/client/index.js';
import { missing, refused, type Walk } from './walk.js';

/** SIP domains, and SIP endpoints of the older kind. */
export const domain_applications: Walk = async ({ beyond }: RestClient) => {
  const { domain_applications: domains, legacy_sip_endpoints: endpoints } = beyond;
  const { id } = await domains.create({ name: 'Branch', identifier: 'branch' });
  await refused(domains.create({ name: 'Branch', identifier: 'branch' }), 422);
  await domains.list({ filter_name: 'Bra' });
  await domains.get(id);
  await domains.update(id, { call_handler: 'relay_script', call_relay_script_url: 'https://example.com/branch.json' });
  await domains.delete(id);
  await missing(domains.get(id));

  const made = await endpoints.create({ username: 'lobby', password: 'secret' });
  await refused(endpoints.create({ username: 'lobby', password: 'secret' }), 422);
  await endpoints.list({ filter_username: 'lob' });
  await endpoints.get(made.id);
  await endpoints.update(made.id, { call_handler: 'laml_webhooks', call_request_url: 'https://example.com/lobby.xml' });
  await endpoints.delete(made.id);
  await missing(endpoints.get(made.id));
};
