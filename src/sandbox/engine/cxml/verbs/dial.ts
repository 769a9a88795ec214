import { allCalls } from '../../../subjects/calls/call.js';
import { allRecordings, compatFileOf, startRecording, stopRecording } from '../../../subjects/recordings/recording.js';
import { between, seconds } from '../../../time/clock.js';
import { type InConference, leavesConference, reportLeaving } from '../../acts/conference.js';
import {
  answererOf,
  type Dialling,
  dialParties,
  followLegs,
  lostText,
  type Party,
  waitForLegs,
} from '../../acts/dial.js';
import type { Outcome, RunEvent } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, list, object, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import {
  content,
  flag,
  legCallback,
  method,
  recordingCallback,
  storageMethod,
  storageUrl,
  url,
} from '../attributes.js';
import { continueAt, endAtAction, recordingTarget } from '../cxml-request.js';
import { conferenceFields, enterConference, stayInConference } from './dial-conference.js';
import { partiesOf, queueParty } from './dial-parties.js';
import { TRIMS } from './record.js';

const whisper = {
  url: text({ relative: true, form: 'document', doc: 'A document for the called party.' }),
  method: method(),
} as const;
const parameters = {
  text: text({ form: 'number', doc: 'The number to dial, if the verb has no elements.' }),
  action: url('Receives the result.'),
  method: method(),
  timeout: whole({ default: 30, min: 5, max: 600, doc: 'Seconds to wait for an answer.' }),
  timeLimit: whole({ default: 14_400, min: 1, doc: 'Seconds of the connected call.' }),
  callerId: text({ doc: 'Default: the caller.' }),
  callerName: text({ doc: 'The name of the caller, for SIP.', ignored: true }),
  answerOnBridge: flag(false, 'The caller rings until the called party answers.'),
  hangupOnStar: flag(false, 'The key * of the caller ends the dialled leg.', {
    lacks: 'the caller presses no keys while it talks',
  }),
  ringTone: text({ doc: 'A country code.', lacks: 'the caller hears no ringing' }),
  record: choice(
    [
      'do-not-record',
      'record-from-answer',
      'record-from-ringing',
      'record-from-answer-dual',
      'record-from-ringing-dual',
      'true',
    ],
    { default: 'do-not-record', doc: 'Records the call.' },
  ),
  recordingTrack: choice(['inbound', 'outbound', 'both'], { default: 'both', doc: 'The side that is recorded.' }),
  trim: choice(TRIMS, { default: 'do-not-trim', doc: 'Removes silence from the recording.' }),
  ...recordingCallback,
  recordingStorageUrl: storageUrl,
  recordingStorageUrlMethod: storageMethod,
  Number: list(
    object({
      text: text({ required: true, form: 'number', doc: 'The number.' }),
      sendDigits: text({ doc: 'Tones to send after the answer; w and W wait.' }),
      ...whisper,
      ...legCallback,
    }),
    { doc: 'A phone number.' },
  ),
  Sip: list(
    object({
      text: text({ required: true, form: 'sip', doc: 'sip:user@host' }),
      username: text({ doc: 'The user name of SIP authentication.', ignored: true }),
      password: text({ doc: 'The password of SIP authentication.', ignored: true }),
      codecs: text({ default: 'PCMU,PCMA', doc: 'The codecs, with commas between them.', ignored: true }),
      sessionTimeout: whole({ min: 0, doc: 'The SIP session timer in seconds.', ignored: true }),
      ...whisper,
      ...legCallback,
    }),
    { doc: 'A SIP address. Allows no other element in the verb.' },
  ),
  Client: list(object({ text: content('The name of a client.'), ...whisper, ...legCallback }), {
    doc: 'A client of the project.',
  }),
  Verto: list(object({ text: content('name@domain') }), { doc: 'A Verto address.' }),
  Queue: list(object({ text: text({ required: true, form: 'queue', doc: 'The name of the queue.' }), ...whisper }), {
    doc: 'The first caller who waits in a queue.',
  }),
  Conference: list(object(conferenceFields), { doc: 'A conference, in place of called parties.' }),
} as const;
export type Dial = ValuesOf<typeof parameters>;

type Legs = Dialling & { readonly recording?: string };
type Data = Legs | InConference;

