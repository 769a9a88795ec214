import { bool, compatPage, obj, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { recording, steer } from './recordings.js';
import { A, form, item, Post, paging, remove, stream, versioned, when } from './resource.js';

const C = `${A}/Conferences` as const;
const PARTICIPANTS = `${C}/{conference_sid}/Participants` as const;
const RECORDINGS = `${C}/{conference_sid}/Recordings` as const;
const STREAMS = `${C}/{conference_sid}/Streams` as const;
const Status = oneOf(['init', 'in-progress', 'completed']);

const Conference = shape('CompatConference', { ...versioned, friendly_name: str(), status: Status, region: str(), subresource_uris: obj({ participants: str(), recordings: str() }) });
const { sid, account_sid, date_created, date_updated } = item;
const Participant = shape('CompatConferenceParticipant', {
  account_sid, call_sid: str(), conference_sid: str(), date_created, date_updated, status: oneOf(['in-progress', 'completed']), muted: bool(), hold: bool(),
  coaching: bool(), call_sid_to_coach: orNull(str()), start_conference_on_enter: bool(), end_conference_on_exit: bool(), uri: str(),
});
const Recording = shape('CompatConferenceRecording', { ...recording, source: oneOf(['Conference', 'StartConferenceRecording']) });
const ConferenceStream = shape('CompatConferenceStream', { sid, account_sid, conference_sid: str(), name: orNull(str()), status: stream.Status, date_updated, uri: str() });

// The stated signatures have only optional keywords, so the platform checks `Url` and `Status`.
const announce = { AnnounceUrl: str('The URL of the document to play.'), AnnounceMethod: Post };

export const conferences = {
  list: op(`GET ${C}`, 'List conferences.', {
    takes: { ...when('DateCreated'), ...when('DateUpdated'), FriendlyName: str(undefined, { max: 64 }), Status, ...paging },
    gives: compatPage(Conference, 'conferences'),
  }),
  get:    op(`GET ${C}/{sid:conference}`, 'Fetch one conference.', { gives: Conference }),
  update: form(`POST ${C}/{sid:conference}`, 'End a conference, or play a document to all participants.', { takes: { Status: oneOf(['completed']), ...announce }, gives: Conference }),

  list_participants: op(`GET ${PARTICIPANTS}`, 'List the participants of a conference.', {
    takes: { Muted: bool(), Hold: bool(), ...paging }, gives: compatPage(Participant, 'participants'),
  }),
  get_participant: op(`GET ${PARTICIPANTS}/{call_sid}`, 'Fetch one participant of a conference.', { gives: Participant }),
  update_participant: form(`POST ${PARTICIPANTS}/{call_sid}`, 'Mute, hold or coach a participant, or play a document to them.', {
    takes: {
      ...announce, Muted: bool(), Hold: bool(), HoldUrl: str('Played while on hold.'), HoldMethod: oneOf(['GET', 'POST'], undefined, { default: 'GET' }),
      WaitUrl: str('Played until the conference starts.'), WaitMethod: Post, Coaching: bool('Requires `CallSidToCoach`.'), CallSidToCoach: str('The participant who hears the coach.'),
    },
    gives: Participant,
  }),
  remove_participant: remove(`DELETE ${PARTICIPANTS}/{call_sid}`, 'Remove a participant from a conference.'),

  list_recordings:  op(`GET ${RECORDINGS}`, 'List the recordings of a conference.', { takes: { ...when('DateCreated'), ...paging }, gives: compatPage(Recording, 'recordings') }),
  get_recording:    op(`GET ${RECORDINGS}/{recording_sid}`, 'Fetch one recording of a conference.', { gives: Recording }),
  update_recording: form(`POST ${RECORDINGS}/{recording_sid}`, 'Pause, continue or stop the recording of a conference.', { takes: { ...steer.needs, ...steer.takes }, demands: ['Status'], gives: Recording }),
  delete_recording: remove(`DELETE ${RECORDINGS}/{recording_sid}`, 'Delete one recording of a conference.'),

  start_stream: form(`POST ${STREAMS}`, 'Stream the audio of a conference.', {
    takes: { ...stream.target, ...stream.options, StreamCodec: oneOf(['PCMU', 'PCMA', 'L16', 'L16@16000h', 'L16@24000h']), StreamRealTime: bool() },
    demands: ['Url'], spends: true, gives: ConferenceStream,
  }),
  stop_stream: form(`POST ${STREAMS}/{stream_sid}`, 'Stop a stream of a conference.', { ...stream.stop, gives: ConferenceStream }),
};
