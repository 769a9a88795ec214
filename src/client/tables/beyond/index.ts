import { ai } from './ai.js';
import { calling } from './calling.js';
import { fabric } from './fabric.js';
import { messages } from './messages.js';
import { addresses, compat, phone_numbers } from './numbers.js';
import { projects } from './projects.js';
import { domain_applications, legacy_sip_endpoints } from './sip.js';
import { video } from './video.js';
import { whatsapp } from './whatsapp.js';

/** Operations of the platform that are not in the specification. */
export const beyond = {
  fabric, calling, ai, messages, whatsapp, phone_numbers, addresses, domain_applications, legacy_sip_endpoints, video, projects, compat,
};
