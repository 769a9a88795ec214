import { anything, bool, type Field, int, nullable, oneOf, orNull, shape, str } from '../../field.js';
import { addressesOf, family, head, RoomAddress } from './resource.js';

const Layout = ['grid-responsive', 'grid-responsive-mobile', 'highlight-1-responsive', '1x1', '2x1', '2x2', '5up', '3x3', '4x4', '5x5', '6x6', '8x8', '10x10'] as const;

/** When members may join, and when they are removed. */
const times = {
  join_from: str(), join_until: str(), remove_at: str('All members are removed at this time.'),
  remove_after_seconds_elapsed: int('A member is removed after this time, in seconds.', { min: 0, max: 200000 }),
};
/** Fields of a request that responses repeat. */
const settings = {
  display_name: str(undefined, { max: 200 }), description: str(undefined, { max: 3000 }), max_members: int(undefined, { min: 0, max: 300 }),
  quality: oneOf(['1080p', '720p'], undefined, { default: '720p' }), layout: oneOf(Layout), record_on_start: bool(), meta: anything('Your own data about the room.'),
  tone_on_entry_and_exit: bool(), room_join_video_off: bool(), user_join_video_off: bool(),
};
const ConferenceRoom = shape('ConferenceRoom', {
  id: str(), name: str(), enable_room_previews: bool(), sync_audio_video: orNull(bool()), fps: oneOf([30, 20]), prioritize_handraise: bool(), ...settings, ...nullable(times),
});
/** The value of `type` differs from the key `conference_room`, and differs between lists. */
export const conferenceRoom = <T>(name: string, type: Field<T>) => shape(name, { ...head, type, conference_room: ConferenceRoom });

const rooms = family('conference_rooms', 'conference room', {
  update: 'PUT',
  needs: { name: str(), enable_room_previews: bool() },
  takes: { sync_audio_video: bool(), ...settings, ...times },
  demands: ['enable_room_previews', 'sync_audio_video'],
  gives: conferenceRoom('ConferenceRoomResource', oneOf(['video_room'])),
  addresses: RoomAddress,
});
export const conference_rooms = { ...rooms, list_addresses: addressesOf('conference_room', RoomAddress) };
