import { bool, either, oneOf, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { DiscardedLog, during } from '../logs.js';
import { charges } from '../shared-fields.js';
import { VideoRoom } from '../video/rooms.js';
import { include_active_session, SessionStatus } from '../video/settings.js';

const VideoLog = either([
  shape('VideoSessionLog', {
    id: str(), source: oneOf(['realtime_api']), type: oneOf(['video_room_session', 'video_conference_session']), url: str(), room_name: orNull(str()), status: orNull(SessionStatus),
    locked: bool(), started_at: orNull(str()), ended_at: orNull(str()), ...charges, created_at: str(),
  }),
  DiscardedLog,
]);

export const video = {
  logs: {
    list: op('GET /api/video/logs', 'List video session logs.', { takes: during, gives: page(VideoLog) }),
    get:  op('GET /api/video/logs/{id:session log}', 'Fetch one video session log.', { gives: VideoLog }),
  },
  rooms: { get_by_name: op('GET /api/video/rooms/{name:text}', 'Fetch one room by its name.', { takes: { include_active_session }, gives: VideoRoom }) },
};
