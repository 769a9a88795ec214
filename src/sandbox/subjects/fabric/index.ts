import type { Handlers } from '../../respond/handler.js';
import { addresses } from './addresses/addresses.js';
import { sip_addresses } from './addresses/sip_addresses.js';
import { ai_agents } from './ai_agents.js';
import { call_flows } from './call_flows.js';
import { conference_rooms } from './conference_rooms.js';
import { cxml_applications } from './cxml_applications.js';
import { family } from './family.js';
import { resources } from './resources.js';
import { cxml_scripts, swml_scripts } from './scripts.js';
import { sip_endpoints } from './sip_endpoints.js';
import { namedTargets } from './store/named-targets.js';
import { subscribers } from './subscribers.js';

import { tokens } from './tokens.js';

export { seedFabric } from './store/seed.js';

export const fabric: Handlers = {
  ...family('dialogflow_agent'),
  ...family('freeswitch_connector'),
  ...family('sip_gateway'),
  ...addresses,
  ...ai_agents,
  ...call_flows,
  ...conference_rooms,
  ...cxml_applications,
  ...cxml_scripts,
  ...namedTargets,
  ...resources,
  ...sip_addresses,
  ...sip_endpoints,
  ...subscribers,
  ...swml_scripts,
  ...tokens,
};
