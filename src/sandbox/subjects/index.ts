import type { Duties } from '../schedule.js';
import type { Subject } from '../subject.js';
import { addresses } from './addresses.js';
import { commands } from './calls/commands.js';
import { callDuties } from './calls/duties.js';
import { phone_numbers } from './phone_numbers.js';
import { compatQueues } from './queues/compat.js';
import { queues } from './queues/queues.js';

/** What the sandbox simulates. */
export const SUBJECTS: readonly Subject[] = [addresses, commands, compatQueues, phone_numbers, queues];

/** What happens by itself. */
export const DUTIES: Duties = { ...callDuties };