export const dial = cxmlVerb({
  stage: 'routing',
  name: 'Dial',
  summary: 'Connect the caller with numbers, a conference or a queue.',
  parameters,
  effect: { kind: 'partly', lacks: 'the sandbox has no audio, and called parties behave as scripted' },
  answers: 'optional',
  callbacks: ['statusCallback', 'recordingStatusCallback'],
  start(context, params): Outcome<Data> {
    const { Conference: [conference] = [], Queue: [queue] = [] } = params;
    const parties = partiesOf(context, params);
    if (!params.answerOnBridge) context.answer();
    if (conference && parties.length > 0) context.problem('Conference cannot be combined with numbers (13000)');
    else if (conference) {
      const entered = enterConference(context, conference);
      if (entered) return entered;
    } else if (queue) return waitForLegs(context, dialParties(context, [queueParty(context, queue, params)]));
    else if (parties.length > 0) {
      context.report(`dials ${parties.map(({ to }) => to).join(', ')}`);
      return waitForLegs(context, dialParties(context, parties));
    } else context.problem('<Dial> requires a number, or an element such as <Number> (13223)');
    return dialled(context, params, { DialCallStatus: 'failed' });
  },
  resume(context, event, params, data) {
    const [conference] = params.Conference ?? [];
    if ('legs' in data) return followed(context, event, params, data);
    if (!conference || !leavesConference(context, event))
      return conference ? stayInConference(context, conference, data) : { do: 'next' };
    return dialled(context, params, { DialCallStatus: 'answered' });
  },
  hungUp(context, params, data) {
    const [conference] = params.Conference ?? [];
    if ('legs' in data) {
      const result = data.isConnected ? completed(context, params, data) : { DialCallStatus: 'canceled' };
      endAtAction(context, params, result);
      return;
    }
    if (conference) reportLeaving(context);
    endAtAction(context, params, { DialCallStatus: 'answered' });
  },
});

/** A party that declines is busy for the action. */
const refusalOf = (context: StepContext, { to }: Party, status: string): string =>
  status === 'busy' && context.answerFor(to)?.outcome === 'declined' ? 'declined' : status;

/** A leg that refuses counts as one that does not answer. */
const statusOf = (status: string): string => (status === 'refused' || status === 'ended' ? 'no-answer' : status);

function followed(context: StepContext, event: RunEvent, params: Dial, data: Legs): Outcome<Legs> {
  const change = followLegs(context, event, data, params.timeLimit);
  if (change.kind === 'over') return dialled(context, params, completed(context, params, data));
  const waits = { ...data, ...change.dialling };
  if (change.kind === 'connected') {
    const { id, party } = change.leg;
    const { queue, tones } = party;
    const from = queue === undefined ? undefined : allCalls(context.state).get(id)?.from;
    const answerer = from === undefined ? answererOf(context, change.leg) : `${from} from the queue ${queue}`;
    context.report(`connected to ${answerer}${tones === undefined ? '' : `, sends ${tones}`}`);
    return waitForLegs(context, { ...waits, ...recorded(context, params) });
  }
  if (change.kind === 'asked') context.report(`${change.party.to} answers and is asked to accept`);
  if (change.kind !== 'lost') return waitForLegs(context, waits);
  const status = statusOf(change.status);
  if (change.party.queue === undefined) context.report(lostText(change, refusalOf(context, change.party, status)));
  if (waits.legs.length > 0) return waitForLegs(context, waits);
  return dialled(context, params, { DialCallStatus: status, ...sipFields(params, change.party.to, undefined, 480) });
}

function recorded(context: StepContext, { record, recordingTrack: track, trim, ...params }: Dial) {
  if (record === 'do-not-record') return {};
  const callback = recordingTarget(params, ['completed']);
  const stereo = record.endsWith('-dual');
  const start = { source: 'DialVerb', call_id: context.call.id, leg: 'pstn', stereo, track, trim, callback } as const;
  return { recording: startRecording(context.state, start, context.at).id };
}

/** The result of a connection that ended. */
function completed({ state, at }: StepContext, params: Dial, { legs: [leg], recording: id, since }: Legs) {
  const recording = id === undefined ? undefined : allRecordings(state).get(id);
  if (recording) stopRecording(state, recording, at);
  return {
    DialCallStatus: 'completed',
    DialCallSid: leg?.id,
    DialCallDuration: seconds(between(since, at)),
    ...(recording && { RecordingUrl: compatFileOf(state, recording.id) }),
    ...sipFields(params, leg?.party.to, leg?.id, 200),
  };
}

const sipFields = ({ Sip }: Dial, to: string | undefined, DialSipCallId: string | undefined, code: number) =>
  Sip?.some(({ text }) => text === to) ? { DialSipCallId, DialSipResponseCode: code } : {};

/** Continues with the action or with the next verb. */
function dialled(
  context: StepContext,
  { action, method: by }: Dial,
  fields: { readonly DialCallStatus: string },
): Outcome {
  context.report(fields.DialCallStatus);
  return action === undefined ? { do: 'next' } : continueAt(context, action, by, fields);
}
