import { isRecord } from '../request/read-json.js';
import type { Fields } from '../respond/handler.js';
import type { Collection } from '../state/collection.js';
import type { Item } from '../state/resources.js';
import type { State } from '../state/state.js';
import { allAddresses } from '../subjects/addresses.js';
import { allDocuments, chunks } from '../subjects/datasphere/document.js';
import { allDomains } from '../subjects/domain_applications.js';
import { allSipAddresses } from '../subjects/fabric/addresses/sip_addresses.js';
import { allGroups } from '../subjects/numbers/number_groups.js';
import { allShortCodes } from '../subjects/numbers/short_codes.js';
import { allProjects } from '../subjects/projects.js';
import { allBrands, assigned, campaigns, orders } from '../subjects/registry/records.js';
import { allTranscriptions } from '../subjects/transcriptions.js';
import { allCallers, taken } from '../subjects/verified_callers.js';
import {
  allConferences as allVideoConferences,
  conferenceNames,
  conferenceTokens,
} from '../subjects/video/conferences.js';
import { allRooms, roomNames } from '../subjects/video/rooms.js';
import { allSessions, allRecordings as allVideoRecordings, events, members } from '../subjects/video/session.js';
import { streams } from '../subjects/video/streams.js';
import { allBusinesses, allTemplates, allWhatsAppNumbers } from '../subjects/whatsapp.js';
import * as calling from './calls.js';
import { endpointsOfSubscribers, resourceFamilies, resourceOfType, resources, versions } from './fabric.js';
import { type Family, type Given, numberOf, textOf, timeOf } from './given.js';
import { groupMemberships, numbers } from './numbers.js';

/** A family whose items are stored as the API shows them. `required` returns the fields that the sandbox reads. */
function plain<T extends Item>(
  items: (state: State) => Collection<T>,
  required: (given: Given) => Omit<T, keyof Item>,
  added?: (state: State, given: Given) => void,
): Family {
  return {
    has: (state, id) => items(state).get(id) !== undefined,
    add(state, given) {
      // `T` is an item whose own fields are those of `required`.
      items(state).add({ ...given.fields, ...required(given), ...given.stored } as unknown as T);
      added?.(state, given);
    },
  };
}

interface Owned<T> {
  get(state: State, id: string): T | undefined;
  add(state: State, owner: string, item: T): T;
}

/** A family whose items belong to another resource. */
const owned = <T extends { readonly id: string }>(
  items: Owned<T>,
  ownerOf: string,
  itemOf: (given: Given) => T,
): Family => ({
  has: (state, id) => items.get(state, id) !== undefined,
  add: (state, given) => items.add(state, textOf(given.fields, ownerOf) ?? given.parent, itemOf(given)),
});

const nothing = (): Fields => ({});
const label = ({ id }: Given) => id.slice(0, 8);
const nameOf = (given: Given) =>
  textOf(given.fields, 'name', 'display_name', 'friendly_name') ?? `resource-${label(given)}`;

const videoStreams = owned(streams, 'room_id', ({ fields, stored }) => ({
  ...stored,
  url: textOf(fields, 'url') ?? 'rtmp://example.com/live',
}));

const sessions: Family = {
  has: (state, id) => allSessions(state).get(id) !== undefined,
  add(state, given) {
    const { fields, stored } = given;
    const name = textOf(fields, 'name', 'room_name') ?? nameOf(given);
    allSessions(state).add({
      ...stored,
      room_id: textOf(fields, 'room_id') ?? '',
      of: fields.type === 'video_conference_session' ? 'conference' : 'room',
      room: { ...fields, name },
      start_time: timeOf(fields, ['start_time', 'started_at']) ?? stored.created_at,
      end_time: timeOf(fields, ['end_time', 'ended_at']) ?? null,
    });
  },
};

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

  '/api/video/rooms': plain(
    allRooms,
    (given) => ({ name: nameOf(given) }),
    (state, given) => takeName(state, roomNames, given),
  ),
  '/api/video/rooms/{}/streams': videoStreams,
  '/api/video/conferences': plain(
    allVideoConferences,
    (given) => ({ name: nameOf(given) }),
    (state, given) => takeName(state, conferenceNames, given),
  ),
  '/api/video/conferences/{}/streams': videoStreams,
  '/api/video/streams': videoStreams,
  '/api/video/conferences/{}/conference_tokens': tokens('conference_id'),
  '/api/video/conference_tokens': tokens('conference_id'),
  '/api/video/room_sessions': sessions,
  '/api/video/logs': sessions,
  '/api/video/room_sessions/{}/members': owned(members, 'room_session_id', ({ id, parent, fields, stored }) => ({
    id,
    room_session_id: parent,
    name: textOf(fields, 'name') ?? '',
    join_time: timeOf(fields, ['join_time']) ?? stored.created_at,
    leave_time: timeOf(fields, ['leave_time']) ?? null,
  })),
  '/api/video/room_recordings': videoRecordings(),
  '/api/video/room_sessions/{}/recordings': videoRecordings(),
  '/api/video/room_sessions/{}/events': videoEvents(),
  '/api/video/room_recordings/{}/events': videoEvents(),

  [`${RELAY}/registry/beta/brands`]: plain(allBrands, ({ fields }) => ({ state: stateOf(fields, 'active') })),
  [`${RELAY}/registry/beta/brands/{}/campaigns`]: campaignFamily(),
  [`${RELAY}/registry/beta/campaigns`]: campaignFamily(),
  [`${RELAY}/registry/beta/campaigns/{}/orders`]: orderFamily(),
  [`${RELAY}/registry/beta/orders`]: orderFamily(),
  [`${RELAY}/registry/beta/campaigns/{}/numbers`]: assignmentFamily(),
  [`${RELAY}/registry/beta/numbers`]: assignmentFamily(),

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

