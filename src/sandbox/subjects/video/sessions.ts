import type { Fields, Handlers, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { crud, find } from '../../respond/resources.js';
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
  ...crud('video.room_sessions', allSessions, {
    view: sessionView,
    isListed:
      ({ input }) =>
      ({ room_id, room, end_time }) =>
        (!input.room_id || room_id === input.room_id) &&
        (!input.room_name || room.name === input.room_name) &&
        room.name.includes(input.room_name_matches ?? '') &&
        (!input.status || (input.status === 'completed') === (end_time !== null)),
  }),
  'video.room_sessions.list_events': (request) =>
    page(request, events.of(request.state, sessionOf(request).id), (event) => eventView(request.state, event)),
  'video.room_sessions.list_members': (request) =>
    page(request, members.of(request.state, sessionOf(request).id), (member) => ({
      ...member,
      duration: secondsBetween(member.join_time, member.leave_time),
      cost_in_dollars: 0,
    })),
  'video.room_sessions.list_recordings': (request) =>
    page(request, recordingsOf(request.state, sessionOf(request)), (recording) => recordingView(recording, request)),

  ...crud('video.room_recordings', allRecordings, { view: recordingView }),
  'video.room_recordings.list_events': (request) => {
    const { id, room_session_id } = find(request, allRecordings);
    const about = ({ room_recording_id }: { room_recording_id?: string }) => room_recording_id === id;
    return page(request, events.of(request.state, room_session_id), (event) => eventView(request.state, event), about);
  },

  ...crud('beyond.video.logs', allSessions, { view: logView }),
};

const sessionOf = ({ state, params }: RequestWith<'session_id'>): Session =>
  found(allSessions(state).get(params.session_id));

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

type View = { readonly state: State; readonly input: Fields };

function recordingView(recording: Recording, { state, input }: View): unknown {
  const { id, started_at, finished_at } = recording;
  const duration = secondsBetween(started_at, finished_at);
  const ttl = typeof input.media_ttl === 'number' ? input.media_ttl : DEFAULT_TTL_S;
  const expires = Math.floor(state.clock.now().getTime() / 1000) + ttl;
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
