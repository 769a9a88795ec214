import type { Outcome, RunEvent } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, list, object, text, type ValuesOf, whole } from '../../verbs/parameters.js';
import { verb } from '../../verbs/verb.js';
import { callback, content, flag, legCallback, method, url, words } from '../attributes.js';
import { continueAt, endAtAction } from '../cxml-request.js';
import { conferenceFields, enterConference, leaveConference, waitInConference } from './dial-conference.js';
import { dialLegs, dialQueue, targetsOf } from './dial-legs.js';
import { type DialResult, onHangup, onLeg } from './on-leg.js';
import { TRIMS } from './record.js';

const whisper = { url: callback('A document for the called party.'), method: method() } as const;
const parameters = {
  text: text({ doc: 'The number to dial, if the verb has no elements.' }),
  action: url('Receives the result.'),
  method: method(),
  timeout: whole({ default: 30, min: 5, max: 600, doc: 'Seconds to wait for an answer.' }),
  timeLimit: whole({ min: 1, doc: 'Seconds of the connected call; default 14400.' }),
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
  recordingStatusCallback: callback('Receives the status of the recording.'),
  recordingStatusCallbackMethod: method(),
  recordingStatusCallbackEvent: words(['in-progress', 'completed', 'absent', 'failed'], 'Default completed.'),
  recordingStorageUrl: text({ doc: 'Your own storage.', lacks: 'nothing is uploaded' }),
  recordingStorageUrlMethod: choice(['POST', 'PUT'], {
    default: 'POST',
    doc: 'The method for your own storage.',
    ignored: true,
  }),
  Number: list(
    object({
      text: content('The number.'),
      sendDigits: text({ doc: 'Tones to send after the answer; w and W wait.' }),
      ...whisper,
      ...legCallback,
    }),
    { doc: 'A phone number.' },
  ),
  Sip: list(
    object({
      text: content('sip:user@host'),
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
  Queue: list(object({ text: content('The name of the queue.'), ...whisper }), {
    doc: 'The first caller who waits in a queue.',
  }),
  Conference: list(object(conferenceFields), { doc: 'A conference, in place of called parties.' }),
} as const;
export type Dial = ValuesOf<typeof parameters>;

export const dial = verb({
  language: 'cxml',
  stage: 'routing',
  name: 'Dial',
  summary: 'Connect the caller with numbers, a conference or a queue.',
  parameters,
  effect: { kind: 'partly', lacks: 'the sandbox has no audio, and called parties behave as scripted' },
  answers: 'optional',
  sets: [],
  callbacks: ['statusCallback', 'recordingStatusCallback'],
  start(context, params) {
    const { Conference: [conference] = [], Queue: [queue] = [] } = params;
    const targets = targetsOf(context, params);
    if (!params.answerOnBridge) context.answer();
    if (conference && targets.length > 0) {
      context.problem('Conference cannot be combined with numbers (13000)');
      return dialled(context, params, { status: 'failed' });
    }
    if (conference) return enterConference(context, conference) ?? dialled(context, params, { status: 'failed' });
    if (queue) return dialQueue(context, queue, params);
    if (targets.length > 0) return dialLegs(context, targets, params);
    context.problem('<Dial> requires a number, or an element such as <Number> (13223)');
    return dialled(context, params, { status: 'failed' });
  },
  resume: (context, event, params) => resumed(context, event, params),
  hungUp(context, params) {
    const [conference] = params.Conference ?? [];
    if (conference) leaveConference(context, conference);
    endAtAction(context, params, fieldsOf(conference ? { status: 'answered' } : onHangup(context)));
  },
});

function resumed(context: StepContext, event: RunEvent, params: Dial): Outcome {
  const [conference] = params.Conference ?? [];
  if (conference && event.kind !== 'left') return waitInConference(context, conference);
  if (event.kind === 'left') {
    if (conference) leaveConference(context, conference);
    return dialled(context, params, { status: 'answered' });
  }
  const result = onLeg(context, event, params);
  return 'do' in result ? result : dialled(context, params, result);
}

/** Continues with the action or with the next verb. */
function dialled(context: StepContext, { action, method: by }: Dial, result: DialResult): Outcome {
  context.report(result.status);
  return action === undefined ? { do: 'next' } : continueAt(context, action, by, fieldsOf(result));
}

/** What the action receives. */
const fieldsOf = ({ status, leg_id, seconds, recording, isSip }: DialResult) => ({
  DialCallStatus: status,
  ...(leg_id !== undefined && { DialCallSid: leg_id }),
  ...(seconds !== undefined && { DialCallDuration: seconds }),
  ...(recording !== undefined && { RecordingUrl: recording }),
  ...(isSip && { DialSipCallId: leg_id, DialSipResponseCode: status === 'completed' ? 200 : 480 }),
});