function takeName(state: State, names: typeof roomNames, given: Given): void {
  const name = nameOf(given);
  if (names.find(state, name) === undefined) names.take(state, name, given.id);
}

const stateOf = <T extends string>({ state }: Fields, usual: T): T | 'pending' => (state === 'pending' ? state : usual);

function tokens(owner: string): Family {
  return owned(conferenceTokens, owner, ({ id, parent, fields }) => ({
    id,
    conference_id: parent,
    name: textOf(fields, 'name') ?? 'attendee',
    scopes: Array.isArray(fields.scopes) ? fields.scopes.filter((scope) => typeof scope === 'string') : [],
    token: textOf(fields, 'token') ?? id,
  }));
}

function videoRecordings(): Family {
  return {
    has: (state, id) => allVideoRecordings(state).get(id) !== undefined,
    add(state, { id, parent, fields, stored }) {
      const room_session_id = textOf(fields, 'room_session_id') ?? parent;
      const started_at = timeOf(fields, ['started_at']) ?? stored.created_at;
      const finished_at = timeOf(fields, ['finished_at']) ?? null;
      allVideoRecordings(state).add({ ...stored, room_session_id, started_at, finished_at });
      // The recordings of a session are found through its events.
      const event = { id: state.ids.uuid(), name: 'recording.started', room_id: '', room_session_id, payload: {} };
      events.add(state, room_session_id, { ...event, room_recording_id: id, created_at: started_at });
    },
  };
}

function videoEvents(): Family {
  return {
    has: (state, id) => events.get(state, id) !== undefined,
    add(state, { id, parent, fields, stored: { created_at } }) {
      const room_session_id = textOf(fields, 'room_session_id') ?? parent;
      // The recorded events replace those that `videoRecordings` made up.
      for (const one of [...events.of(state, room_session_id)]) if (one.room_id === '') events.delete(state, one.id);
      const { name, room_id, room_recording_id, room_participant_id } = textsOf(fields);
      const about = {
        ...(room_recording_id && { room_recording_id }),
        ...(room_participant_id && { room_participant_id }),
      };
      const payload = isRecord(fields.payload) ? fields.payload : {};
      events.add(state, room_session_id, {
        id,
        name: name ?? '',
        room_id: room_id ?? 'unknown',
        room_session_id,
        payload,
        created_at,
        ...about,
      });
    },
  };
}

const textsOf = (fields: Fields): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

function campaignFamily(): Family {
  return owned(campaigns, 'brand_id', (given) => ({
    ...given.fields,
    ...given.stored,
    brand_id: textOf(given.fields, 'brand_id') ?? given.parent,
    state: stateOf(given.fields, 'active'),
    name: nameOf(given),
  }));
}

function orderFamily(): Family {
  return owned(orders, 'campaign_id', ({ parent, fields, stored }) => ({
    ...fields,
    ...stored,
    campaign_id: textOf(fields, 'campaign_id') ?? parent,
    state: stateOf(fields, 'processed'),
    numbers: [],
  }));
}

function assignmentFamily(): Family {
  return owned(assigned, 'campaign_id', ({ id, parent, fields, stored }) => ({
    ...fields,
    ...stored,
    campaign_id: textOf(fields, 'campaign_id') ?? parent,
    order_id: textOf(fields, 'order_id', 'number_assignment_order_id') ?? '',
    state: stateOf(fields, 'active'),
    phone_number: { id, number: '' },
  }));
}
