import type { Duties } from '../schedule.js';
import type { Subject } from '../subject.js';
import { addresses } from './addresses.js';
import { commands } from './calls/commands.js';
import { compatCalls } from './calls/compat.js';
import { callDuties } from './calls/duties.js';
import { voiceLog } from './calls/voice-log.js';
import { compatConferences } from './conferences/compat.js';
import { conferenceLog } from './conferences/log.js';
import { phone_numbers } from './phone_numbers.js';
import { compatQueues } from './queues/compat.js';
import { queues } from './queues/queues.js';
import { compatRecordings } from './recordings/compat.js';
import { recordings } from './recordings/recordings.js';
import { transcriptions } from './transcriptions.js';

/** What the sandbox simulates. */
export const SUBJECTS: readonly Subject[] = [
  addresses,
  commands,
  compatCalls,
  compatConferences,
  compatQueues,
  compatRecordings,
  conferenceLog,
  phone_numbers,
  queues,
  recordings,
  transcriptions,
  voiceLog,
];

/** What happens by itself. */
export const DUTIES: Duties = { ...callDuties };
