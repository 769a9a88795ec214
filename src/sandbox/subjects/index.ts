import type { Duties } from '../schedule.js';
import type { Subject } from '../subject.js';
import { addresses } from './addresses.js';
import { commands } from './calls/commands.js';
import { compatCalls } from './calls/compat.js';
import { callDuties } from './calls/duties.js';
import { voiceLog } from './calls/voice-log.js';
import { compatConferences } from './conferences/compat.js';
import { conferenceLog } from './conferences/log.js';
import { domain_applications } from './domain_applications.js';
import { fabric } from './fabric/index.js';
import { numbers } from './numbers/index.js';
import { compatQueues } from './queues/compat.js';
import { queues } from './queues/queues.js';
import { compatRecordings } from './recordings/compat.js';
import { recordings } from './recordings/recordings.js';
import { sip_profile } from './sip_profile.js';
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
  domain_applications,
  fabric,
  numbers,
  queues,
  recordings,
  sip_profile,
  transcriptions,
  voiceLog,
];

/** What happens by itself. */
export const DUTIES: Duties = { ...callDuties };
