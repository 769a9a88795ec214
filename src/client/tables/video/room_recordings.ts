import { int, none, num, oneOf, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { paging } from '../paging.js';
import { listEvents } from './events.js';
import { stamps } from './settings.js';

const R = '/api/video/room_recordings';
const RECORDING = `${R}/{recording_id}` as const;

export const media_ttl = int('How long the `uri` in the answer works, in seconds; 900 if not said.', { min: 0 });
export const VideoRecording = shape('VideoRecording', {
  id: str(), room_session_id: str(), status: orNull(oneOf(['recording', 'paused', 'processing', 'completed'])), started_at: orNull(str()), finished_at: orNull(str()),
  duration: orNull(int('In seconds.')), size_in_bytes: orNull(int()), format: orNull(str()), cost_in_dollars: num(), uri: orNull(str('Works for a while only.')), ...stamps,
});

export const room_recordings = {
  list:   op(`GET ${R}`, 'List the recordings.', { takes: { media_ttl, ...paging }, gives: page(VideoRecording) }),
  get:    op(`GET ${RECORDING}`, 'Fetch one recording.', { takes: { media_ttl }, gives: VideoRecording }),
  delete: op(`DELETE ${RECORDING}`, 'Delete a recording.', { spends: true, gives: none }),
  list_events: listEvents(RECORDING, 'recording'),
};
