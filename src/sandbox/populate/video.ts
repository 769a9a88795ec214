import { isRecord } from '../request/read-json.js';
import type { Fields } from '../respond/handler.js';
import type { State } from '../state/state.js';
import { allConferences, conferenceNames, conferenceTokens } from '../subjects/video/conferences.js';
import { allRooms, roomNames } from '../subjects/video/rooms.js';
import { allRecordings, allSessions, events, members } from '../subjects/video/session.js';
import { streams } from '../subjects/video/streams.js';
import { nameOf, owned, plain } from './family.js';
import { type Family, type Given, textOf, timeOf } from './given.js';

const streamsOfRoom = owned(streams, 'room_id', ({ fields, stored }) => ({
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

function takeName(state: State, names: typeof roomNames, given: Given): void {
  const name = nameOf(given);
  if (names.find(state, name) === undefined) names.take(state, name, given.id);
}

function tokens(owner: string): Family {
  return owned(conferenceTokens, owner, ({ id, parent, fields }) => ({
    id,
    conference_id: parent,
    name: textOf(fields, 'name') ?? 'attendee',
    scopes: Array.isArray(fields.scopes) ? fields.scopes.filter((scope) => typeof scope === 'string') : [],
    token: textOf(fields, 'token') ?? id,
  }));
}

function recordings(): Family {
  return {
    has: (state, id) => allRecordings(state).get(id) !== undefined,
    add(state, { id, parent, fields, stored }) {
      const room_session_id = textOf(fields, 'room_session_id') ?? parent;
      const started_at = timeOf(fields, ['started_at']) ?? stored.created_at;
      const finished_at = timeOf(fields, ['finished_at']) ?? null;
      allRecordings(state).add({ ...stored, room_session_id, started_at, finished_at });
      // The recordings of a session are found through its events.
      const event = { id: state.ids.uuid(), name: 'recording.started', room_id: '', room_session_id, payload: {} };
      events.add(state, room_session_id, { ...event, room_recording_id: id, created_at: started_at });
    },
  };
}

function eventFamily(): Family {
  return {
    has: (state, id) => events.get(state, id) !== undefined,
    add(state, { id, parent, fields, stored: { created_at } }) {
      const room_session_id = textOf(fields, 'room_session_id') ?? parent;
      // The recorded events replace those that `recordings` made up.
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

/** How the resources of the video API are created. */
export const videoFamilies: Readonly<Record<string, Family>> = {
  '/api/video/rooms': plain(
    allRooms,
    (given) => ({ name: nameOf(given) }),
    (state, given) => takeName(state, roomNames, given),
  ),
  '/api/video/rooms/{}/streams': streamsOfRoom,
  '/api/video/conferences': plain(
    allConferences,
    (given) => ({ name: nameOf(given) }),
    (state, given) => takeName(state, conferenceNames, given),
  ),
  '/api/video/conferences/{}/streams': streamsOfRoom,
  '/api/video/streams': streamsOfRoom,
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
  '/api/video/room_recordings': recordings(),
  '/api/video/room_sessions/{}/recordings': recordings(),
  '/api/video/room_sessions/{}/events': eventFamily(),
  '/api/video/room_recordings/{}/events': eventFamily(),
};
