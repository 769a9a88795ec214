import { addCallback } from '../../outbound/callbacks.js';
import type { Handlers } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import type { Stored } from '../../respond/resources.js';
import { collection, type State } from '../../state/state.js';
import { seconds } from '../../time/clock.js';
import { allRecordings, bytesOf, fileOf, recordedMs, startRecording, stopRecording } from '../recordings/recording.js';
import type { CallbackTarget } from './call.js';
import { sendConferenceEvent } from './send-conference-event.js';

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

/** Where the events of a conference are sent: as the first participant says. */
export interface ConferenceTarget extends CallbackTarget {
  /** Receives a form at the end, in cXML. */
  readonly end_url?: string | undefined;
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
  readonly started_at: string | null;
  readonly callback: ConferenceTarget | null;
  /** Set until the recording begins, with the conference. Waiting is not recorded. */
  readonly recording: { readonly callback: CallbackTarget | null } | null;
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
  readonly callback?: ConferenceTarget | null;
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
  return allConferences(state).add({
    id: state.ids.uuid(),
    name: joining.name,
    type: joining.type ?? 'relay_conference',
    region: 'us',
    status: 'init',
    started_at: null,
    callback: joining.callback ?? null,
    recording: joining.record ? { callback: joining.recording_callback ?? null } : null,
    max_size: joining.max_size ?? DEFAULT_SIZE,
    participants: [],
    streams: [],
    recording_id: null,
    created_at: at,
    updated_at: at,
  });
}

/** Adds a call. The conference starts with a participant that may start it, in cXML with two participants. */
export function join(state: State, conference: Conference, callId: string, joining: Joining, at: string): Conference {
  const participant: Participant = {
    call_id: callId,
    joined_at: at,
    updated_at: at,
    muted: joining.muted ?? false,
    hold: false,
    coaching: false,
    call_sid_to_coach: null,
    start_conference_on_enter: joining.start_on_enter ?? true,
    end_conference_on_exit: joining.end_on_exit ?? false,
  };
  const joined = changeConference(state, conference, { participants: [...conference.participants, participant] }, at);
  sendConferenceEvent(state, joined, 'participant-join', participant, at);
  const { participants, type, status } = joined;
  // In cXML, two participants make a conference, or its moderator, with whom it also ends.
  const isStarter = ({ start_conference_on_enter: starts, end_conference_on_exit: ends }: Participant) =>
    starts && (type !== 'cxml_conference' || participants.length > 1 || ends);
  const isStarted = participants.some(isStarter);
  return status === 'init' && isStarted ? start(state, joined, participant, at) : joined;
}

function start(state: State, conference: Conference, participant: Participant, at: string): Conference {
  const { recording } = conference;
  const source = { source: 'StartConferenceRecording', conference_id: conference.id } as const;
  const recording_id = recording && startRecording(state, { ...source, ...recording }, at).id;
  const status = { status: 'in-progress', started_at: at, recording: null } as const;
  const started = changeConference(state, conference, { ...status, ...(recording_id && { recording_id }) }, at);
  sendConferenceEvent(state, started, 'conference-start', participant, at);
  return started;
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
  sendConferenceEvent(state, left, 'participant-leave', leaving, at);
  return leaving.end_conference_on_exit || rest.length === 0 ? complete(state, left, at, leaving) : [];
}

/** Ends a conference. Returns its calls, which the caller must hang up. */
export function complete(
  state: State,
  conference: Conference,
  at: string,
  last = conference.participants.at(-1),
): readonly string[] {
  const recording = conference.recording_id === null ? undefined : allRecordings(state).get(conference.recording_id);
  if (recording && recording.status !== 'completed') stopRecording(state, recording, at);
  for (const stream of conference.streams) sendStreamEvent(state, conference, stream, 'stream-stopped', at);
  for (const [index, one] of conference.participants.entries()) {
    const participants = conference.participants.slice(index + 1);
    sendConferenceEvent(state, { ...conference, participants }, 'participant-leave', one, at);
  }
  const ended = { status: 'completed', participants: [], streams: [] } as const;
  const over = changeConference(state, conference, ended, at);
  if (last) sendConferenceEvent(state, over, 'conference-end', last, at);
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
