import { anything, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { paging } from '../paging.js';

const VideoEvent = shape('VideoEvent',
  { id: str(), project_id: str(), room_id: str(), room_session_id: str(), level: str(), name: str(), payload: anything(), created_at: str() },
  { room_recording_id: str(), room_participant_id: str() },
);

/** Creates the operation that lists the events of a session or recording. */
export const listEvents = <const P extends `/${string}`>(parent: P, what: string) =>
  op(`GET ${parent}/events`, `List what happened to a ${what}.`, { takes: paging, gives: page(VideoEvent) });
