import type { ConferenceTarget } from '../../../subjects/calls/conference.js';
import { type InConference, joinConference, stayOf, waitInConference } from '../../acts/conference.js';
import { WAIT_VERBS } from '../../acts/hold-music.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, list, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { callback, content, flag, method, url, words } from '../attributes.js';
import { recordingTarget } from '../cxml-request.js';
import { TRIMS } from './record.js';
import { conferenceStream } from './streams.js';

const NO_AUDIO = 'no audio is sent to the server';

export const conferenceFields = {
  text: content('The name of the conference.'),
  muted: flag(false, 'Cannot be heard.'),
  beep: choice(['true', 'false', 'onEnter', 'onExit'], {
    default: 'true',
    doc: 'Events that play a beep.',
    ignored: true,
  }),
  startConferenceOnEnter: flag(true, 'false waits until another participant starts it.'),
  endConferenceOnExit: flag(false, 'Leaving ends it for all.'),
  maxParticipants: whole({ min: 2, doc: 'The maximum size.' }),
  coach: text({ doc: 'The id of the call that is coached.' }),
  waitUrl: url('Music or a document while waiting.'),
  waitMethod: method(),
  record: choice(['do-not-record', 'record-from-start'], { default: 'do-not-record', doc: 'Records the conference.' }),
  trim: choice(TRIMS, { default: 'trim-silence', doc: 'Removes silence from the recording.', ignored: true }),
  recordingStatusCallback: callback('Receives the status of the recording.'),
  recordingStatusCallbackMethod: method(),
  recordingStatusCallbackEvent: words(
    ['in-progress', 'completed', 'failed', 'absent'],
    'Default completed and failed.',
  ),
  statusCallback: callback('Receives the events of the conference.'),
  statusCallbackMethod: method(),
  statusCallbackEvent: words(['start', 'end', 'join', 'leave', 'mute', 'hold', 'speaker'], 'The events that are sent.'),
  eventCallbackUrl: callback('Receives a request at the end.'),
  streamUrl: text({ doc: 'A server that hears the conference.', lacks: NO_AUDIO }),
  Stream: list(conferenceStream, { doc: 'A server that hears the conference.', lacks: NO_AUDIO }),
} as const;
type Conference = ValuesOf<typeof conferenceFields>;

/** Adds the caller to a conference. Returns undefined if the conference refuses. */
export function enterConference(context: StepContext, conference: Conference): Outcome<InConference> | undefined {
  const { text: name, muted, coach, maxParticipants: max_size } = conference;
  const joined = joinConference(
    context,
    {
      ...{ name, type: 'cxml_conference', muted, coach, record: conference.record === 'record-from-start' },
      start_on_enter: conference.startConferenceOnEnter,
      end_on_exit: conference.endConferenceOnExit,
      recording_callback: recordingTarget(conference, ['completed', 'failed']),
      callback: eventTarget(conference),
      ...(max_size !== undefined && { max_size }),
    },
    stayOf(context, 'Conference'),
  );
  if ('refusal' in joined) {
    if (joined.refusal === 'full') context.report('the conference is full');
    else context.problem(`coach ${coach} is not in the conference (16002)`);
    return undefined;
  }
  return stayInConference(context, conference, joined.data);
}

/** Waits until the call leaves. */
export const stayInConference = (
  context: StepContext,
  { waitUrl: url, waitMethod: method }: Conference,
  data: InConference,
): Outcome<InConference> =>
  waitInConference(context, url === undefined ? null : { url, method, language: 'cxml' }, WAIT_VERBS.conference, data);

/** The events go to the callback of the first participant. */
function eventTarget(conference: Conference): ConferenceTarget | null {
  const {
    statusCallback,
    statusCallbackMethod: method,
    statusCallbackEvent: events = [],
    eventCallbackUrl,
  } = conference;
  if (statusCallback === undefined && eventCallbackUrl === undefined) return null;
  return { style: 'compat', url: statusCallback ?? '', method, events, end_url: eventCallbackUrl };
}
