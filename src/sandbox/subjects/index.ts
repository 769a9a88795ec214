import type { Subject } from '../subject.js';
import { addresses } from './addresses.js';
import { calls } from './calls.js';
import { domain_applications } from './domain_applications.js';
import { fabric } from './fabric/index.js';
import { numbers } from './numbers/index.js';
import { queues } from './queues.js';
import { sip_profile } from './sip_profile.js';

/** What the sandbox simulates. */
export const SUBJECTS: readonly Subject[] = [
  addresses,
  calls,
  domain_applications,
  fabric,
  numbers,
  queues,
  sip_profile,
];
