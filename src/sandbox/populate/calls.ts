import type { State } from '../state/state.js';
import { allCalls, type Call } from '../subjects/calls/call.js';
import { allConferences } from '../subjects/calls/conference.js';
import { allQueues, enqueue } from '../subjects/calls/queue.js';
import { type CallState, STATES } from '../subjects/calls/states.js';
import { allFaxes, type Fax } from '../subjects/faxes/fax.js';
import { mediaType } from '../subjects/media-type.js';
import { allMessages } from '../subjects/messages/message.js';
import { ownNumber } from '../subjects/own-number.js';
import { allRecordings } from '../subjects/recordings/recording.js';
import { type Family, type Given, givenFrom, numberOf, oneOf, textOf, timeOf } from './given.js';

const UNKNOWN = '+15005550006';
const names = Object.keys(STATES) as CallState[]; // the keys of a literal

/** The state of a call under any of its names. */
const callState = (status: unknown): CallState =>
  names.find((name) => name === status) ??
  names.find((name) => [STATES[name].leg, STATES[name].log, STATES[name].compat].some((one) => one === status)) ??
  'answered';

function addCall(state: State, { fields, stored }: Given): Call {
  const from = textOf(fields, 'from') ?? UNKNOWN;
  const to = textOf(fields, 'to') ?? UNKNOWN;
  const status = callState(fields.status);
  const at = stored.created_at;
  const answered_at = timeOf(fields, ['answered_at']) ?? (status === 'answered' || status === 'ended' ? at : null);
  const ended_at = STATES[status].order === 3 ? (timeOf(fields, ['ended_at', 'end_time']) ?? at) : null;
  return allCalls(state).add({
    ...stored,
    from,
    to,
    direction: oneOf(fields.direction, ['inbound', 'outbound', 'outbound-api']),
    type: oneOf(fields.type, ['relay_pstn_call', 'relay_sip_call', 'relay_webrtc_call']),
    source: oneOf(fields.source ?? (fields.sid === undefined ? undefined : 'laml'), ['realtime_api', 'laml']),
    number_id: (ownNumber(state, to) ?? ownNumber(state, from))?.id ?? null,
    parent_id: textOf(fields, 'parent_id', 'parent_call_sid') ?? null,
    far_end: null,
    bridged_with: null,
    queue_id: null,
    conference_id: null,
    url: textOf(fields, 'url') ?? null,
    swml: null,
    documents: [],
    envs: {},
    unread: false,
    status,
    ringing_at: timeOf(fields, ['ringing_at']) ?? at,
    answered_at,
    ended_at,
    discarded_at: null,
    machine: false,
    answered_by: null,
    on_answer: {},
    callback: null,
    callback_count: 0,
    actions: [],
    log: [],
  });
}

const callFor = (state: State, id: string, at: string): Call =>
  allCalls(state).get(id) ?? addCall(state, givenFrom(id, undefined, {}, at));

export const calls: Family = { has: (state, id) => allCalls(state).get(id) !== undefined, add: addCall };

export const callEvents: Family = {
  has: () => false,
  add(state, { parent, fields, stored }) {
    const call = callFor(state, parent, stored.created_at);
    const at = timeOf(fields, ['event_at']) ?? stored.created_at;
    const { details } = fields;
    const entry = {
      at,
      level: oneOf(fields.level, ['info', 'warn', 'error', 'debug']),
      name: textOf(fields, 'name') ?? '',
      details: typeof details === 'object' && details !== null ? details : {},
    };
    // The list shows the oldest first, so the last to be added goes to the front.
    allCalls(state).replace({ ...call, log: [entry, ...call.log] });
  },
};

export const queues: Family = {
  has: (state, id) => allQueues(state).get(id) !== undefined,
  add: (state, { id, fields, stored }) =>
    allQueues(state).add({
      ...stored,
      name: textOf(fields, 'friendly_name', 'name') ?? `Queue ${id.slice(0, 8)}`,
      max_size: numberOf(fields, 'max_size') ?? 100,
      members: [],
    }),
};

