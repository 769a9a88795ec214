import type { Handlers, Lookups } from '../respond/handler.js';
import type { EventHandlers, EventName } from '../time/schedule.js';
import { addresses } from './addresses.js';
import { ai_chat } from './ai_chat.js';
import { api_tokens, tokenLookups } from './api_tokens.js';
import { commands } from './calls/commands.js';
import { compatCalls } from './calls/compat.js';
import { conferenceLog } from './calls/conference.js';
import { callEvents } from './calls/events.js';
import { voiceLog } from './calls/voice-log.js';
import { channel_tokens } from './channel_tokens.js';
import { compatConferences } from './conferences.js';
import { documentEvents } from './datasphere/document.js';
import { datasphere } from './datasphere/index.js';
import { domain_applications } from './domain_applications.js';
import { fabric } from './fabric/index.js';
import { faxEvents } from './faxes/fax.js';
import { faxes } from './faxes/index.js';
import { messageLookups, messages } from './messages/index.js';
import { messageEvents } from './messages/message.js';
import { mfa, mfaLookups } from './mfa.js';
import { numbers } from './numbers/index.js';
import { projects } from './projects.js';
import { queues } from './queues.js';
import { recordings } from './recordings/recordings.js';
import { registry, registryEvents } from './registry/index.js';
import { sip_profile } from './sip_profile.js';
import { transcriptions } from './transcriptions.js';
import { verified_callers } from './verified_callers.js';
import { video } from './video/index.js';
import { templateEvents, whatsapp } from './whatsapp.js';

export const HANDLERS: readonly Handlers[] = [
  addresses,
  ai_chat,
  api_tokens,
  channel_tokens,
  commands,
  compatCalls,
  compatConferences,
  conferenceLog,
  datasphere,
  domain_applications,
  fabric,
  faxes,
  messages,
  mfa,
  numbers,
  projects,
  queues,
  recordings,
  registry,
  sip_profile,
  transcriptions,
  verified_callers,
  video,
  voiceLog,
  whatsapp,
];

export const LOOKUPS: Lookups = { ...messageLookups, ...mfaLookups, ...tokenLookups };

/** The events of the subjects. The engine handles those of runs. */
export const EVENT_HANDLERS: EventHandlers<Exclude<EventName, 'call document continues'>> = {
  ...callEvents,
  ...documentEvents,
  ...faxEvents,
  ...messageEvents,
  ...registryEvents,
  ...templateEvents,
};
