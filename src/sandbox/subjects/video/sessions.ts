import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
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

export const sessions: Subject = {
  'video.room_sessions.list': (ask) => {
    const of = (name: string) => ask.query.get(name);
    const fits = (session: Session) =>
      (!of('room_id') || session.room_id === of('room_id')) &&
      (!of('room_name') || session.room.name === of('room_name')) &&
      session.room.name.includes(of('room_name_matches') ?? '') &&
      (!of('status') || (of('status') === 'completed') === (session.end_time !== null));
    return page(ask, allSessions(ask.state), sessionView, fits);
  },
  'video.room_sessions.get': (ask) => sessionView(sessionOf(ask)),
  'video.room_sessions.list_events': (ask) =>
    page(ask, events.of(ask.state, sessionOf(ask).id), (event) => eventView(ask.state, event)),
  'video.room_sessions.list_members': (ask) =>
    page(ask, members.of(ask.state, sessionOf(ask).id), (member) => ({
      ...member,
      duration: secondsBetween(member.join_time, member.leave_time),
      cost_in_dollars: 0,
    })),
  'video.room_sessions.list_recordings': (ask) =>
    page(ask, recordingsOf(ask.state, sessionOf(ask)), (recording) => recordingView(ask, recording)),

  'video.room_recordings.list': (ask) =>
    page(ask, allRecordings(ask.state), (recording) => recordingView(ask, recording)),
  'video.room_recordings.get': (ask) => recordingView(ask, recordingOf(ask)),
  'video.room_recordings.delete': (ask) => void allRecordings(ask.state).delete(recordingOf(ask).id),
  'video.room_recordings.list_events': (ask) => {
    const { id, room_session_id } = recordingOf(ask);
    const about = ({ room_recording_id }: { room_recording_id?: string }) => room_recording_id === id;
    return page(ask, events.of(ask.state, room_session_id), (event) => eventView(ask.state, event), about);
  },

  'beyond.video.logs.list': (ask) => page(ask, allSessions(ask.state), logView),
  'beyond.video.logs.get': ({ state, words: { id = '' } }) => {
    const session = allSessions(state).get(id);
    if (!session) throw notFound();
    return logView(session);
  },
};

function sessionOf({ state, words: { session_id = '' } }: Ask): Session {
  const session = allSessions(state).get(session_id);
  if (!session) throw notFound();
  return session;
}

function recordingOf({ state, words: { recording_id = '' } }: Ask): Recording {
  const recording = allRecordings(state).get(recording_id);
  if (!recording) throw notFound();
  return recording;
}

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

const USUAL_TTL_S = 900;
const BYTES_A_SECOND = 40_000;

function recordingView({ state, query }: Ask, recording: Recording): unknown {
  const { id, started_at, finished_at } = recording;
  const duration = secondsBetween(started_at, finished_at);
  const ttl = Number(query.get('media_ttl') ?? USUAL_TTL_S);
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
