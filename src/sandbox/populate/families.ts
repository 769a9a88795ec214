import type { State } from '../state/state.js';
import { allAddresses } from '../subjects/addresses.js';
import { allDocuments, chunks } from '../subjects/datasphere/document.js';
import { allDomains } from '../subjects/domain_applications.js';
import { allSipAddresses } from '../subjects/fabric/addresses/sip_addresses.js';
import { allCodes } from '../subjects/mfa.js';
import { allGroups } from '../subjects/numbers/number_groups.js';
import { allShortCodes } from '../subjects/numbers/short_codes.js';
import { allProjects } from '../subjects/projects.js';
import { allTranscriptions } from '../subjects/transcriptions.js';
import { allCallers, taken } from '../subjects/verified_callers.js';
import { allBusinesses, allTemplates, allWhatsAppNumbers } from '../subjects/whatsapp.js';
import * as calling from './calls.js';
import { endpointsOfSubscribers, resourceFamilies, resourceOfType, resources, versions } from './fabric.js';
import { label, nameOf, nothing, owned, plain } from './family.js';
import { type Family, numberOf, textOf, timeOf } from './given.js';
import { groupMemberships, numbers } from './numbers.js';
import { registryFamilies } from './registry.js';
import { videoFamilies } from './video.js';

const projects: Family = {
  has: (state, id) => allProjects(state).get(id) !== undefined,
  add: (state, given) =>
    allProjects(state).add({
      ...given.stored,
      name: nameOf(given),
      parent_project_id: state.project,
      token: `PT${given.id.replaceAll('-', '')}`,
      signing_key: textOf(given.fields, 'signing_key') ?? `PSK_${label(given)}`,
      rules: {},
    }),
};

/** The default for which a code is valid. */
const MFA_MS = 3_600_000;
const laterBy = (state: State, ms: number) => new Date(state.clock.now().getTime() + ms).toISOString();

const ACCOUNT = '/api/laml/2010-04-01/Accounts/{}';
const RELAY = '/api/relay/rest';

