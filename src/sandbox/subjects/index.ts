import type { Subject } from '../subject.js';
import { calls } from './calls.js';
import { phone_numbers } from './phone_numbers.js';
import { queues } from './queues.js';

/** What the sandbox simulates. */
export const SUBJECTS: readonly Subject[] = [calls, phone_numbers, queues];
