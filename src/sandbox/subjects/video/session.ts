import type { OperationRequest } from '../../respond/handler.js';
import type { Stored } from '../../respond/resources.js';
import { owned } from '../../state/owned.js';
import { collection, type State } from '../../state/state.js';
import { between, seconds } from '../../time/clock.js';

/** A session of a room or a conference. Participants cannot join through the API, so all sessions are sample data. */
export interface Session extends Stored {
  readonly room_id: string;
  readonly of: 'room' | 'conference';
  /** The settings of the room when the session started. */
  readonly room: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly start_time: string;
  readonly end_time: string | null;
}
interface Member {
  readonly id: string;
  readonly room_session_id: string;
  readonly name: string;
  readonly join_time: string;
  readonly leave_time: string | null;
}
export interface Recording extends Stored {
  readonly room_session_id: string;
  readonly started_at: string;
  readonly finished_at: string | null;
}
interface VideoEvent {
  readonly id: string;
  readonly name: string;
  readonly room_id: string;
  readonly room_session_id: string;
  readonly room_participant_id?: string;
  readonly room_recording_id?: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

export const allSessions = collection<Session>('video_sessions');
export const members = owned<Member>('video members');
export const allRecordings = collection<Recording>('video_recordings');
/** The events of a session. Some of them belong to a recording. */
export const events = owned<VideoEvent>('video events');
/** The active session of each room, keyed by room id. */
const active = collection<{ readonly id: string; readonly session: string }>('video_sessions active');

const now = (state: State) => state.clock.now().toISOString();

const activeSession = (state: State, roomId: string): Session | undefined =>
  allSessions(state).get(active(state).get(roomId)?.session ?? '');

/** Returns the active session of a room or a conference, if the request includes it. */
export function activeView({ id }: { readonly id: string }, { state, input }: OperationRequest) {
  const session = input.include_active_session === true ? activeSession(state, id) : undefined;
  return session && { active_session: sessionView(session) };
}

function note(state: State, { id, room_id }: Session, name: string, about: Partial<VideoEvent> = {}): void {
  const event = { id: state.ids.uuid(), name, room_id, room_session_id: id, payload: {}, created_at: now(state) };
  events.add(state, id, { ...event, ...about });
}

export function startSession(state: State, of: Session['of'], room: Session['room'] & { readonly id: string }) {
  const at = now(state);
  const { id: room_id, name, created_at: _, updated_at: _updated, ...settings } = room;
  const session = allSessions(state).add({
    id: state.ids.uuid(),
    created_at: at,
    updated_at: at,
    room_id,
    of,
    room: { ...settings, name },
    start_time: at,
    end_time: null,
  });
  active(state).add({ id: room_id, session: session.id });
  note(state, session, 'session.started');
  if (settings.record_on_start === true) startRecording(state, session);
  return session;
}

export function join(state: State, session: Session, name: string): Member {
  const id = state.ids.uuid();
  const member = { id, room_session_id: session.id, name, join_time: now(state), leave_time: null };
  note(state, session, 'member.joined', { room_participant_id: id, payload: { name } });
  return members.add(state, session.id, member);
}

function leave(state: State, session: Session, member: Member): void {
  members.replace(state, { ...member, leave_time: now(state) });
  note(state, session, 'member.left', { room_participant_id: member.id, payload: { name: member.name } });
}

export function startRecording(state: State, session: Session): void {
  const at = now(state);
  const id = state.ids.uuid();
  const times = { started_at: at, finished_at: null, created_at: at, updated_at: at };
  allRecordings(state).add({ id, room_session_id: session.id, ...times });
  note(state, session, 'recording.started', { room_recording_id: id });
}

export function endSession(state: State, session: Session): void {
  const at = now(state);
  for (const { room_recording_id = '' } of [...events.of(state, session.id)]) {
    const recording = allRecordings(state).get(room_recording_id);
    if (!recording || recording.finished_at !== null) continue;
    allRecordings(state).replace({ ...recording, finished_at: at, updated_at: at });
    note(state, session, 'recording.ended', { room_recording_id: recording.id });
  }
  for (const member of [...members.of(state, session.id)])
    if (member.leave_time === null) leave(state, session, member);
  note(state, session, 'session.ended');
  allSessions(state).replace({ ...session, end_time: at, updated_at: at });
  active(state).delete(session.room_id);
}

export function endIn(state: State, roomId: string): void {
  const session = activeSession(state, roomId);
  if (session) endSession(state, session);
}

export const secondsBetween = (from: string, to: string | null) => (to === null ? null : seconds(between(from, to)));

/** The fields of a session for all responses. The shape of each response selects from them. */
export function sessionView({ id, room_id, room, start_time, end_time, created_at, updated_at }: Session) {
  return {
    max_members: 20,
    quality: '720p',
    layout: 'grid-responsive',
    fps: 20,
    record_on_start: false,
    enable_room_previews: false,
    tone_on_entry_and_exit: true,
    room_join_video_off: false,
    user_join_video_off: false,
    ...room,
    id,
    room_id,
    locked: false,
    start_time,
    end_time,
    duration: secondsBetween(start_time, end_time),
    status: end_time === null ? 'in-progress' : 'completed',
    created_at,
    updated_at,
    cost_in_dollars: 0,
    locked_cover: '',
  };
}
