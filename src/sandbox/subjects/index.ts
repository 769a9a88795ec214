import type { Subject } from '../subject.js';
import { addresses } from './addresses.js';
import { calls } from './calls.js';
import { phone_numbers } from './phone_numbers.js';
import { queues } from './queues.js';

/** What the sandbox simulates. */
export const SUBJECTS: readonly Subject[] = [addresses, calls, phone_numbers, queues];
