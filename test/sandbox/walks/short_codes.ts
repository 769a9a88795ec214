import type { RestClient } from '../../../src/client/index.js';
import { missing, refused, type Walk } from './walk.js';

/** Short codes and the SIP profile: what a project has without making it. */
export const short_codes: Walk = async ({ short_codes: codes, sip_profile }: RestClient) => {
  const [code] = (await codes.list({ filter_number: '555' })).data;
  const id = code?.id as string;
  await codes.get(id);
  await codes.update(id, { name: 'Alarms', message_handler: 'relay_context', message_relay_context: 'alarms' });
  await refused(codes.update(id, { name: 'Alarms', message_handler: 'laml_webhooks', message_request_url: '' }), 422);
  await missing(codes.get('none'));

  await sip_profile.get();
  await sip_profile.update({ domain_identifier: 'acme', default_send_as: '+12065550100' });
  await refused(sip_profile.update({ default_send_as: '+19995550100' }), 422);
};
