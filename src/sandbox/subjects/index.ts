import { onRunEvent } from '../engine/run/advance.js';
import { pendingRequests } from '../engine/run/call-run.js';
import type { Handlers, Lookups } from '../respond/handler.js';
import type { State } from '../state/state.js';
import type { EventHandlers } from '../time/schedule.js';
import { addresses } from './addresses.js';
import { ai_chat } from './ai_chat.js';
import { api_tokens, tokenLookups } from './api_tokens.js';
import { commands } from './calls/commands.js';
import { compatCalls } from './calls/compat.js';
import { callEvents } from './calls/events.js';
import { voiceLog } from './calls/voice-log.js';
import { channel_tokens } from './channel_tokens.js';
import { compatConferences } from './conferences/compat.js';
import { conferenceLog } from './conferences/conference.js';
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
import { queues } from './queues/queues.js';
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

const EVENT_HANDLERS: EventHandlers = {
  ...callEvents,
  'call document continues': onRunEvent,
  ...documentEvents,
  ...faxEvents,
  ...messageEvents,
  ...registryEvents,
  ...templateEvents,
};

/** Runs the events that are due, in order, each at its own time. Time stands still while a request of a call is open. */
export function catchUp(state: State): void {
  const now = state.clock.now().toISOString();
  const take = () => state.schedule.takeNext(waitsUntil(state, now));
  for (let next = take(); next !== undefined; next = take()) EVENT_HANDLERS[next.what]?.(state, next);
}

/** The time up to which events happen: now, or the time of the first request that has no response. */
function waitsUntil(state: State, now: string): string {
  const open = pendingRequests(state);
  if (open.size === 0 || state.network.sends !== true) return now;
  return [...open].reduce((first, { at }) => (at < first ? at : first), now);
}
