import { bool, int, num, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { paging } from '../paging.js';
import { listEvents } from './events.js';
import { media_ttl, VideoRecording } from './room_recordings.js';
import { SessionStatus, session } from './settings.js';

const S = '/api/video/room_sessions';
const SESSION = `${S}/{session_id}` as const;
const cost_in_dollars = num();

const VideoSession = shape('VideoSession', session);
const ListedSession = shape('ListedVideoSession', { ...session, cost_in_dollars, enable_room_previews: bool(), locked_cover: str() });
const Member = shape('VideoSessionMember', {
  id: str(), room_session_id: str(), name: orNull(str()), join_time: orNull(str()), leave_time: orNull(str()), duration: orNull(int('In seconds.')), cost_in_dollars,
});

export const room_sessions = {
  list: op(`GET ${S}`, 'List the sessions, past and present.', {
    takes: { room_id: str(), room_name: str('The whole name.'), room_name_matches: str('Part of the name.'), status: SessionStatus, ...paging },
    gives: page(ListedSession),
  }),
  get: op(`GET ${SESSION}`, 'Fetch one session.', { gives: VideoSession }),
  list_events:     listEvents(SESSION, 'session'),
  list_members:    op(`GET ${SESSION}/members`, 'List who took part in a session.', { takes: paging, gives: page(Member) }),
  list_recordings: op(`GET ${SESSION}/recordings`, 'List the recordings of a session.', { takes: { media_ttl, ...paging }, gives: page(VideoRecording) }),
};
