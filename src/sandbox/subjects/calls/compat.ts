import { compatDate, compatItem, compatPath } from '../../respond/compat.js';
import { page } from '../../respond/pages.js';
import { badRequest, invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { seconds } from '../../time/moments.js';
import { ofType } from '../fabric/store/store.js';
import { compatRecording } from '../recordings/compat.js';
import { allRecordings } from '../recordings/recording.js';
import { notYours, wrongValue } from '../refusals.js';
import { begin, finish, pause, resume } from './actions/run.js';
import { sendTo } from './answer.js';
import {
  type Action,
  allCalls,
  answeredCall,
  type Call,
  callOf,
  changeCall,
  liveCall,
  note,
  spokenMs,
  type Tells,
} from './call.js';
import { chargesOf } from './charges.js';
import { checkCallee, checkCaller } from './ends.js';
import { moveTo } from './lifecycle.js';
import { startCall } from './start-call.js';
import { isOver, STATES } from './states.js';
import { wantUrl, wantWebSocket } from './wants.js';

type Fields = Ask['fields'];

/** Calls in the compatible API: another view of the same calls. */
export const compatCalls: Subject = {
  'compat.calls.list': (ask) =>
    page(
      ask,
      allCalls(ask.state),
      (call) => view(ask.state, call),
      ({ discarded_at }) => discarded_at === null,
    ),
  'compat.calls.create': ({ state, fields }) => {
    const { To, From, Url, ApplicationSid, Laml, Twiml, Timeout } = fields;
    checkCaller(state, From, 'From');
    if (fields.CallerId !== undefined) checkCaller(state, fields.CallerId, 'CallerId');
    checkCallee(state, To, 'To');
    if ([Url, ApplicationSid, Laml, Twiml].every((one) => one === undefined))
      throw badRequest({ message: 'Url or ApplicationSid is required', attribute: 'Url', number: 21205 });
    for (const name of ['Url', 'FallbackUrl', 'AsyncAmdStatusCallback']) wantUrl(fields[name], name);
    wantPattern(fields, 'SendDigits', /^[\d#*wW]{1,32}$/, 'must be digits, #, *, and w or W to wait');
    wantPattern(fields, 'MaxPricePerMinute', /^\d+\.?\d{0,4}$/, 'must be a number with up to four decimal places');
    const application = applicationOf(state, ApplicationSid);
    const detects = fields.MachineDetection !== undefined && fields.MachineDetection !== 'none';
    const call = startCall(state, {
      from: From as string,
      to: To as string,
      direction: 'outbound-api',
      source: 'laml',
      url: ((Url ?? application?.own.voice_url) as string | undefined) ?? null,
      tells: tellsOf(fields),
      timeout: Timeout as number | undefined,
      on_answer: {
        detection: detects,
        ...(fields.Record === true && { recording: { source: 'OutBoundApi', ...recordingOf(fields, 'trim-silence') } }),
      },
    });
    return view(state, call);
  },
  'compat.calls.get': ({ state, words }) => view(state, callOf(state, words.sid)),
  'compat.calls.update': ({ state, words, fields }) => {
    const { Status, Url } = fields;
    const call = liveCall(state, words.sid);
    const at = state.clock.now().toISOString();
    for (const name of ['Url', 'FallbackUrl']) wantUrl(fields[name], name);
    const isAnswered = call.status === 'answered';
    if (Status === 'canceled' && isAnswered) throw wrongTime('Status', 'an answered call is completed, not canceled');
    if (Status === 'completed' && !isAnswered) throw wrongTime('Status', 'only an answered call can be completed');
    if (Url !== undefined && Status === undefined && !isAnswered)
      throw wrongTime('Url', 'only an answered call can be sent to another document');
    const changed = changeCall(state, call, { tells: tellsOf(fields) ?? call.tells }, at);
    const noted = note(state, changed, 'calling.update', at, { status: Status, url: Url });
    if (Status !== undefined)
      return view(state, moveTo(state, noted, Status as 'canceled' | 'completed', at, 'update'));
    return view(state, Url === undefined ? noted : sendTo(state, noted, { url: Url }, at));
  },
  'compat.calls.delete': ({ state, words }) => {
    const call = callOf(state, words.sid);
    if (!isOver(call.status)) throw wrongTime('sid', 'the call goes on: end it, then delete it');
    const at = state.clock.now().toISOString();
    changeCall(state, call, { discarded_at: at, log: [] }, at);
  },

  'compat.calls.start_recording': ({ state, words, fields }) => {
    const call = answeredCall(state, words.call_sid);
    const recording = { source: 'StartCallRecordingApi', ...recordingOf(fields, 'do-not-trim') } as const;
    const begun = begin(state, call, 'record', { recording }, state.clock.now().toISOString());
    return recordingView(state, begun.actions.at(-1)?.id);
  },
  'compat.calls.update_recording': ({ state, words, fields }) => {
    const call = callOf(state, words.call_sid);
    const recording = allRecordings(state).get(words.recording_sid ?? '');
    if (recording?.call_id !== call.id) throw notFound();
    const action = call.actions.find(({ id }) => id === recording.id);
    if (!action) throw wrongTime('Status', 'the recording has ended');
    const at = state.clock.now().toISOString();
    const { Status, PauseBehavior = 'silence' } = fields;
    if (Status === 'stopped') finish(state, call, action, at);
    else if (Status === 'in-progress') resume(state, call, action, at);
    else pause(state, call, action, { behavior: PauseBehavior }, at);
    return recordingView(state, recording.id);
  },

  'compat.calls.start_stream': ({ state, words, fields }) => {
    const call = answeredCall(state, words.call_sid);
    const { Url: url, Name: name } = fields;
    wantWebSocket(url, 'Url');
    if (name !== undefined && streamOf(call, name)) throw wrongValue('Name', 'is taken by another stream of this call');
    const tells = tellsOf(fields);
    const at = state.clock.now().toISOString();
    const begun = begin(state, call, 'stream', { params: { url, name }, tells }, at);
    return streamView(state, begun, begun.actions.at(-1) as Action, 'in-progress');
  },
  'compat.calls.stop_stream': ({ state, words }) => {
    const call = callOf(state, words.call_sid);
    const action = streamOf(call, words.stream_sid);
    if (!action) throw notFound();
    const stopped = finish(state, call, action, state.clock.now().toISOString());
    return streamView(state, stopped, action, 'stopped');
  },
};

function applicationOf(state: State, id: unknown) {
  if (id === undefined) return undefined;
  const application = ofType('cxml_application')(state).get(String(id));
  if (!application) throw notYours('ApplicationSid', 'make the application with compat.applications.create');
  return application;
}

/** Finds a stream by its sid or its name. */
const streamOf = ({ actions }: Call, name: unknown): Action | undefined =>
  actions.find(({ kind, id, facts }) => kind === 'stream' && (id === name || facts.name === name));

function tellsOf({ StatusCallback: url, StatusCallbackMethod, StatusCallbackEvent }: Fields): Tells | null {
  wantUrl(url, 'StatusCallback');
  if (typeof url !== 'string') return null;
  const events = eventsOf('StatusCallbackEvent', StatusCallbackEvent, CALL_EVENTS);
  return { style: 'compat', url, method: methodOf(StatusCallbackMethod), events };
}

const CALL_EVENTS = Object.values(STATES).map(({ compatEvent }) => compatEvent);
const RECORDING_EVENTS = ['in-progress', 'completed', 'absent'];

/** Returns the events to report. The value is a list, or a text separated by spaces or commas. */
function eventsOf(name: string, given: unknown = ['completed'], known: readonly string[]): readonly string[] {
  const events = [given].flat().flatMap((one) =>
    String(one)
      .split(/[\s,]+/)
      .filter(Boolean),
  );
  const stranger = events.find((one) => !known.includes(one));
  if (stranger === undefined) return events;
  throw wrongValue(name, `takes ${[...new Set(known)].join(', ')}; ${JSON.stringify(stranger)} is none of them`);
}

const methodOf = (value: unknown) => (value === 'GET' ? 'GET' : 'POST');

/** Returns the options for recording a call. */
function recordingOf(fields: Fields, trim: string) {
  const { RecordingChannels, RecordingTrack = 'both', RecordingStatusCallback: url, Trim = trim } = fields;
  wantUrl(url, 'RecordingStatusCallback');
  const wanted = fields.RecordingStatusCallbackEvent;
  const events = eventsOf('RecordingStatusCallbackEvent', wanted, RECORDING_EVENTS);
  const method = methodOf(fields.RecordingStatusCallbackMethod);
  const tells: Tells | null = typeof url === 'string' ? { style: 'compat', url, method, events } : null;
  const track = RecordingTrack as 'inbound' | 'outbound' | 'both';
  return { stereo: RecordingChannels === 'dual', track, trim: String(Trim), tells };
}

function wantPattern(fields: Fields, name: string, pattern: RegExp, says: string): void {
  const value = fields[name];
  if (value !== undefined && !pattern.test(String(value))) throw wrongValue(name, says);
}

const wrongTime = (attribute: string, message: string) => invalid({ message, attribute, number: 21220 });

function recordingView(state: State, id: unknown): unknown {
  const recording = allRecordings(state).get(String(id));
  return recording && compatRecording(state, recording);
}

const streamView = (state: State, call: Call, { id, facts }: Action, status: 'in-progress' | 'stopped') => ({
  sid: id,
  account_sid: state.project,
  call_sid: call.id,
  name: facts.name ?? id,
  status,
  date_updated: compatDate(state.clock.now().toISOString()),
  uri: compatPath(state, `Calls/${call.id}/Streams/${id}`),
});

function view(state: State, call: Call) {
  const { from, to, status, ringing_at, ended_at } = call;
  return {
    ...compatItem(state, call, `Calls/${call.id}`),
    parent_call_sid: call.parent_id,
    to,
    formatted_to: formatted(to),
    to_formatted: formatted(to),
    from,
    formatted_from: formatted(from),
    from_formatted: formatted(from),
    phone_number_sid: call.number_id,
    status: STATES[status].compat,
    start_time: ringing_at && compatDate(ringing_at),
    end_time: ended_at && compatDate(ended_at),
    duration: seconds(spokenMs(call) ?? 0),
    price: ended_at && chargesOf(call).charge,
    price_unit: 'USD',
    direction: call.direction === 'inbound' ? 'inbound' : 'outbound',
    answered_by: call.answered_by,
    subresource_uris: { notifications: null, recordings: compatPath(state, `Calls/${call.id}/Recordings`) },
  };
}

/** Formats a North American number in the national notation. */
function formatted(address: string): string {
  const [, area, office, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(address) ?? [];
  return area === undefined ? address : `(${area}) ${office}-${line}`;
}
