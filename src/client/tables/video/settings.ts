import { bool, int, nullable, oneOf, orNull, shape, str } from '../../field.js';
import { paging } from '../shared-fields.js';

/** Fields that rooms, conferences and their sessions share. */

const Layout = ['grid-responsive', 'grid-responsive-mobile', 'highlight-1-responsive', '1x1', '2x1', '2x2', '5up', '3x3', '4x4', '5x5', '6x6', '8x8', '10x10'] as const;
const Quality = ['720p', '1080p'] as const;
export const SessionStatus = oneOf(['in-progress', 'completed']);

/** The server rejects other characters than letters, digits, `_` and `-`. */
export const roomName = str('Letters, digits, `_` and `-`.', { max: 100 });
export const texts = { display_name: str(undefined, { max: 200 }), description: str(undefined, { max: 3000 }) };
export const look = { quality: oneOf(Quality, undefined, { default: '720p' }), layout: oneOf(Layout, undefined, { default: 'grid-responsive' }) };
export const joining = { join_from: str('The earliest time to join.'), join_until: str('The latest time to join.') };
/** When members are removed: at a fixed time, or some time after they join. */
export const removal = { remove_at: str('All members are removed at this time.'), remove_after_seconds_elapsed: int(undefined, { min: 1, max: 200000 }) };
export const arrival = { tone_on_entry_and_exit: bool(), room_join_video_off: bool(), user_join_video_off: bool() };
export const stamps = { created_at: str(), updated_at: str() };

export const include_active_session = bool('Includes the active session in the response.');
export const upcoming = { include_active_session, starts_after: str(), ends_before: str(), ...paging };

/** The fields that a session takes from its room. */
const fromRoom = { name: str(), display_name: str(), max_members: int(), quality: oneOf(Quality), fps: oneOf([20, 30]), ...joining, ...removal, layout: str() };
const course = { start_time: str(), end_time: str(), duration: int('In seconds.'), status: SessionStatus };

export const ActiveSession = shape('ActiveVideoSession', {}, {
  id: str(), room_id: str(), ...fromRoom, ...course, record_on_start: bool(), enable_room_previews: bool(), preview_url: str(), audio_video_sync: bool(),
});
/** The fields of a session in responses. */
export const session = {
  id: str(), room_id: orNull(str()), ...nullable(fromRoom), record_on_start: bool(), ...arrival, locked: bool(), ...nullable(course), ...stamps,
  preview_url: orNull(str()), prioritize_handraise: orNull(bool()), sync_audio_video: orNull(bool()),
};