export const queueMembers: Family = {
  has: (state, id, queue) =>
    allQueues(state)
      .get(queue)
      ?.members.some(({ call_id }) => call_id === id) ?? true,
  add(state, { id, parent, stored: { created_at: at } }) {
    const { members: later = [] } = allQueues(state).get(parent) ?? {};
    const call = callFor(state, id, at);
    allCalls(state).replace({ ...call, queue_id: parent });
    enqueue(state, parent, id, at);
    // The first member of a list is the next one, so the last to be added goes to the front.
    const queue = allQueues(state).get(parent);
    if (queue) allQueues(state).replace({ ...queue, members: [{ call_id: id, enqueued: at }, ...later] });
  },
};

export const recordings: Family = {
  has: (state, id) => allRecordings(state).get(id) !== undefined,
  add(state, { fields, stored }) {
    const seconds = numberOf(fields, 'duration_in_seconds') ?? Number(fields.duration ?? 0);
    const status = oneOf(fields.status, ['completed', 'in-progress', 'paused']);
    allRecordings(state).add({
      ...stored,
      call_id: textOf(fields, 'call_id', 'call_sid', ...LEGS) ?? null,
      conference_id: textOf(fields, 'conference_sid', 'relay_conference_id') ?? null,
      leg: LEGS.some((leg) => fields[leg] !== undefined) ? legOf(fields) : null,
      source: oneOf(fields.source, ['RecordVerb', 'OutBoundApi', 'StartCallRecordingApi', 'StartConferenceRecording']),
      stereo: fields.stereo === true || fields.channels === '2',
      track: oneOf(fields.track, ['both', 'inbound', 'outbound']),
      format: textOf(fields, 'format') ?? 'mp3',
      trim: textOf(fields, 'trim') ?? 'do-not-trim',
      status,
      ended_at: status === 'completed' ? (timeOf(fields, ['ended_at', 'end_time']) ?? stored.updated_at) : null,
      recorded_ms: status !== 'in-progress' && Number.isFinite(seconds) ? seconds * 1000 : 0,
      since: status === 'in-progress' ? stored.created_at : null,
      callback: null,
    });
  },
};

const LEGS = ['relay_pstn_leg_id', 'relay_sip_leg_id', 'relay_webrtc_leg_id'];
const legOf = (fields: Given['fields']) =>
  fields.relay_sip_leg_id !== undefined ? 'sip' : fields.relay_webrtc_leg_id !== undefined ? 'webrtc' : 'pstn';

export const conferences: Family = {
  has: (state, id) => allConferences(state).get(id) !== undefined,
  add: (state, { id, fields, stored }) =>
    allConferences(state).add({
      ...stored,
      name: textOf(fields, 'friendly_name', 'name') ?? `Conference ${id.slice(0, 8)}`,
      type: oneOf(fields.type, ['relay_conference', 'cxml_conference']),
      region: textOf(fields, 'region') ?? 'us',
      status: oneOf(fields.status, ['in-progress', 'init', 'completed']),
      max_size: numberOf(fields, 'max_size') ?? 250,
      participants: [],
      ...{ started_at: null, callback: null, recording: null },
      streams: [],
      recording_id: null,
    }),
};

export const participants: Family = {
  has: (state, id, of) =>
    allConferences(state)
      .get(of)
      ?.participants.some(({ call_id }) => call_id === id) ?? true,
  add(state, { id, parent, fields, stored }) {
    const conference = allConferences(state).get(parent);
    if (!conference) return;
    allCalls(state).replace({ ...callFor(state, id, stored.created_at), conference_id: parent });
    const participant = {
      call_id: id,
      joined_at: stored.created_at,
      updated_at: stored.updated_at,
      muted: fields.muted === true,
      hold: fields.hold === true,
      coaching: fields.coaching === true,
      call_sid_to_coach: textOf(fields, 'call_sid_to_coach') ?? null,
      start_conference_on_enter: fields.start_conference_on_enter !== false,
      end_conference_on_exit: fields.end_conference_on_exit === true,
    };
    allConferences(state).replace({ ...conference, participants: [...conference.participants, participant] });
  },
};

