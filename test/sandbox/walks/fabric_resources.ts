import type { RestClient } from '../../../src/client/index.js';
import { missing, refused, type Walk } from './walk.js';

/** Resources of any type, the addresses that lead to them, and the older ways to let them answer. */
export const fabric_resources: Walk = async (client: RestClient) => {
  const { fabric, beyond, phone_numbers } = client;
  const { data: all } = await fabric.resources.list();
  for (const { id } of all) {
    await fabric.resources.get(id);
    await fabric.resources.list_addresses(id);
  }
  const [address] = (await fabric.addresses.list()).data;
  await fabric.addresses.get(address?.id as string);
  await client.with({ extra: { type: 'subscriber' } }).fabric.addresses.list();

  const flow = await fabric.call_flows.create({ title: 'Any' });
  const { data: numbers } = await phone_numbers.list();
  const route = { phone_route_id: numbers[0]?.id as string, handler: 'calling' as const };
  await fabric.resources.assign_phone_route(flow.id, route);
  const webhook = all.find(({ type }) => type === 'swml_webhook');
  await refused(fabric.resources.assign_phone_route(webhook?.id as string, route), 422);

  const domain = await beyond.domain_applications.create({ name: 'Branch', identifier: 'branch' });
  await fabric.resources.assign_domain_application(flow.id, { domain_application_id: domain.id });

  const endpoint = await fabric.sip_endpoints.create({
    username: 'reception',
    caller_id: 'Reception',
    send_as: '',
    ciphers: [],
    codecs: [],
    encryption: 'default',
    call_handler: 'default',
    calling_handler_resource_id: null,
  });
  await beyond.fabric.resources.assign_sip_endpoint(flow.id, { sip_endpoint_id: endpoint.id });

  const fields = { name: 'branch', calling_handler_resource_id: flow.id };
  const sip = await beyond.fabric.sip_addresses.create(fields);
  await beyond.fabric.sip_addresses.list({ page_size: 5 });
  await beyond.fabric.sip_addresses.get(sip.id);
  await beyond.fabric.sip_addresses.update(sip.id, { user: 'ada', encryption: 'required' });
  await refused(fabric.resources.delete(flow.id), 422);
  await beyond.fabric.sip_addresses.delete(sip.id);
  await missing(beyond.fabric.sip_addresses.get(sip.id));

  const spare = await fabric.call_flows.create({ title: 'Spare' });
  await fabric.resources.delete(spare.id);
  await missing(fabric.resources.delete(spare.id));
};