/** How the resources of each collection are created. A collection that is not listed cannot be populated. */
export const FAMILIES_BY_PATH: Readonly<Record<string, Family>> = {
  ...resourceFamilies,
  '/api/fabric/resources': resources,
  '/api/fabric/resources/call_flow/{}/versions': versions,
  '/api/fabric/resources/subscribers/{}/sip_endpoints': endpointsOfSubscribers,
  '/api/fabric/resources/call_flow': resourceOfType('call_flow'),
  '/api/fabric/resources/conference_room': resourceOfType('video_room'),
  '/api/fabric/sip_addresses': plain(allSipAddresses, (given) => ({
    name: nameOf(given),
    user: textOf(given.fields, 'user') ?? '*',
    context: textOf(given.fields, 'context') ?? 'public',
    calling_handler_resource_id: textOf(given.fields, 'calling_handler_resource_id', 'resource_id') ?? '',
  })),
  [`${RELAY}/endpoints/sip`]: resourceOfType('sip_endpoint'),
  [`${ACCOUNT}/Applications`]: resourceOfType('cxml_application'),
  [`${ACCOUNT}/LamlBins`]: resourceOfType('cxml_script'),

  [`${RELAY}/phone_numbers`]: numbers,
  [`${ACCOUNT}/IncomingPhoneNumbers`]: numbers,
  [`${RELAY}/number_groups`]: plain(allGroups, (given) => ({ name: nameOf(given) })),
  [`${RELAY}/number_groups/{}/number_group_memberships`]: groupMemberships,
  [`${RELAY}/number_group_memberships`]: groupMemberships,
  [`${RELAY}/short_codes`]: plain(allShortCodes, ({ fields }) => ({ number: textOf(fields, 'number') ?? '55500' })),
  [`${RELAY}/verified_caller_ids`]: plain(
    allCallers,
    (given) => ({
      number: textOf(given.fields, 'number') ?? `+1500556${label(given).replace(/\D/g, '0').slice(0, 4)}`,
      name: nameOf(given),
      code: '000000',
      wrong_codes: 0,
      ...(given.fields.verified === true && {
        verified_at: timeOf(given.fields, ['verified_at']) ?? given.stored.created_at,
      }),
    }),
    (state, { fields }) => {
      const number = textOf(fields, 'number');
      if (number !== undefined && !taken(state).get(number)) taken(state).add({ id: number });
    },
  ),
  [`${RELAY}/addresses`]: plain(allAddresses, nothing),
  [`${RELAY}/domain_applications`]: plain(allDomains, (given) => ({
    identifier: textOf(given.fields, 'identifier') ?? `domain-${label(given)}`,
    calling_handler_resource_id: textOf(given.fields, 'calling_handler_resource_id') ?? null,
  })),

  // The code was sent before the recording, so no token of a request is the right one.
  [`${RELAY}/mfa`]: {
    has: (state, id) => allCodes(state).get(id) !== undefined,
    add: (state, { id }) => allCodes(state).add({ id, code: '', expires_at: laterBy(state, MFA_MS), attempts_left: 3 }),
  },

  '/api/projects': projects,
  '/api/laml/2010-04-01/Accounts': projects,

  [`${RELAY}/queues`]: calling.queues,
  [`${ACCOUNT}/Queues`]: calling.queues,
  [`${RELAY}/queues/{}/members`]: calling.queueMembers,
  [`${ACCOUNT}/Queues/{}/Members`]: calling.queueMembers,
  '/api/calling/calls': calling.calls,
  '/api/voice/logs': calling.calls,
  '/api/voice/logs/{}/events': calling.callEvents,
  [`${ACCOUNT}/Calls`]: calling.calls,
  [`${RELAY}/recordings`]: calling.recordings,
  [`${ACCOUNT}/Recordings`]: calling.recordings,
  [`${ACCOUNT}/Calls/{}/Recordings`]: calling.recordings,
  [`${ACCOUNT}/Conferences/{}/Recordings`]: calling.recordings,
  [`${ACCOUNT}/Transcriptions`]: plain(allTranscriptions, nothing),
  '/api/logs/conferences': calling.conferences,
  [`${ACCOUNT}/Conferences`]: calling.conferences,
  [`${ACCOUNT}/Conferences/{}/Participants`]: calling.participants,
  '/api/messaging/messages': calling.messages,
  '/api/messaging/logs': calling.messages,
  [`${ACCOUNT}/Messages`]: calling.messages,
  [`${ACCOUNT}/Messages/{}/Media`]: calling.messageMedia,
  '/api/fax/logs': calling.faxes,
  [`${ACCOUNT}/Faxes`]: calling.faxes,
  [`${ACCOUNT}/Faxes/{}/Media`]: calling.faxMedia,

  ...videoFamilies,
  ...registryFamilies,

  '/api/datasphere/documents': plain(allDocuments, ({ fields }) => ({
    url: textOf(fields, 'url') ?? 'https://example.com/document',
    filename: textOf(fields, 'filename') ?? 'document',
    tags: Array.isArray(fields.tags) ? fields.tags.filter((tag) => typeof tag === 'string') : [],
    status: 'completed' as const,
    number_of_chunks: numberOf(fields, 'number_of_chunks') ?? 0,
    chunking_strategy: 'sentence' as const,
    max_sentences_per_chunk: numberOf(fields, 'max_sentences_per_chunk') ?? null,
    split_newlines: typeof fields.split_newlines === 'boolean' ? fields.split_newlines : null,
    chunk_size: numberOf(fields, 'chunk_size') ?? null,
    overlap_size: numberOf(fields, 'overlap_size') ?? null,
  })),
  '/api/datasphere/documents/{}/chunks': owned(chunks, 'datasphere_document_id', ({ parent, fields, stored }) => ({
    ...stored,
    datasphere_document_id: parent,
    content: textOf(fields, 'content') ?? '',
  })),

  '/api/messaging/whatsapp/businesses': plain(allBusinesses, ({ id, fields }) => ({
    business_name: textOf(fields, 'business_name') ?? id,
    business_portfolio_id: textOf(fields, 'business_portfolio_id') ?? id,
    waba_id: textOf(fields, 'waba_id') ?? id,
  })),
  '/api/messaging/whatsapp/numbers': plain(allWhatsAppNumbers, ({ id, fields }) => ({
    business: textOf(fields, 'whatsapp_business_id', 'business') ?? '',
    phone_number: textOf(fields, 'phone_number', 'number') ?? '',
    business_phone_number_id: textOf(fields, 'business_phone_number_id') ?? id,
  })),
  '/api/messaging/whatsapp/templates': plain(allTemplates, (given) => ({
    name: nameOf(given),
    language: textOf(given.fields, 'language') ?? 'en_US',
    template_id: textOf(given.fields, 'template_id') ?? given.id,
    template_status: textOf(given.fields, 'template_status') ?? 'approved',
    whatsapp_business_id: textOf(given.fields, 'whatsapp_business_id') ?? '',
  })),
};
