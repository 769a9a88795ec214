import { addresses } from './addresses.js';
import { ai } from './ai.js';
import { calling } from './calling.js';
import { compat } from './compat.js';
import { domain_applications } from './domain_applications.js';
import { fabric } from './fabric.js';
import { legacy_sip_endpoints } from './legacy_sip_endpoints.js';
import { messages } from './messages.js';
import { phone_numbers } from './phone_numbers.js';
import { projects } from './projects.js';
import { video } from './video.js';
import { whatsapp } from './whatsapp.js';

/** Operations of the platform that are not in the specification. */
export const beyond = {
  fabric, calling, ai, messages, whatsapp, phone_numbers, addresses, domain_applications, legacy_sip_endpoints, video, projects, compat,
};
