import type { CallbackTarget } from '../../../subjects/calls/call.js';
import type { ConferenceTarget } from '../../../subjects/calls/conference.js';
import {
  type InConference,
  joinConference,
  leavesConference,
  reportLeaving,
  stayOf,
  waitInConference,
} from '../../acts/conference.js';
import { WAIT_VERBS } from '../../acts/hold-music.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { follow, result } from '../flow/branches.js';
import { any, bool, choice, map, object, text, type ValuesOf, whole } from '../parameters.js';
import { swmlVerb } from '../verb.js';

const EVENTS = 'start end join leave mute hold modify speaker announcement'.split(' ');
const dialect = (lacks: string) => choice(['cxml', 'laml', 'relay'], { doc: 'The form of the callback.', lacks });
const method = choice(['GET', 'POST'], { default: 'POST', doc: 'The HTTP method.' });

const stream = object(
  {
    url: text({ required: true, doc: 'A wss URL.' }),
    name: text(),
    codec: text(),
    status_url: text({ relative: true }),
    status_url_method: method,
    realtime: bool({ default: false }),
    authorization_bearer_token: text(),
    custom_parameters: map(any()),
  },
  { doc: 'Sends the audio of the conference to a server.' },
);

const parameters = {
  name: text({ required: true, doc: 'The name of the conference.' }),
  muted: bool({ default: false, variable: true, doc: 'Joins without a voice.' }),
  beep: choice(['true', 'false', 'onEnter', 'onExit'], {
    default: 'true',
    doc: 'Events that play a beep.',
    ignored: true,
  }),
  start_on_enter: bool({ default: true, variable: true, doc: 'false waits for a participant that starts it.' }),
  end_on_exit: bool({ default: false, variable: true, doc: 'Ends the conference when this participant leaves.' }),
  wait_url: text({ doc: 'A document that runs while the participant waits.' }),
  max_participants: whole({ default: 100_000, min: 2, max: 100_000, variable: true, doc: 'The maximum size.' }),
  record: choice(['do-not-record', 'record-from-start'], { default: 'do-not-record', doc: 'Records the conference.' }),
  region: choice(['global', 'us', 'eu', 'ch'], { doc: 'The region that mixes the audio.', ignored: true }),
  trim: choice(['trim-silence', 'do-not-trim'], {
    default: 'trim-silence',
    doc: 'Trims the recording.',
    ignored: true,
  }),
  coach: text({ doc: 'The id of the call that hears this participant alone.' }),
  status_callback: text({ relative: true, doc: 'Receives the events of the conference.' }),
  status_callback_event: text({ doc: `A list with spaces: ${EVENTS.join(', ')}.` }),
  status_callback_event_type: choice(['cxml', 'laml', 'relay'], { doc: 'The form of the callback.' }),
  status_callback_method: method,
  recording_status_callback: text({ relative: true, doc: 'Receives the events of the recording.' }),
  recording_status_callback_method: method,
  recording_status_callback_event: text({ doc: 'A list with spaces: in-progress, completed, absent.' }),
  recording_status_callback_event_type: dialect('the callback is a form, as of cXML'),
  stream,
  result,
} as const;
type Params = ValuesOf<typeof parameters>;

/** A participant of a call that is followed to its end stays this long, unless a script says otherwise. */
const STAYS_SECONDS = 60;

export const join_conference = swmlVerb({
  stage: 'routing',
  name: 'join_conference',
  summary: 'Join a conference, and wait until the caller leaves it.',
  alsoCalled: ['conference'],
  parameters,
  shorthand: 'name',
  effect: {
    kind: 'partly',
    lacks: 'beeps are not heard; without a script, the caller leaves after 60 seconds',
  },
  sets: ['join_conference_result', 'return_value'],
  callbacks: ['calling.conference', 'calling.call.stream'],
  start(context, params): Outcome<InConference> {
    const { name, muted, start_on_enter, end_on_exit, coach, stream: audio } = params;
    const unknown = params.status_callback_event?.split(/\s+/).find((one) => one !== '' && !EVENTS.includes(one));
    if (unknown !== undefined)
      context.problem(`status_callback_event must be a list of ${EVENTS.join(', ')}, not ${unknown}`);
    if (audio) context.problem(`not simulated: the server at ${audio.url} is not contacted`);
    const joined = joinConference(
      context,
      {
        ...{ name, muted, start_on_enter, end_on_exit, coach, max_size: params.max_participants },
        record: params.record === 'record-from-start',
        recording_callback: recordingCallback(params),
        callback: eventCallback(params),
      },
      stayOf(context, 'join_conference') ?? (context.isFollowed ? STAYS_SECONDS : undefined),
    );
    if ('refusal' in joined)
      return fail(
        context,
        joined.refusal === 'full'
          ? 'the conference is full'
          : `the coach needs a participant, and ${coach} is not in the conference`,
      );
    return waits(context, params, joined.data);
  },
  resume(context, event, params, data) {
    if (!leavesConference(context, event)) return waits(context, params, data);
    setResult(context, context.answerFor('join_conference')?.result ?? 'completed');
    return follow(context, params.result, 'join_conference_result');
  },
  hungUp: reportLeaving,
});

/** The events go to the callback of the first participant. */
function eventCallback(params: Params): ConferenceTarget | null {
  const { status_callback: url, status_callback_method: method, status_callback_event_type: form } = params;
  const events = params.status_callback_event?.split(/\s+/) ?? EVENTS;
  const style = form === 'cxml' || form === 'laml' ? 'compat' : 'relay';
  return url === undefined ? null : { style, url, method, events };
}

function recordingCallback(params: Params): CallbackTarget | null {
  const { recording_status_callback: url, recording_status_callback_method: method } = params;
  const events = params.recording_status_callback_event?.split(/\s+/) ?? ['completed'];
  return url === undefined ? null : { style: 'compat', url, method, events };
}

const waits = (context: StepContext, { wait_url: url }: Params, data: InConference): Outcome<InConference> =>
  waitInConference(
    context,
    url === undefined ? null : { url, method: 'POST', language: 'swml' },
    WAIT_VERBS.swml,
    data,
  );

function setResult(context: StepContext, value: string): void {
  context.set('join_conference_result', value);
  context.set('return_value', value);
}

function fail(context: StepContext, problem: string): Outcome {
  context.fails('relay_script_method_execute_failed', problem);
  setResult(context, 'failed');
  return { do: 'next' };
}

export const join_room = swmlVerb({
  stage: 'routing',
  name: 'join_room',
  summary: 'Join a video room, and wait until the caller leaves it.',
  parameters: { name: text({ required: true, doc: 'The name of the room.' }) },
  shorthand: 'name',
  effect: { kind: 'not simulated', lacks: 'the room has no other members' },
  sets: ['join_room_result'],
  start(context, { name }) {
    const isValid = /^[\w-]{1,100}$/.test(name);
    const script = context.answerFor('join_room');
    context.set('join_room_result', script?.result ?? (isValid ? 'joined' : 'failed'));
    if (!isValid) {
      context.fails(
        'relay_script_method_parameter_invalid_value',
        `the name ${name} must contain only A–Z, a–z, 0–9, - and _`,
      );
      return { do: 'next' };
    }
    context.report(`joins the room ${name}`);
    context.notSimulated('the room has no other members', 'join_room');
    const seconds = script?.after ?? (context.isFollowed ? STAYS_SECONDS : undefined);
    return { do: 'wait', for: 'stop', ...(seconds !== undefined && { seconds }) };
  },
  resume(context) {
    context.report('leaves the room');
    return { do: 'next' };
  },
});
