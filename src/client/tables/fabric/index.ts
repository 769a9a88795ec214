import { addresses } from './addresses.js';
import { ai_agents } from './ai_agents.js';
import { call_flows } from './call_flows.js';
import { conference_rooms } from './conference_rooms.js';
import { cxml_applications } from './cxml_applications.js';
import { cxml_scripts } from './cxml_scripts.js';
import { cxml_webhooks } from './cxml_webhooks.js';
import { freeswitch_connectors } from './freeswitch_connectors.js';
import { relay_applications } from './relay_applications.js';
import { resources } from './resources.js';
import { sip_endpoints } from './sip_endpoints.js';
import { sip_gateways } from './sip_gateways.js';
import { subscribers } from './subscribers.js';
import { swml_scripts } from './swml_scripts.js';
import { swml_webhooks } from './swml_webhooks.js';
import { tokens } from './tokens.js';

// In the order of the specification.
export const fabric = {
  swml_scripts, relay_applications, call_flows, conference_rooms, freeswitch_connectors, subscribers, sip_endpoints, cxml_scripts,
  cxml_applications, swml_webhooks, cxml_webhooks, ai_agents, sip_gateways, resources, addresses, tokens,
};
