import { addCallback } from '../../outbound/callbacks.js';
import type { State } from '../../state/state.js';
import { between, seconds } from '../../time/clock.js';
import { allCalls } from '../calls/call.js';
import { relayEvent, standardVoiceFields } from '../calls/status-callback.js';
import { allRecordings, bytesOf, compatFileOf, fileOf, recordedMs } from '../recordings/recording.js';
// Type-only cycle: a conference sends its events.
import type { Conference, Participant } from './conference.js';

const NAMES = {
  'conference-start': 'start',
  'conference-end': 'end',
  'participant-join': 'join',
  'participant-leave': 'leave',
} as const;

/** Sends an event of a conference to the callback of its first participant. */
export function sendConferenceEvent(
  state: State,
  conference: Conference,
  event: keyof typeof NAMES,
  participant: Participant,
  at: string,
): void {
  const { callback } = conference;
  if (callback === null) return;
  if (callback.events.includes(NAMES[event])) {
    const { url, method } = callback;
    const sent =
      callback.style === 'relay'
        ? relayEvent(state, 'calling.conference', at, relayFacts(state, conference, event, participant))
        : { event, encoding: 'form' as const, payload: formOf(state, conference, event, participant, at) };
    addCallback(state, { url, method, at, ...sent });
  }
  if (event !== 'conference-end' || callback.end_url === undefined) return;
  const payload = {
    AccountSid: state.project,
    ConferenceSid: conference.id,
    FriendlyName: conference.name,
    Status: 'completed',
  };
  addCallback(state, { url: callback.end_url, method: 'POST', at, event, encoding: 'form', payload });
}

function relayFacts(state: State, conference: Conference, status: keyof typeof NAMES, participant: Participant) {
  const { name, id: conference_id, participants, region, recording_id } = conference;
  const { call_id, muted, hold, coaching } = participant;
  const recording = recording_id === null ? undefined : allRecordings(state).get(recording_id);
  const ids = { call_id, node_id: call_id, segment_id: call_id };
  const facts = { status, name, conference_id, size: participants.length, region, muted, hold, coaching };
  const rules = {
    start_on_join: participant.start_conference_on_enter,
    end_on_leave: participant.end_conference_on_exit,
  };
  if (status !== 'conference-end') return { ...ids, ...facts, ...rules };
  const reason_ended = participant.end_conference_on_exit
    ? 'a participant with end_on_exit left'
    : 'last participant left';
  return {
    ...{ ...ids, ...facts, ...rules, reason_ended, call_id_ending_conf: call_id },
    ...(recording && {
      recording_url: fileOf(state, recording),
      recording_file_size: bytesOf(state, recording),
      recording_duration: recordedMs(state, recording) / 1000,
    }),
  };
}

function formOf(state: State, conference: Conference, name: keyof typeof NAMES, participant: Participant, at: string) {
  const { id: ConferenceSid, name: FriendlyName, started_at, recording_id } = conference;
  const { muted: Muted, hold: Hold } = participant;
  const call = allCalls(state).get(participant.call_id);
  const recording = recording_id === null ? undefined : allRecordings(state).get(recording_id);
  return {
    ...(call && standardVoiceFields(state, call, at)),
    ...{ ConferenceSid, FriendlyName, StatusCallbackEvent: name, EventName: name, Muted, Hold },
    StartConferenceOnEnter: participant.start_conference_on_enter,
    EndConferenceOnExit: participant.end_conference_on_exit,
    ...(name === 'conference-end' && {
      Duration: started_at === null ? 0 : seconds(between(started_at, at)),
      ...(recording && {
        RecordingUrl: compatFileOf(state, recording.id),
        RecordingFileSize: bytesOf(state, recording),
      }),
    }),
  };
}
