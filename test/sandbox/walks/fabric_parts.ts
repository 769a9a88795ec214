import type { RestClient } from '../../../src/client/index.js';
import { missing, refused, type Walk } from './walk.js';

const document = { version: '1.0.0', sections: { main: ['hangup'] } };

/** The operations of single types: versions, SIP endpoints and agents that can no longer be created. */
export const fabric_parts: Walk = async ({ fabric, beyond }: RestClient) => {
  const flow = await fabric.call_flows.create({ title: 'Nights', flow_data: {}, relayml: document });
  const change = { title: 'Late', flow_data: {}, relayml: document };
  await refused(fabric.call_flows.update(flow.id, { ...change, document_version: 7 }), 422);
  await fabric.call_flows.update(flow.id, { ...change, document_version: 2 });
  const [latest, earliest] = (await fabric.call_flows.list_versions(flow.id)).data;
  await fabric.call_flows.deploy_version(flow.id, { document_version: Number(latest?.version) });
  await fabric.call_flows.deploy_version(flow.id, { call_flow_version_id: earliest?.id as string });

  const messages = await fabric.swml_scripts.create({ name: 'Answers', script_type: 'messaging', contents: document });
  await fabric.swml_scripts.update(messages.id, { display_name: 'Replies' });

  const { id } = await fabric.subscribers.create({ email: 'mary@example.com' });
  const phone = await fabric.subscribers.create_sip_endpoint(id, { username: 'mary', password: 'secret' });
  await fabric.subscribers.list_sip_endpoints(id);
  await fabric.subscribers.get_sip_endpoint(id, phone.id);
  await fabric.subscribers.update_sip_endpoint(id, phone.id, { caller_id: 'Mary' });
  await fabric.subscribers.delete_sip_endpoint(id, phone.id);
  await missing(fabric.subscribers.get_sip_endpoint(id, phone.id));

  const [agent] = (await beyond.fabric.dialogflow_agents.list()).data;
  const agentId = agent?.id as string;
  await beyond.fabric.dialogflow_agents.get(agentId);
  await beyond.fabric.dialogflow_agents.update(agentId, { name: 'Older receptionist', say_enabled: false });
  await beyond.fabric.dialogflow_agents.list_addresses(agentId);
  await beyond.fabric.dialogflow_agents.delete(agentId);
  await missing(beyond.fabric.dialogflow_agents.get(agentId));
};
