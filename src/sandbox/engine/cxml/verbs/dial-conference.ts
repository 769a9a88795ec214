import { enter } from '../../../subjects/calls/answer.js';
import type { CallbackTarget } from '../../../subjects/calls/call.js';
import { allConferences, conferenceFor, isWaiting } from '../../../subjects/conferences/conference.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, list, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { waitWithMusic } from '../../verbs/routing/hold-music.js';
import { callback, content, flag, method, url, words } from '../attributes.js';
import { statusCallback } from '../cxml-request.js';
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
export function enterConference(context: StepContext, conference: Conference): Outcome | undefined {
  const { state, call, at } = context;
  const joining = {
    name: conference.text,
    type: 'cxml_conference',
    muted: conference.muted,
    start_on_enter: conference.startConferenceOnEnter,
    end_on_exit: conference.endConferenceOnExit,
    record: conference.record === 'record-from-start',
    recording_callback: recordingCallback(conference),
    ...(conference.maxParticipants !== undefined && { max_size: conference.maxParticipants }),
  } as const;
  const room = conferenceFor(state, joining, at);
  if (conference.coach !== undefined && !room.participants.some(({ call_id }) => call_id === conference.coach)) {
    context.problem(`coach ${conference.coach} is not in the conference (16002)`);
    return undefined;
  }
  if (room.participants.length >= room.max_size) {
    context.report('the conference is full');
    return undefined;
  }
  context.answer();
  const wasStarted = room.status === 'in-progress';
  enter(state, call, joining, at);
  context.report(`joins the conference ${conference.text}`);
  report(context, conference, 'join', room.id);
  const isStarted = allConferences(state).get(room.id)?.status === 'in-progress';
  if (isStarted && !wasStarted) report(context, conference, 'start', room.id);
  return waitInConference(context, conference, { conference_id: room.id, until: null });
}

function recordingCallback(conference: Conference): CallbackTarget | null {
  const { recordingStatusCallback: url, recordingStatusCallbackMethod: method } = conference;
  const { recordingStatusCallbackEvent: events = ['completed', 'failed'] } = conference;
  return url === undefined ? null : { style: 'compat', url, method, events };
}

/** The verbs that the document of waitUrl may use. */
const WAIT_VERBS = ['Play', 'Pause', 'Redirect'];

/** Waits until the call leaves. Until the conference begins, the caller hears the document of waitUrl. */
export function waitInConference(
  context: StepContext,
  { waitUrl, waitMethod: method }: Conference,
  data: Parameters<typeof waitWithMusic>[2] = { until: null, ...context.data },
): Outcome {
  const isAlone = isWaiting(context.state, context.call.conference_id);
  const url = waitUrl !== undefined && isAlone ? ({ url: waitUrl, method, language: 'cxml' } as const) : null;
  return waitWithMusic(context, { url, params: {}, verbs: WAIT_VERBS }, data);
}

export function leaveConference(context: StepContext, conference: Conference): void {
  const id = String(context.data.conference_id);
  context.report('the conference ends');
  report(context, conference, 'leave', id);
  report(context, conference, 'end', id);
  const { eventCallbackUrl: url, text: FriendlyName } = conference;
  if (allConferences(context.state).get(id)?.status !== 'completed') return;
  const fields = { ConferenceSid: id, FriendlyName, Status: 'completed' };
  statusCallback(context, { url, method: 'POST', event: 'conference-end' }, fields);
}

const EVENTS = {
  join: 'participant-join',
  leave: 'participant-leave',
  start: 'conference-start',
  end: 'conference-end',
} as const;

function report(context: StepContext, conference: Conference, event: keyof typeof EVENTS, id: string): void {
  const { statusCallback: to, statusCallbackMethod: by, statusCallbackEvent: events = [] } = conference;
  if (!events.includes(event)) return;
  statusCallback(
    context,
    { url: to, method: by, event: EVENTS[event] },
    {
      ConferenceSid: id,
      FriendlyName: conference.text,
      StatusCallbackEvent: EVENTS[event],
      EventName: EVENTS[event],
      Muted: conference.muted,
      Hold: false,
      StartConferenceOnEnter: conference.startConferenceOnEnter,
      EndConferenceOnExit: conference.endConferenceOnExit,
    },
  );
}
