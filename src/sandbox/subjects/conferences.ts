import { compatDate, compatItem, compatPath } from '../respond/compat.js';
import type { Handlers, RequestOf, RequestWith } from '../respond/handler.js';
import { page } from '../respond/pages.js';
import { crud } from '../respond/resources.js';
import { found, invalid } from '../respond/response.js';
import { Collection } from '../state/collection.js';
import type { State } from '../state/state.js';
import { allCalls, note } from './calls/call.js';
import { checkUrl, checkWebSocket } from './calls/checks.js';
import {
  allConferences,
  type Conference,
  type ConferenceStream,
  changeConference,
  complete,
  type Participant,
  sendStreamEvent,
} from './calls/conference.js';
import { hangUpById } from './calls/lifecycle.js';
import {
  allRecordings,
  mustBeFinished,
  pauseRecording,
  type Recording,
  resumeRecording,
  stopRecording,
} from './recordings/recording.js';
import { compatRecording } from './recordings/recordings.js';
import { required } from './refusals.js';

export const compatConferences: Handlers = {
  ...crud('compat.conferences', allConferences, { view }),
  'compat.conferences.update': (request) => {
    const { state, params, input } = request;
    const conference = findActive(state, params.sid);
    checkUrl(input.AnnounceUrl, 'AnnounceUrl');
    announce(state, conference.participants, input.AnnounceUrl);
    if (input.Status !== 'completed') return view(conference, request);
    const at = now(state);
    for (const id of complete(state, conference, at)) hangUpById(state, id, at, 'the conference was ended');
    return view(find(state, params.sid), request);
  },

  'compat.conferences.list_participants': (request) => {
    const conference = find(request.state, request.params.conference_sid);
    const participants = Collection.of(conference.participants.map((one) => ({ ...one, id: one.call_id })));
    return page(request, participants, (one) => participantView(request.state, conference, one));
  },
  'compat.conferences.get_participant': (request) => {
    const { conference, participant } = findParticipant(request);
    return participantView(request.state, conference, participant);
  },
  'compat.conferences.update_participant': (request) => {
    const { state, input } = request;
    const { conference, participant } = findParticipant(request);
    for (const name of ['AnnounceUrl', 'HoldUrl', 'WaitUrl'] as const) checkUrl(input[name], name);
    const at = now(state);
    const { Muted: muted = participant.muted, Hold: hold = participant.hold } = input;
    const changed = { ...participant, muted, hold, ...coachingOf(input, conference, participant), updated_at: at };
    const participants = conference.participants.map((one) => (one.call_id === changed.call_id ? changed : one));
    changeConference(state, conference, { participants }, at);
    announce(state, [changed], input.AnnounceUrl);
    return participantView(state, conference, changed);
  },
  'compat.conferences.remove_participant': (request) => {
    const { participant } = findParticipant(request);
    hangUpById(request.state, participant.call_id, now(request.state), 'removed from the conference');
  },

  'compat.conferences.list_recordings': (request) => {
    const { id } = find(request.state, request.params.conference_sid);
    const own = ({ conference_id }: Recording) => conference_id === id;
    return page(request, allRecordings(request.state), (one) => compatRecording(request.state, one), own);
  },
  'compat.conferences.get_recording': (request) => compatRecording(request.state, findRecording(request)),
  'compat.conferences.update_recording': (request) => {
    const { state, input } = request;
    const recording = findRecording(request);
    const { Status, PauseBehavior = 'silence' } = input;
    const at = now(state);
    if (recording.status === 'completed') throw invalid({ message: 'the recording has ended' });
    if (Status === 'stopped') return compatRecording(state, stopRecording(state, recording, at));
    const isPaused = recording.status === 'paused';
    if (isPaused === (Status === 'paused'))
      throw invalid({ message: `the recording is ${isPaused ? 'already paused' : 'not paused'}` });
    if (isPaused) return compatRecording(state, resumeRecording(state, recording, at));
    return compatRecording(state, pauseRecording(state, recording, PauseBehavior, at));
  },
  'compat.conferences.delete_recording': (request) => {
    const recording = findRecording(request);
    mustBeFinished(recording);
    allRecordings(request.state).delete(recording.id);
  },

  'compat.conferences.start_stream': (request) => {
    const { state, input } = request;
    const { Url, Name: name = null, StatusCallback: url, StatusCallbackMethod: method = 'POST' } = input;
    const conference = findActive(state, request.params.conference_sid);
    checkWebSocket(Url, 'Url');
    checkUrl(url, 'StatusCallback');
    if (name !== null && conference.streams.some((one) => one.name === name))
      throw invalid({ message: 'Name is already used by another stream of this conference' });
    const callback = url !== undefined ? ({ style: 'compat', url, method, events: [] } as const) : null;
    const stream = { id: state.ids.uuid(), name, callback };
    const at = now(state);
    changeConference(state, conference, { streams: [...conference.streams, stream] }, at);
    sendStreamEvent(state, conference, stream, 'stream-started', at);
    return streamView(state, conference, stream, 'in-progress');
  },
  'compat.conferences.stop_stream': (request) => {
    const { state, params, input } = request;
    if (input.Status === undefined) throw required('Status');
    const conference = find(state, params.conference_sid);
    const { stream_sid } = params;
    const stream = found(conference.streams.find(({ id, name }) => id === stream_sid || name === stream_sid));
    const streams = conference.streams.filter(({ id }) => id !== stream.id);
    const at = now(state);
    changeConference(state, conference, { streams }, at);
    sendStreamEvent(state, conference, stream, 'stream-stopped', at);
    return streamView(state, conference, stream, 'stopped');
  },
};

