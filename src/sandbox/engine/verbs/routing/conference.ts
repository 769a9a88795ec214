import { enter } from '../../../subjects/calls/answer.js';
import { allCalls, changeCall } from '../../../subjects/calls/call.js';
import { allConferences, conferenceFor, isWaiting, leave } from '../../../subjects/conferences/conference.js';
import { allRecordings, bytesOf, fileOf, recordedMs } from '../../../subjects/recordings/recording.js';
import { after } from '../../../time/clock.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { follow, result } from '../flow/branches.js';
import { any, bool, choice, map, object, text, whole } from '../parameters.js';
import { verb } from '../verb.js';
import { SWML_WAIT_VERBS, waitDocument, waitWithMusic } from './hold-music.js';

const EVENTS = 'start end join leave mute hold modify speaker announcement'.split(' ');
const dialect = (lacks: string) => choice(['cxml', 'laml', 'relay'], { doc: 'The form of the callback.', lacks });
const method = choice(['GET', 'POST'], { default: 'POST', doc: 'The HTTP method.' });

const stream = object(
  {
    url: text({ required: true, doc: 'A wss URL.' }),
    name: text(),
    codec: text(),
    status_url: text(),
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
  status_callback: text({ doc: 'Receives the events of the conference.' }),
  status_callback_event: text({ doc: `A list with spaces: ${EVENTS.join(', ')}.` }),
  status_callback_event_type: dialect('the callback is JSON, as of relay'),
  status_callback_method: method,
  recording_status_callback: text({ doc: 'Receives the events of the recording.' }),
  recording_status_callback_method: method,
  recording_status_callback_event: text({ doc: 'A list with spaces: in-progress, completed, absent.' }),
  recording_status_callback_event_type: dialect('the callback is a form, as of cXML'),
  stream,
  result,
} as const;

/** A participant of a call that is followed to its end stays this long, unless a script says otherwise. */
const STAYS_SECONDS = 60;

export const join_conference = verb({
  language: 'swml',
  stage: 'routing',
  name: 'join_conference',
  summary: 'Join a conference, and wait until the caller leaves it.',
  parameters,
  shorthand: 'name',
  effect: {
    kind: 'partly',
    lacks: 'beeps are not heard; without a script, the caller leaves after 60 seconds',
  },
  answers: true,
  sets: ['join_conference_result', 'return_value'],
  callbacks: ['calling.conference', 'calling.call.stream'],
  start(context, params) {
    const { name, coach, status_callback_event, stream: audio } = params;
    const unknown = status_callback_event?.split(/\s+/).find((one) => one !== '' && !EVENTS.includes(one));
    if (unknown !== undefined)
      context.problem(`status_callback_event must be a list of ${EVENTS.join(', ')}, not ${unknown}`);
    if (coach !== undefined && !allCalls(context.state).get(coach))
      return fail(context, `there is no call ${coach} to coach`);
    if (audio) context.problem(`not simulated: the server at ${audio.url} is not contacted`);
    const { muted, start_on_enter, end_on_exit, max_participants: max_size } = params;
    const record = params.record === 'record-from-start';
    const { recording_status_callback: to, recording_status_callback_method: by } = params;
    const events = params.recording_status_callback_event?.split(/\s+/) ?? ['completed'];
    const recording_callback = to === undefined ? null : ({ style: 'compat', url: to, method: by, events } as const);
    const joining = { name, muted, start_on_enter, end_on_exit, max_size, record, recording_callback };
    const isNew = conferenceFor(context.state, joining, context.at).participants.length === 0;
    const call = enter(context.state, context.call, joining, context.at);
    const { conference_id } = call;
    if (conference_id === null) return fail(context, 'the conference is full');
    context.report(`joins the conference ${name}`);
    if (isNew) report(context, params, conference_id, 'conference-start');
    report(context, params, conference_id, 'participant-join');
    const script = context.answerFor('join_conference');
    const seconds = script?.after ?? (context.isFollowed ? STAYS_SECONDS : undefined);
    const until = seconds === undefined ? null : after(context.at, seconds * 1000);
    return waitInConference(context, params, { conference_id, until });
  },
  resume(context, event, params) {
    if (event.kind === 'started' || event.kind === 'returned')
      return waitInConference(context, params, { until: null, ...context.data });
    const id = String(context.data.conference_id);
    if (event.kind === 'time') leaveNow(context, id);
    report(context, params, id, 'participant-leave');
    if (allConferences(context.state).get(id)?.status === 'completed') report(context, params, id, 'conference-end');
    context.report('leaves the conference');
    const value = context.answerFor('join_conference')?.result ?? 'completed';
    context.set('join_conference_result', value);
    context.set('return_value', value);
    return follow(context, params.result, 'join_conference_result');
  },
  hungUp(context, params) {
    const id = String(context.data.conference_id);
    context.report('leaves the conference');
    report(context, params, id, 'participant-leave');
    if (allConferences(context.state).get(id)?.status === 'completed') report(context, params, id, 'conference-end');
  },
});

/** Waits until the caller leaves. Until the conference begins, the caller hears the document of wait_url. */
function waitInConference(
  context: StepContext,
  { wait_url }: { readonly wait_url: string | undefined },
  data: Parameters<typeof waitWithMusic>[2],
): Outcome {
  const isAlone = isWaiting(context.state, context.call.conference_id);
  const url = wait_url !== undefined && isAlone ? waitDocument(wait_url, 'POST') : null;
  return waitWithMusic(context, { url, params: {}, verbs: SWML_WAIT_VERBS }, data);
}

function leaveNow(context: StepContext, id: string): void {
  const { state, at } = context;
  changeCall(state, context.call, { conference_id: null }, at);
  leave(state, id, context.call.id, at);
}

function fail(context: StepContext, problem: string) {
  context.fails('relay_script_method_execute_failed', problem);
  context.set('join_conference_result', 'failed');
  context.set('return_value', 'failed');
  return { do: 'next' } as const;
}

type Status = 'conference-start' | 'conference-end' | 'participant-join' | 'participant-leave';
const NAMES = {
  'conference-start': 'start',
  'conference-end': 'end',
  'participant-join': 'join',
  'participant-leave': 'leave',
};

interface Reporting {
  readonly muted: boolean;
  readonly start_on_enter: boolean;
  readonly end_on_exit: boolean;
  readonly status_callback: string | undefined;
  readonly status_callback_event: string | undefined;
  readonly status_callback_method: 'GET' | 'POST';
}

function report(context: StepContext, params: Reporting, id: string, status: Status): void {
  const conference = allConferences(context.state).get(id);
  const wanted = params.status_callback_event?.split(/\s+/) ?? EVENTS;
  if (!conference || !wanted.includes(NAMES[status])) return;
  const recording =
    conference.recording_id === null ? undefined : allRecordings(context.state).get(conference.recording_id);
  context.callback(
    params.status_callback,
    'calling.conference',
    {
      status,
      name: conference.name,
      conference_id: id,
      size: conference.participants.length,
      region: conference.region,
      muted: params.muted,
      start_on_join: params.start_on_enter,
      end_on_leave: params.end_on_exit,
      ...(status === 'conference-end' && {
        reason_ended: 'last participant left',
        call_id_ending_conf: context.call.id,
        ...(recording && {
          recording_url: fileOf(context.state, recording),
          recording_file_size: bytesOf(context.state, recording),
          recording_duration: recordedMs(context.state, recording) / 1000,
        }),
      }),
    },
    params.status_callback_method,
  );
}

export const join_room = verb({
  language: 'swml',
  stage: 'routing',
  name: 'join_room',
  summary: 'Join a video room, and wait until the caller leaves it.',
  parameters: { name: text({ required: true, doc: 'The name of the room.' }) },
  shorthand: 'name',
  effect: { kind: 'not simulated', lacks: 'the room has no other members' },
  answers: true,
  sets: ['join_room_result'],
  callbacks: [],
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
