import type { Subject } from '../subject.js';
import { addresses } from './addresses.js';
import { calls } from './calls.js';
import { faxes } from './faxes/index.js';
import { messages } from './messages/index.js';
import { mfa } from './mfa.js';
import { phone_numbers } from './phone_numbers.js';
import { queues } from './queues.js';
import { verified_callers } from './verified_callers.js';
import { whatsapp } from './whatsapp.js';

/** What the sandbox simulates. */
export const SUBJECTS: readonly Subject[] = [
  addresses,
  calls,
  faxes,
  messages,
  mfa,
  phone_numbers,
  queues,
  verified_callers,
  whatsapp,
];