const now = (state: State) => state.clock.now().toISOString();

const find = (state: State, id: string): Conference => found(allConferences(state).get(id));

function findActive(state: State, id: string): Conference {
  const conference = find(state, id);
  if (conference.status === 'completed') throw invalid({ message: 'the conference has ended', number: 21220 });
  return conference;
}

function findParticipant({ state, params }: RequestWith<'conference_sid' | 'call_sid'>) {
  const conference = find(state, params.conference_sid);
  const participant = found(conference.participants.find(({ call_id }) => call_id === params.call_sid));
  return { conference, participant };
}

function findRecording({ state, params }: RequestWith<'conference_sid' | 'recording_sid'>): Recording {
  const recording = allRecordings(state).get(params.recording_sid);
  return found(recording?.conference_id === find(state, params.conference_sid).id ? recording : undefined);
}

type Update = RequestOf<'compat.conferences.update_participant'>['input'];

/** Returns the coaching fields. A coach is heard by only one participant. */
function coachingOf({ Coaching, CallSidToCoach }: Update, { participants }: Conference, { call_id }: Participant) {
  if (Coaching === false) return { coaching: false, call_sid_to_coach: null };
  if (Coaching === undefined && CallSidToCoach === undefined) return {};
  const refuse = (message: string) => invalid({ message: `CallSidToCoach ${message}`, attribute: 'CallSidToCoach' });
  if (CallSidToCoach === undefined) throw refuse('is required when Coaching is true');
  if (CallSidToCoach === call_id || !participants.some((one) => one.call_id === CallSidToCoach))
    throw refuse('must be another caller in the conference');
  return { coaching: true, call_sid_to_coach: CallSidToCoach };
}

/** Logs an announcement for each participant. No audio is played. */
function announce(state: State, participants: readonly Participant[], url: string | undefined): void {
  if (url === undefined) return;
  for (const { call_id } of participants) {
    const call = allCalls(state).get(call_id);
    if (call) note(state, call, 'calling.conference.announcement', now(state), { url });
  }
}

function view(conference: Conference, { state }: { readonly state: State }) {
  const { id, name } = conference;
  const [participants, recordings] = ['Participants', 'Recordings'].map((part) =>
    compatPath(state, `Conferences/${id}/${part}`),
  );
  const item = compatItem(state, conference, `Conferences/${id}`);
  return { ...conference, ...item, friendly_name: name, subresource_uris: { participants, recordings } };
}

const participantView = (state: State, { id }: Conference, participant: Participant) => ({
  ...participant,
  account_sid: state.project,
  call_sid: participant.call_id,
  conference_sid: id,
  date_created: compatDate(participant.joined_at),
  date_updated: compatDate(participant.updated_at),
  status: 'in-progress',
  uri: compatPath(state, `Conferences/${id}/Participants/${participant.call_id}`),
});

const streamView = (state: State, { id }: Conference, stream: ConferenceStream, status: string) => ({
  sid: stream.id,
  account_sid: state.project,
  conference_sid: id,
  name: stream.name,
  status,
  date_updated: compatDate(now(state)),
  uri: compatPath(state, `Conferences/${id}/Streams/${stream.id}`),
});
