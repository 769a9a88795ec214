import { compatDate, compatItem, compatPath } from '../../respond/compat.js';
import type { Handlers, InputOf } from '../../respond/handler.js';
import { crud } from '../../respond/resources.js';
import { badRequest, found, invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { seconds } from '../../time/clock.js';
import { ofType } from '../fabric/store/store.js';
import { nationalFormat } from '../numbers/north-america.js';
import { allRecordings } from '../recordings/recording.js';
import { compatRecording } from '../recordings/recordings.js';
import { notInProject, required, wrongValue } from '../refusals.js';
import { planStream } from './actions/plans.js';
import { begin, finish, pause, type RecordingOptions, resume } from './actions/run.js';
import { documentAt, sendTo } from './answer.js';
import {
  type Action,
  allCalls,
  answeredCall,
  type Call,
  type CallbackTarget,
  callOf,
  changeCall,
  durationMs,
  liveCall,
  note,
} from './call.js';
import { checkUrl } from './checks.js';
import { checkCallee, checkCaller } from './ends.js';
import { chargesOf } from './leg-view.js';
import { moveTo } from './lifecycle.js';
import { startCall } from './start-call.js';
import { isOver, STATES } from './states.js';

export const compatCalls: Handlers = {
  ...crud('compat.calls', allCalls, {
    view: (call, { state }) => view(state, call),
    isShown: ({ discarded_at }) => discarded_at === null,
  }),
  'compat.calls.create': ({ state, input }) => {
    const { To, From, Url, ApplicationSid, Timeout, MachineDetection = 'none' } = input;
    checkCreate(state, input);
    const application = applicationOf(state, ApplicationSid);
    const call = startCall(state, {
      from: From,
      to: To,
      direction: 'outbound-api',
      source: 'laml',
      url: Url ?? (typeof application?.own.voice_url === 'string' ? application.own.voice_url : null),
      ...documentsOf(input),
      callback: callbackOf(input),
      timeout: Timeout,
      on_answer: {
        detection: MachineDetection !== 'none',
        ...(MachineDetection !== 'none' && asyncDetection(input)),
        ...(input.Record && { recording: { source: 'OutBoundApi', ...recordingOf(input, 'trim-silence') } }),
      },
    });
    return view(state, call);
  },
  'compat.calls.update': ({ state, params, input }) => {
    const { Status: status, Url: url } = input;
    const call = liveCall(state, params.sid);
    const at = state.clock.now().toISOString();
    for (const name of ['Url', 'FallbackUrl'] as const) checkUrl(input[name], name);
    const isAnswered = call.status === 'answered';
    if (status === 'canceled' && isAnswered)
      throw wrongState('Status', 'an answered call cannot be canceled: set Status to completed');
    if (status === 'completed' && !isAnswered) throw wrongState('Status', 'only an answered call can be completed');
    if (url !== undefined && status === undefined && !isAnswered)
      throw wrongState('Url', 'only an answered call can be sent to another document');
    const changed = changeCall(state, call, { callback: callbackOf(input) ?? call.callback }, at);
    const noted = note(state, changed, 'calling.update', at, { status, url });
    if (status !== undefined) return view(state, moveTo(state, noted, status, at, 'update'));
    return view(state, url === undefined ? noted : sendTo(state, noted, { url }, at));
  },
  'compat.calls.delete': ({ state, params }) => {
    const call = callOf(state, params.sid);
    if (!isOver(call.status)) throw wrongState('sid', 'the call is still in progress: end it before you delete it');
    const at = state.clock.now().toISOString();
    changeCall(state, call, { discarded_at: at, log: [] }, at);
  },

  'compat.calls.start_recording': ({ state, params, input }) => {
    const call = answeredCall(state, params.call_sid);
    const recording = { source: 'StartCallRecordingApi', ...recordingOf(input, 'do-not-trim') } as const;
    const begun = begin(state, call, 'record', { recording }, state.clock.now().toISOString());
    return recordingView(state, lastAction(begun).id);
  },
  'compat.calls.update_recording': ({ state, params, input }) => {
    const call = callOf(state, params.call_sid);
    const stored = allRecordings(state).get(params.recording_sid);
    const recording = found(stored?.call_id === call.id ? stored : undefined);
    const action = call.actions.find(({ id }) => id === recording.id);
    if (!action) throw wrongState('Status', 'the recording has ended');
    const at = state.clock.now().toISOString();
    const { Status, PauseBehavior = 'silence' } = input;
    if (Status === 'stopped') finish(state, call, action, at);
    else if (Status === 'in-progress') resume(state, call, action, at);
    else pause(state, call, action, PauseBehavior, at);
    return recordingView(state, recording.id);
  },

  'compat.calls.start_stream': ({ state, params, input }) => {
    const call = answeredCall(state, params.call_sid);
    const { Url: url, Name: name } = input;
    const plan = planStream({ url, name }, 'Url');
    if (name !== undefined && streamOf(call, name))
      throw wrongValue('Name', 'is already used by another stream of this call');
    const callback = callbackOf(input);
    const begun = begin(state, call, 'stream', { callback, ...plan }, state.clock.now().toISOString());
    return streamView(state, begun, lastAction(begun), 'in-progress');
  },
  'compat.calls.stop_stream': ({ state, params, input }) => {
    if (input.Status === undefined) throw required('Status');
    const call = callOf(state, params.call_sid);
    const action = found(streamOf(call, params.stream_sid));
    const stopped = finish(state, call, action, state.clock.now().toISOString());
    return streamView(state, stopped, action, 'stopped');
  },
};

type Create = InputOf<'compat.calls.create'>;

function asyncDetection({
  AsyncAmd,
  AsyncAmdStatusCallback: url,
  AsyncAmdStatusCallbackMethod: method = 'POST',
}: Create) {
  return AsyncAmd && url !== undefined ? { detection_callback: { url, method } } : {};
}

/** The document and its fallback, each with its method. */
function documentsOf({ Url: url, Method = 'POST', FallbackUrl: second, FallbackMethod = 'POST' }: Create) {
  if (url === undefined) return {};
  const first = documentAt(url, 'laml', Method);
  return { documents: second === undefined ? [first] : [first, documentAt(second, 'laml', FallbackMethod)] };
}

function checkCreate(state: State, input: Create): void {
  const { Url, ApplicationSid, SendDigits, MaxPricePerMinute } = input;
  checkCaller(state, input.From, 'From');
  if (input.CallerId !== undefined) checkCaller(state, input.CallerId, 'CallerId');
  checkCallee(state, input.To, 'To');
  if (Url === undefined && ApplicationSid === undefined && !('Laml' in input) && !('Twiml' in input))
    throw badRequest({ message: 'Url or ApplicationSid is required', attribute: 'Url', number: 21205 });
  for (const name of ['Url', 'FallbackUrl', 'AsyncAmdStatusCallback', 'RecordingStatusCallback'] as const)
    checkUrl(input[name], name);
  if (SendDigits !== undefined && !/^[\d#*wW]{1,32}$/.test(SendDigits))
    throw wrongValue('SendDigits', 'must contain only digits, #, *, and w or W to wait');
  if (MaxPricePerMinute !== undefined && !/^\d+\.?\d{0,4}$/.test(MaxPricePerMinute))
    throw wrongValue('MaxPricePerMinute', 'must be a number with up to four decimal places');
}

function applicationOf(state: State, id: string | undefined) {
  if (id === undefined) return undefined;
  const application = ofType('cxml_application')(state).get(id);
  if (!application) throw notInProject('ApplicationSid', 'create the application with compat.applications.create');
  return application;
}

const streamOf = ({ actions }: Call, name: string): Action | undefined =>
  actions.find(({ kind, id, facts }) => kind === 'stream' && (id === name || facts.name === name));

const lastAction = ({ actions }: Call): Action => found(actions.at(-1));

interface StatusCallback {
  readonly StatusCallback?: string;
  readonly StatusCallbackMethod?: 'GET' | 'POST';
  readonly StatusCallbackEvent?: readonly string[];
}

function callbackOf(input: StatusCallback): CallbackTarget | null {
  const { StatusCallback: url, StatusCallbackMethod: method = 'POST', StatusCallbackEvent } = input;
  checkUrl(url, 'StatusCallback');
  if (url === undefined) return null;
  return { style: 'compat', url, method, events: eventsOf('StatusCallbackEvent', CALL_EVENTS, StatusCallbackEvent) };
}

const CALL_EVENTS = Object.values(STATES).map(({ compatEvent }) => compatEvent);
const RECORDING_EVENTS = ['in-progress', 'completed', 'absent'];

/** Returns the events to report. Each value is one or more names, separated by spaces or commas. */
function eventsOf(name: string, known: readonly string[], values: string | readonly string[] = 'completed') {
  const events = [values].flat().flatMap((one) => one.split(/[\s,]+/).filter(Boolean));
  const unknown = events.find((one) => !known.includes(one));
  if (unknown === undefined) return events;
  throw wrongValue(name, `must be one of ${[...new Set(known)].join(', ')}, not ${JSON.stringify(unknown)}`);
}

type RecordingInput = Pick<Create, 'RecordingChannels' | 'RecordingTrack' | 'Trim'> &
  Pick<Create, 'RecordingStatusCallback' | 'RecordingStatusCallbackMethod' | 'RecordingStatusCallbackEvent'>;

function recordingOf(input: RecordingInput, defaultTrim: string): RecordingOptions {
  const { RecordingChannels, RecordingTrack: track = 'both', Trim: trim = defaultTrim } = input;
  const { RecordingStatusCallback: url, RecordingStatusCallbackMethod: method = 'POST' } = input;
  checkUrl(url, 'RecordingStatusCallback');
  const events = eventsOf('RecordingStatusCallbackEvent', RECORDING_EVENTS, input.RecordingStatusCallbackEvent);
  const callback: CallbackTarget | null = url === undefined ? null : { style: 'compat', url, method, events };
  return { stereo: RecordingChannels === 'dual', track, trim, callback };
}

const wrongState = (attribute: string, message: string) => invalid({ message, attribute, number: 21220 });

const recordingView = (state: State, id: string) => compatRecording(state, found(allRecordings(state).get(id)));

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
  const { from, to, status, ringing_at, ended_at, answered_by } = call;
  const nationalFrom = nationalFormat(from);
  const nationalTo = nationalFormat(to);
  // Not `...call`: an object with that many fields takes most of the time of a request.
  return {
    ...compatItem(state, call, `Calls/${call.id}`),
    parent_call_sid: call.parent_id,
    to,
    formatted_to: nationalTo,
    to_formatted: nationalTo,
    from,
    formatted_from: nationalFrom,
    from_formatted: nationalFrom,
    answered_by,
    phone_number_sid: call.number_id,
    status: STATES[status].compat,
    start_time: ringing_at && compatDate(ringing_at),
    end_time: ended_at && compatDate(ended_at),
    duration: seconds(durationMs(call) ?? 0),
    price: ended_at && chargesOf(call).charge,
    price_unit: 'USD',
    direction: call.direction === 'inbound' ? 'inbound' : 'outbound',
    subresource_uris: { notifications: null, recordings: compatPath(state, `Calls/${call.id}/Recordings`) },
  };
}
