import { anything, bool, int, none, nullable, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { ActiveSession, arrival, include_active_session, joining, look, removal, roomName, stamps, texts, upcoming } from './settings.js';
import { createStream, listStreams } from './streams.js';

const R = '/api/video/rooms';
const ROOM = `${R}/{room_id}` as const;
const meta = anything('Up to 2000 characters as JSON.');
const switches = { enable_room_previews: bool(undefined, { default: false }), sync_audio_video: bool() };
const max_members = int(undefined, { min: 1, max: 300, default: 20 });
const record_on_start = bool(undefined, { default: false });
const takes = { ...texts, max_members, ...look, ...joining, ...removal, record_on_start, ...switches, meta };

export const VideoRoom = shape('VideoRoom',
  {
    id: str(), name: str(), ...nullable(texts), max_members, ...look, fps: int(), ...nullable(joining), ...nullable(removal), record_on_start, ...arrival,
    ...nullable(switches), meta: orNull(meta), prioritize_handraise: bool(), ...stamps,
  },
  { active_session: ActiveSession },
);

export const rooms = {
  list:   op(`GET ${R}`, 'List rooms.', { takes: upcoming, gives: page(VideoRoom) }),
  create: op(`POST ${R}`, 'Create a room.', { needs: { name: roomName }, takes, gives: VideoRoom }),
  get:    op(`GET ${ROOM}`, 'Fetch one room.', { takes: { include_active_session }, gives: VideoRoom }),
  update: op(`PUT ${ROOM}`, 'Update a room.', { takes, gives: VideoRoom }),
  delete: op(`DELETE ${ROOM}`, 'Delete a room.', { spends: true, gives: none }),
  list_streams:  listStreams(ROOM, 'room'),
  create_stream: createStream(ROOM, 'room', 201),
};
