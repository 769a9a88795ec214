import type { Duties } from '../schedule.js';
import type { Subject } from '../subject.js';
import { addresses } from './addresses.js';
import { ai_chat } from './ai_chat.js';
import { api_tokens } from './api_tokens.js';
import { calls } from './calls.js';
import { channel_tokens } from './channel_tokens.js';
import { documentDuties } from './datasphere/document.js';
import { datasphere } from './datasphere/index.js';
import { faxDuties } from './faxes/fax.js';
import { faxes } from './faxes/index.js';
import { messages } from './messages/index.js';
import { messageDuties } from './messages/message.js';
import { mfa } from './mfa.js';
import { phone_numbers } from './phone_numbers.js';
import { projects } from './projects.js';
import { queues } from './queues.js';
import { registry, registryDuties } from './registry/index.js';
import { verified_callers } from './verified_callers.js';
import { video } from './video/index.js';
import { templateDuties, whatsapp } from './whatsapp.js';

/** What the sandbox simulates. */
export const SUBJECTS: readonly Subject[] = [
  addresses,
  ai_chat,
  api_tokens,
  calls,
  channel_tokens,
  datasphere,
  faxes,
  messages,
  mfa,
  phone_numbers,
  projects,
  queues,
  registry,
  verified_callers,
  video,
  whatsapp,
];

/** What happens by itself. */
export const DUTIES: Duties = {
  ...documentDuties,
  ...faxDuties,
  ...messageDuties,
  ...registryDuties,
  ...templateDuties,
};