export const messages: Family = {
  has: (state, id) => allMessages(state).get(id) !== undefined,
  add(state, { fields, stored }) {
    const media = Array.isArray(fields.media) ? fields.media.filter((url) => typeof url === 'string') : [];
    const code = textOf(fields, 'error_code');
    allMessages(state).add({
      ...stored,
      from: textOf(fields, 'from') ?? UNKNOWN,
      to: textOf(fields, 'to') ?? UNKNOWN,
      body: textOf(fields, 'body') ?? '',
      direction: fields.direction === 'inbound' ? 'inbound' : 'outbound',
      kind: oneOf(fields.kind, [media.length > 0 ? 'mms' : 'sms', 'sms', 'mms', 'whatsapp']),
      source: oneOf(fields.source ?? (fields.sid === undefined ? undefined : 'laml'), ['realtime_api', 'laml']),
      media: media.map((url, i) => ({
        id: `${stored.id}-${i}`,
        url,
        content_type: 'application/octet-stream',
        created_at: stored.created_at,
      })),
      segments: numberOf(fields, 'num_segments') ?? numberOf(fields, 'number_of_segments') ?? 1,
      status: oneOf(fields.status, ['delivered', 'queued', 'sent', 'undelivered', 'received']),
      sent_at: timeOf(fields, ['sent_at', 'date_sent']) ?? null,
      error: code === undefined ? null : { code, message: textOf(fields, 'error_message') ?? '' },
      group: textOf(fields, 'messaging_service_sid', 'number_group_id') ?? null,
      status_callback: textOf(fields, 'status_callback_url', 'status_callback') ?? null,
      custom_variables: fields.custom_variables ?? null,
      discarded_at: null,
    });
  },
};

export const messageMedia: Family = {
  has: (state, id, message) =>
    allMessages(state)
      .get(message)
      ?.media.some((one) => one.id === id) ?? true,
  add(state, { id, parent, fields, stored: { created_at } }) {
    const message = allMessages(state).get(parent);
    if (!message) return;
    const content_type = textOf(fields, 'content_type') ?? 'application/octet-stream';
    const added = { id, url: `https://files.sandbox.invalid/media/${id}`, content_type, created_at };
    allMessages(state).replace({ ...message, kind: 'mms', media: [...message.media, added] });
  },
};

const FAX_STATES = [
  'delivered',
  'queued',
  'processing',
  'sending',
  'received',
  'no-answer',
  'busy',
  'canceled',
] as const;

export const faxes: Family = {
  has: (state, id) => allFaxes(state).get(id) !== undefined,
  add(state, { id, fields, stored }) {
    const pages = Number(fields.num_pages ?? fields.number_of_pages ?? Number.NaN);
    const fax: Fax = {
      ...stored,
      from: textOf(fields, 'from') ?? UNKNOWN,
      to: textOf(fields, 'to') ?? UNKNOWN,
      direction: fields.direction === 'inbound' ? 'inbound' : 'outbound',
      status: oneOf(fields.status, FAX_STATES),
      quality: oneOf(fields.quality, ['fine', 'standard', 'superfine']),
      media_url: textOf(fields, 'media_url') ?? null,
      media_id: textOf(fields, 'media_sid') ?? `${id}-media`,
      document: { content_type: mediaType(textOf(fields, 'media_url') ?? '.pdf'), created_at: stored.created_at },
      pages: Number.isFinite(pages) ? pages : null,
      duration: numberOf(fields, 'duration') ?? 0,
      error: null,
      callback: null,
      discarded_at: null,
    };
    allFaxes(state).add(fax);
  },
};

export const faxMedia: Family = {
  has: (state, id, fax) => (allFaxes(state).get(fax)?.media_id ?? id) === id,
  add(state, { id, parent, fields, stored: { created_at } }) {
    const fax = allFaxes(state).get(parent);
    const content_type = textOf(fields, 'content_type') ?? 'application/pdf';
    if (fax) allFaxes(state).replace({ ...fax, media_id: id, document: { content_type, created_at } });
  },
};
