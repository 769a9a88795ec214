import type { Handlers, OperationRequest, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found } from '../../respond/response.js';
import { Collection } from '../../state/collection.js';
import type { State } from '../../state/state.js';
import {
  allRecordings,
  allSessions,
  events,
  members,
  type Recording,
  type Session,
  secondsBetween,
  sessionView,
} from './session.js';

export const sessions: Handlers = {
  'video.room_sessions.list': (request) => {
    const { room_id, room_name, room_name_matches = '', status } = request.input;
    const isListed = (session: Session) =>
      (!room_id || session.room_id === room_id) &&
      (!room_name || session.room.name === room_name) &&
      session.room.name.includes(room_name_matches) &&
      (!status || (status === 'completed') === (session.end_time !== null));
    return page(request, allSessions(request.state), sessionView, isListed);
  },
  'video.room_sessions.get': (request) => sessionView(sessionOf(request)),
  'video.room_sessions.list_events': (request) =>
    page(request, events.of(request.state, sessionOf(request).id), (event) => eventView(request.state, event)),
  'video.room_sessions.list_members': (request) =>
    page(request, members.of(request.state, sessionOf(request).id), (member) => ({
      ...member,
      duration: secondsBetween(member.join_time, member.leave_time),
      cost_in_dollars: 0,
    })),
  'video.room_sessions.list_recordings': (request) =>
    page(request, recordingsOf(request.state, sessionOf(request)), (recording) => recordingView(request, recording)),

  'video.room_recordings.list': (request) =>
    page(request, allRecordings(request.state), (recording) => recordingView(request, recording)),
  'video.room_recordings.get': (request) => recordingView(request, recordingOf(request)),
  'video.room_recordings.delete': (request) => void allRecordings(request.state).delete(recordingOf(request).id),
  'video.room_recordings.list_events': (request) => {
    const { id, room_session_id } = recordingOf(request);
    const about = ({ room_recording_id }: { room_recording_id?: string }) => room_recording_id === id;
    return page(request, events.of(request.state, room_session_id), (event) => eventView(request.state, event), about);
  },

  'beyond.video.logs.list': (request) => page(request, allSessions(request.state), logView),
  'beyond.video.logs.get': ({ state, params }) => logView(found(allSessions(state).get(params.id))),
};

const sessionOf = ({ state, params }: RequestWith<'session_id'>): Session =>
  found(allSessions(state).get(params.session_id));

const recordingOf = ({ state, params }: RequestWith<'recording_id'>): Recording =>
  found(allRecordings(state).get(params.recording_id));

/** Finds the recordings of a session through its events, so that other recordings need not be scanned. */
function recordingsOf(state: State, { id }: Session): Collection<Recording> {
  const found = new Collection<Recording>();
  for (const { room_recording_id } of events.of(state, id)) {
    const recording = allRecordings(state).get(room_recording_id ?? '');
    if (recording && !found.get(recording.id)) found.add(recording);
  }
  return found;
}

const eventView = ({ project }: State, event: object) => ({ ...event, project_id: project, level: 'info' });

const DEFAULT_TTL_S = 900;
const BYTES_A_SECOND = 40_000;

type View = Pick<OperationRequest, 'state'> & { readonly input: { readonly media_ttl?: number } };

function recordingView({ state, input }: View, recording: Recording): unknown {
  const { id, started_at, finished_at } = recording;
  const duration = secondsBetween(started_at, finished_at);
  const { media_ttl = DEFAULT_TTL_S } = input;
  const expires = Math.floor(state.clock.now().getTime() / 1000) + media_ttl;
  return {
    ...recording,
    status: finished_at === null ? 'recording' : 'completed',
    duration,
    size_in_bytes: duration === null ? null : duration * BYTES_A_SECOND,
    format: 'mp4',
    cost_in_dollars: 0,
    // There is no file. The URL only shows the format and the time of expiry.
    uri: finished_at === null ? null : `https://files.sandbox.invalid/video/${id}.mp4?expires=${expires}`,
  };
}

function logView({ id, of, room, start_time, end_time, created_at }: Session): unknown {
  return {
    id,
    source: 'realtime_api',
    type: of === 'room' ? 'video_room_session' : 'video_conference_session',
    url: `/api/video/room_sessions/${id}`,
    room_name: room.name,
    status: end_time === null ? 'in-progress' : 'completed',
    locked: false,
    started_at: start_time,
    ended_at: end_time,
    charge: 0,
    charge_details: [],
    created_at,
  };
}
