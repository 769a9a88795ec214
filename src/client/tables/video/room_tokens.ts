import { anything, bool, list, oneOf, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { joining, removal, roomName } from './settings.js';

const Permission = oneOf([
  'room.member.audio_mute', 'room.member.audio_unmute', 'room.member.video_mute', 'room.member.video_unmute', 'room.member.deaf', 'room.member.undeaf',
  'room.member.set_input_volume', 'room.member.set_output_volume', 'room.member.set_input_sensitivity', 'room.member.set_position', 'room.member.set_meta',
  'room.member.raisehand', 'room.member.lowerhand', 'room.member.remove', 'room.member.promote', 'room.member.demote',
  'room.hide_video_muted', 'room.show_video_muted', 'room.list_available_layouts', 'room.set_layout', 'room.set_position', 'room.set_meta', 'room.lock', 'room.unlock',
  'room.playback', 'room.playback_seek', 'room.prioritize_handraise', 'room.recording', 'room.stream',
  'room.self.audio_mute', 'room.self.audio_unmute', 'room.self.video_mute', 'room.self.video_unmute', 'room.self.deaf', 'room.self.undeaf',
  'room.self.set_input_volume', 'room.self.set_output_volume', 'room.self.set_input_sensitivity', 'room.self.set_position', 'room.self.set_meta',
  'room.self.raisehand', 'room.self.lowerhand', 'room.self.screenshare', 'room.self.additional_source',
]);
const off = (doc?: string) => bool(doc, { default: false });

export const room_tokens = {
  create: op('POST /api/video/room_tokens', 'Create a token for joining a room.', {
    needs: { room_name: roomName },
    takes: {
      user_name: str(undefined, { max: 100 }), permissions: list(Permission, 'The default allows members to control themselves and to share the screen.'),
      ...joining, ...removal, join_audio_muted: off(), join_video_muted: off(), join_as: oneOf(['audience', 'member'], undefined, { default: 'member' }),
      media_allowed: oneOf(['all', 'video-only', 'audio-only'], undefined, { default: 'all' }), end_room_session_on_leave: off('Ends the session when this member leaves.'),
      auto_create_room: bool('Creates the room if it does not exist.', { default: true }), room_display_name: str(undefined, { max: 200 }),
      enable_room_previews: off(), sync_audio_video: off(), room_meta: anything('Up to 2000 characters as JSON.'), meta: anything('The state of the member: up to 2000 characters as JSON.'),
    },
    gives: shape('VideoRoomToken', { token: str() }),
  }),
};
