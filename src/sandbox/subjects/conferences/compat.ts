import { compatDate, compatItem, compatPath } from '../../respond/compat.js';
import { page } from '../../respond/pages.js';
import { invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { Collection } from '../../state/collection.js';
import type { State } from '../../state/state.js';
import { allCalls, note } from '../calls/call.js';
import { putOut } from '../calls/lifecycle.js';
import { wantUrl, wantWebSocket } from '../calls/wants.js';
import { compatRecording } from '../recordings/compat.js';
import {
  allRecordings,
  deleteRecording,
  pauseRecording,
  type Recording,
  resumeRecording,
  stopRecording,
} from '../recordings/recording.js';
import {
  allConferences,
  type Conference,
  type ConferenceStream,
  changeConference,
  complete,
  type Participant,
  tellOfStream,
} from './conference.js';

/** Conferences in the compatible API, with their participants, recordings and streams. */
export const compatConferences: Subject = {
  'compat.conferences.list': (ask) => page(ask, allConferences(ask.state), (one) => view(ask.state, one)),
  'compat.conferences.get': (ask) => view(ask.state, find(ask)),
  'compat.conferences.update': (ask) => {
    const { state, fields } = ask;
    const conference = live(ask);
    wantUrl(fields.AnnounceUrl, 'AnnounceUrl');
    announce(ask, conference.participants);
    if (fields.Status !== 'completed') return view(state, conference);
    const at = now(state);
    for (const id of complete(state, conference, at)) putOut(state, id, at, 'the conference was ended');
    return view(state, find(ask));
  },

  'compat.conferences.list_participants': (ask) => {
    const conference = find(ask);
    const there = new Collection<Participant & { readonly id: string }>();
    for (const one of conference.participants) there.add({ ...one, id: one.call_id });
    return page(ask, there, (one) => participantView(ask.state, conference, one));
  },
  'compat.conferences.get_participant': (ask) => {
    const { conference, participant } = findParticipant(ask);
    return participantView(ask.state, conference, participant);
  },
  'compat.conferences.update_participant': (ask) => {
    const { state, fields } = ask;
    const { conference, participant } = findParticipant(ask);
    for (const name of ['AnnounceUrl', 'HoldUrl', 'WaitUrl']) wantUrl(fields[name], name);
    const at = now(state);
    const { Muted: muted = participant.muted, Hold: hold = participant.hold } = fields as Record<string, boolean>;
    const changed = { ...participant, muted, hold, ...coachingOf(ask, conference, participant), updated_at: at };
    const participants = conference.participants.map((one) => (one.call_id === changed.call_id ? changed : one));
    changeConference(state, conference, { participants }, at);
    announce(ask, [changed]);
    return participantView(state, conference, changed);
  },
  'compat.conferences.remove_participant': (ask) => {
    const { participant } = findParticipant(ask);
    putOut(ask.state, participant.call_id, now(ask.state), 'put out of the conference');
  },

  'compat.conferences.list_recordings': (ask) => {
    const { id } = find(ask);
    const own = ({ conference_id }: Recording) => conference_id === id;
    return page(ask, allRecordings(ask.state), (one) => compatRecording(ask.state, one), own);
  },
  'compat.conferences.get_recording': (ask) => compatRecording(ask.state, findRecording(ask)),
  'compat.conferences.update_recording': (ask) => {
    const { state, fields } = ask;
    const recording = findRecording(ask);
    const { Status, PauseBehavior = 'silence' } = fields as { Status: string; PauseBehavior?: 'skip' | 'silence' };
    const at = now(state);
    if (recording.status === 'completed') throw invalid({ message: 'the recording has ended' });
    if (Status === 'stopped') return compatRecording(state, stopRecording(state, recording, at));
    const isPaused = recording.status === 'paused';
    if (isPaused === (Status === 'paused'))
      throw invalid({ message: `the recording is ${isPaused ? 'paused already' : 'not paused'}` });
    return compatRecording(
      state,
      isPaused ? resumeRecording(state, recording, at) : pauseRecording(state, recording, PauseBehavior, at),
    );
  },
  'compat.conferences.delete_recording': (ask) => deleteRecording(ask.state, findRecording(ask)),

  'compat.conferences.start_stream': (ask) => {
    const { state, fields } = ask;
    const conference = live(ask);
    wantWebSocket(fields.Url, 'Url');
    wantUrl(fields.StatusCallback, 'StatusCallback');
    const name = (fields.Name as string | undefined) ?? null;
    if (name !== null && conference.streams.some((one) => one.name === name))
      throw invalid({ message: 'Name is taken by another stream of this conference' });
    const { StatusCallback: url, StatusCallbackMethod } = fields;
    const method = StatusCallbackMethod === 'GET' ? 'GET' : 'POST';
    const tells = typeof url === 'string' ? ({ style: 'compat', url, method, events: [] } as const) : null;
    const stream = { id: state.ids.uuid(), name, tells };
    const at = now(state);
    changeConference(state, conference, { streams: [...conference.streams, stream] }, at);
    tellOfStream(state, conference, stream, 'stream-started', at);
    return streamView(state, conference, stream, 'in-progress');
  },
  'compat.conferences.stop_stream': (ask) => {
    const { state, words } = ask;
    const conference = find(ask);
    const stream = conference.streams.find(({ id, name }) => id === words.stream_sid || name === words.stream_sid);
    if (!stream) throw notFound();
    const streams = conference.streams.filter(({ id }) => id !== stream.id);
    const at = now(state);
    changeConference(state, conference, { streams }, at);
    tellOfStream(state, conference, stream, 'stream-stopped', at);
    return streamView(state, conference, stream, 'stopped');
  },
};

const now = (state: State) => state.clock.now().toISOString();

function find({ state, words }: Ask): Conference {
  const conference = allConferences(state).get(words.conference_sid ?? words.sid ?? '');
  if (!conference) throw notFound();
  return conference;
}

function live(ask: Ask): Conference {
  const conference = find(ask);
  if (conference.status === 'completed') throw invalid({ message: 'the conference is over', number: 21220 });
  return conference;
}

function findParticipant(ask: Ask): { conference: Conference; participant: Participant } {
  const conference = find(ask);
  const participant = conference.participants.find(({ call_id }) => call_id === ask.words.call_sid);
  if (!participant) throw notFound();
  return { conference, participant };
}

function findRecording(ask: Ask): Recording {
  const recording = allRecordings(ask.state).get(ask.words.recording_sid ?? '');
  if (recording?.conference_id !== find(ask).id) throw notFound();
  return recording;
}

/** Returns the coaching fields. A coach is heard by only one participant. */
function coachingOf({ fields }: Ask, { participants }: Conference, { call_id }: Participant) {
  const { Coaching, CallSidToCoach } = fields;
  if (Coaching === false) return { coaching: false, call_sid_to_coach: null };
  if (Coaching === undefined && CallSidToCoach === undefined) return {};
  const refuse = (says: string) => invalid({ message: `CallSidToCoach ${says}`, attribute: 'CallSidToCoach' });
  if (CallSidToCoach === undefined) throw refuse('is required to coach');
  if (CallSidToCoach === call_id || !participants.some((one) => one.call_id === CallSidToCoach))
    throw refuse('must be another caller in the conference');
  return { coaching: true, call_sid_to_coach: String(CallSidToCoach) };
}

/** Logs an announcement for each participant. No audio is played. */
function announce({ state, fields }: Ask, participants: readonly Participant[]): void {
  const { AnnounceUrl: url } = fields;
  if (url === undefined) return;
  for (const { call_id } of participants) {
    const call = allCalls(state).get(call_id);
    if (call) note(state, call, 'calling.conference.announcement', now(state), { url });
  }
}

const view = (state: State, conference: Conference) => ({
  ...compatItem(state, conference, `Conferences/${conference.id}`),
  friendly_name: conference.name,
  status: conference.status,
  region: conference.region,
  subresource_uris: {
    participants: compatPath(state, `Conferences/${conference.id}/Participants`),
    recordings: compatPath(state, `Conferences/${conference.id}/Recordings`),
  },
});

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
