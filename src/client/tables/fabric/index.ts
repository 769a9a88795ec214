import { ai_agents } from './ai_agents.js';
import { cxml_applications, relay_applications } from './applications.js';
import { call_flows } from './call_flows.js';
import { conference_rooms } from './conference_rooms.js';
import { addresses } from './resource.js';
import { resources } from './resources.js';
import { cxml_scripts, swml_scripts } from './scripts.js';
import { freeswitch_connectors, sip_endpoints, sip_gateways } from './sip.js';
import { subscribers } from './subscribers.js';
import { tokens } from './tokens.js';
import { cxml_webhooks, swml_webhooks } from './webhooks.js';

// In the order of the specification.
export const fabric = {
  swml_scripts, relay_applications, call_flows, conference_rooms, freeswitch_connectors, subscribers, sip_endpoints, cxml_scripts,
  cxml_applications, swml_webhooks, cxml_webhooks, ai_agents, sip_gateways, resources, addresses, tokens,
};
