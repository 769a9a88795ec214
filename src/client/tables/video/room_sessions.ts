import { anything, bool, int, none, num, oneOf, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { paging } from '../shared-fields.js';
import { SessionStatus, session, stamps } from './settings.js';

const VideoEvent = shape('VideoEvent',
  { id: str(), project_id: str(), room_id: str(), room_session_id: str(), level: str(), name: str(), payload: anything(), created_at: str() },
  { room_recording_id: str(), room_participant_id: str() },
);

/** Creates the operation that lists the events of a session or recording. */
const listEvents = <const P extends `/${string}`>(parent: P, what: string) =>
  op(`GET ${parent}/events`, `List the events of a ${what}.`, { takes: paging, gives: page(VideoEvent) });

const R = '/api/video/room_recordings';
const RECORDING = `${R}/{recording_id}` as const;

const media_ttl = int('How long the `uri` in the response is valid, in seconds. The default is 900.', { min: 0 });
const VideoRecording = shape('VideoRecording', {
  id: str(), room_session_id: str(), status: orNull(oneOf(['recording', 'paused', 'processing', 'completed'])), started_at: orNull(str()), finished_at: orNull(str()),
  duration: orNull(int('In seconds.')), size_in_bytes: orNull(int()), format: orNull(str()), cost_in_dollars: num(), uri: orNull(str('Valid for a limited time.')), ...stamps,
});

export const room_recordings = {
  list:   op(`GET ${R}`, 'List recordings.', { takes: { media_ttl, ...paging }, gives: page(VideoRecording) }),
  get:    op(`GET ${RECORDING}`, 'Fetch one recording.', { takes: { media_ttl }, gives: VideoRecording }),
  delete: op(`DELETE ${RECORDING}`, 'Delete a recording.', { spends: true, gives: none }),
  list_events: listEvents(RECORDING, 'recording'),
};

const S = '/api/video/room_sessions';
const SESSION = `${S}/{session_id}` as const;
const cost_in_dollars = num();

const VideoSession = shape('VideoSession', session);
const ListedSession = shape('ListedVideoSession', { ...session, cost_in_dollars, enable_room_previews: bool(), locked_cover: str() });
const Member = shape('VideoSessionMember', {
  id: str(), room_session_id: str(), name: orNull(str()), join_time: orNull(str()), leave_time: orNull(str()), duration: orNull(int('In seconds.')), cost_in_dollars,
});

export const room_sessions = {
  list: op(`GET ${S}`, 'List current and past sessions.', {
    takes: { room_id: str(), room_name: str('Matches the whole name.'), room_name_matches: str('Matches part of the name.'), status: SessionStatus, ...paging },
    gives: page(ListedSession),
  }),
  get: op(`GET ${SESSION}`, 'Fetch one session.', { gives: VideoSession }),
  list_events:     listEvents(SESSION, 'session'),
  list_members:    op(`GET ${SESSION}/members`, 'List the members of a session.', { takes: paging, gives: page(Member) }),
  list_recordings: op(`GET ${SESSION}/recordings`, 'List the recordings of a session.', { takes: { media_ttl, ...paging }, gives: page(VideoRecording) }),
};
