import { addCallback } from '../../outbound/callbacks.js';
import type { Handlers } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import type { Stored } from '../../respond/resources.js';
import { collection, type State } from '../../state/state.js';
import { seconds } from '../../time/clock.js';
import { allRecordings, bytesOf, fileOf, recordedMs, startRecording, stopRecording } from '../recordings/recording.js';
import type { CallbackTarget } from './call.js';

export interface Participant {
  readonly call_id: string;
  readonly joined_at: string;
  readonly updated_at: string;
  readonly muted: boolean;
  readonly hold: boolean;
  readonly coaching: boolean;
  readonly call_sid_to_coach: string | null;
  readonly start_conference_on_enter: boolean;
  readonly end_conference_on_exit: boolean;
}

/** A copy of the audio that is sent to a server. */
export interface ConferenceStream {
  readonly id: string;
  readonly name: string | null;
  readonly callback: CallbackTarget | null;
}

export interface Conference extends Stored {
  readonly name: string;
  /** The kind of document that created it. */
  readonly type: 'relay_conference' | 'cxml_conference';
  readonly region: string;
  readonly status: 'init' | 'in-progress' | 'completed';
  readonly max_size: number;
  readonly participants: readonly Participant[];
  readonly streams: readonly ConferenceStream[];
  /** The latest recording of the conference. */
  readonly recording_id: string | null;
}

export interface Joining {
  readonly name: string;
  readonly type?: Conference['type'];
  readonly muted?: boolean;
  readonly start_on_enter?: boolean;
  readonly end_on_exit?: boolean;
  readonly max_size?: number;
  readonly record?: boolean;
  readonly recording_callback?: CallbackTarget | null;
}

export const allConferences = collection<Conference>('conferences');

const DEFAULT_SIZE = 250;

export const changeConference = (state: State, conference: Conference, fields: Partial<Conference>, at: string) =>
  allConferences(state).replace({ ...conference, ...fields, updated_at: at });

const byActiveName = ({ name, status }: Conference) => (status === 'completed' ? undefined : name);

export const activeConference = (state: State, name: string): Conference | undefined =>
  allConferences(state).withKey(byActiveName, name).at(-1);

/** Returns the active conference with this name, or creates one. */
export function conferenceFor(state: State, joining: Joining, at: string): Conference {
  const active = activeConference(state, joining.name);
  if (active) return active;
  const conference = allConferences(state).add({
    id: state.ids.uuid(),
    name: joining.name,
    type: joining.type ?? 'relay_conference',
    region: 'us',
    status: 'init',
    max_size: joining.max_size ?? DEFAULT_SIZE,
    participants: [],
    streams: [],
    recording_id: null,
    created_at: at,
    updated_at: at,
  });
  return joining.record ? recordConference(state, conference, joining, at) : conference;
}

function recordConference(
  state: State,
  conference: Conference,
  { recording_callback: callback = null }: Joining,
  at: string,
): Conference {
  const start = { source: 'StartConferenceRecording', conference_id: conference.id, callback } as const;
  return changeConference(state, conference, { recording_id: startRecording(state, start, at).id }, at);
}

/** Adds a call. The conference starts with the first participant that may start it; those before wait. */
export function join(state: State, conference: Conference, callId: string, joining: Joining, at: string): Conference {
  const start_conference_on_enter = joining.start_on_enter ?? true;
  const participant: Participant = {
    call_id: callId,
    joined_at: at,
    updated_at: at,
    muted: joining.muted ?? false,
    hold: false,
    coaching: false,
    call_sid_to_coach: null,
    start_conference_on_enter,
    end_conference_on_exit: joining.end_on_exit ?? false,
  };
  const status = start_conference_on_enter ? 'in-progress' : conference.status;
  return changeConference(state, conference, { status, participants: [...conference.participants, participant] }, at);
}

/** Whether the participants of a conference still wait for another one, or for one that starts it. */
export function isWaiting(state: State, id: string | null): boolean {
  const conference = id === null ? undefined : allConferences(state).get(id);
  return conference !== undefined && (conference.status === 'init' || conference.participants.length < 2);
}

/** Removes a call. Returns the calls to hang up if this ends the conference. */
export function leave(state: State, id: string, callId: string, at: string): readonly string[] {
  const conference = allConferences(state).get(id);
  const leaving = conference?.participants.find(({ call_id }) => call_id === callId);
  if (!conference || !leaving) return [];
  const rest = conference.participants.filter(({ call_id }) => call_id !== callId);
  const coached = rest.map((one) =>
    one.call_sid_to_coach === callId ? { ...one, coaching: false, call_sid_to_coach: null, updated_at: at } : one,
  );
  const left = changeConference(state, conference, { participants: coached }, at);
  return leaving.end_conference_on_exit || rest.length === 0 ? complete(state, left, at) : [];
}

/** Ends a conference. Returns its calls, which the caller must hang up. */
export function complete(state: State, conference: Conference, at: string): readonly string[] {
  const recording = conference.recording_id === null ? undefined : allRecordings(state).get(conference.recording_id);
  if (recording && recording.status !== 'completed') stopRecording(state, recording, at);
  for (const stream of conference.streams) sendStreamEvent(state, conference, stream, 'stream-stopped', at);
  changeConference(state, conference, { status: 'completed', participants: [], streams: [] }, at);
  return conference.participants.map(({ call_id }) => call_id);
}

type StreamEvent = 'stream-started' | 'stream-stopped';

export function sendStreamEvent(
  state: State,
  of: Conference,
  stream: ConferenceStream,
  event: StreamEvent,
  at: string,
) {
  const { id, name, callback } = stream;
  if (callback === null) return;
  const ids = { AccountSid: state.project, ConferenceSid: of.id, StreamSid: id, StreamName: name ?? id };
  const payload = { ...ids, StreamEvent: event, Timestamp: at };
  addCallback(state, { event, url: callback.url, method: callback.method, encoding: 'form', at, payload });
}

export const conferenceLog: Handlers = {
  'logs.conferences.list': (request) =>
    page(request, allConferences(request.state), (one) => logView(request.state, one)),
};

function logView(state: State, { participants, recording_id, ...conference }: Conference): unknown {
  const recording = recording_id === null ? undefined : allRecordings(state).get(recording_id);
  return {
    ...conference,
    project_id: state.project,
    current_participants: participants.length,
    recording_url: recording ? fileOf(state, recording) : null,
    recording_duration: recording ? seconds(recordedMs(state, recording)) : null,
    recording_file_size: recording ? bytesOf(state, recording) : null,
  };
}
