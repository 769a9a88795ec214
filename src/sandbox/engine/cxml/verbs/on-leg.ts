import { allCalls, durationMs } from '../../../subjects/calls/call.js';
import { hangUpById } from '../../../subjects/calls/lifecycle.js';
import { isOver } from '../../../subjects/calls/states.js';
import { allRecordings, startRecording, stopRecording } from '../../../subjects/recordings/recording.js';
import { after } from '../../../time/clock.js';
import type { Outcome, RunEvent } from '../../run/outcome.js';
import { startRun } from '../../run/start-run.js';
import type { StepContext } from '../../run/step-context.js';
import { answererOf, bridge, unbridgeHere } from '../../verbs/routing/dial.js';
import { limitTalk } from '../../verbs/routing/queue-agents.js';
// Type-only cycle: the verb declares the attributes that its stages read.
import type { Dial } from './dial.js';
import { dialQueue, type Target } from './dial-legs.js';
import { recordingUrl } from './record.js';

type Leg = Target & { readonly id: string };
interface Dialling {
  readonly legs: readonly Leg[];
  readonly phase: 'ringing' | 'connected';
  readonly recording?: string;
  /** The result if no other leg answers. */
  readonly status?: string;
}

export interface DialResult {
  readonly status: string;
  readonly leg_id?: string;
  readonly seconds?: number;
  readonly recording?: string;
  readonly isSip?: boolean;
}

const RESULTS: Readonly<Record<string, string>> = {
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  canceled: 'canceled',
  refused: 'no-answer',
  ended: 'no-answer',
};

/** Follows the legs of a Dial: the first that answers, and accepts, is connected; its end continues the document. */
export function onLeg(context: StepContext, event: RunEvent, params: Dial): Outcome | DialResult {
  const dialling = context.data as unknown as Dialling; // Written by `dialLegs` and by this file.
  const waits = (data: Dialling): Outcome => ({ do: 'wait', for: 'leg', data: { ...data } });
  if (event.kind === 'time' && dialling.phase === 'ringing' && dialling.legs.length === 0)
    return { status: 'no-answer' };
  if (event.kind !== 'leg') return waits(dialling);
  const { Queue: [queue] = [] } = params;
  if (event.status === 'queued' && queue && dialling.legs.length === 0) return dialQueue(context, queue, params);
  const leg = dialling.legs.find(({ id }) => id === event.leg_id);
  if (!leg) return waits(dialling);
  if (dialling.phase === 'connected') {
    const isEnd = allCalls(context.state).get(leg.id)?.status !== 'answered';
    return isEnd ? completed(context, leg, dialling) : waits(dialling);
  }
  if (event.status === 'answered' && leg.url !== undefined) {
    askCallee(context, leg);
    return waits(dialling);
  }
  if (event.status === 'answered' || event.status === 'confirmed')
    return waits(connect(context, leg, dialling, params));
  if (!(event.status in RESULTS)) return waits(dialling);
  const status = RESULTS[event.status] ?? 'failed';
  context.report(`${leg.to}: ${event.status === 'refused' ? 'refused' : status}`);
  hangUpById(context.state, leg.id, context.at, 'the called party refused');
  const legs = dialling.legs.filter(({ id }) => id !== leg.id);
  return legs.length > 0 ? waits({ ...dialling, legs, status }) : { status, isSip: leg.noun === 'Sip' };
}

/** Runs the document for the called party. Its end without a refusal connects the caller. */
function askCallee(context: StepContext, { id, to, url = '', method }: Leg): void {
  const { digits = [], speech = [] } = context.answerFor(to) ?? {};
  const base = context.frame.document.url ?? undefined;
  const target = URL.canParse(url, base) ? new URL(url, base).href : url;
  const start = { urls: [{ url: target, method, language: 'cxml' }] } as const;
  const person = { digits, speech, answers: {} };
  startRun(context.state, { call_id: id, start, person, parent_id: context.call.id }, context.at);
}

function connect(context: StepContext, leg: Leg, { legs }: Dialling, { record, ...params }: Dial): Dialling {
  const { state, at } = context;
  for (const { id } of legs) if (id !== leg.id) hangUpById(state, id, at, 'another party answered');
  context.answer();
  bridge(context, leg.id);
  context.report(
    `connected to ${answererOf(context, leg)}${leg.sendDigits === undefined ? '' : `, sends ${leg.sendDigits}`}`,
  );
  if (leg.noun === 'Queue') limitTalk(context, params.Queue?.[0]?.text ?? '', leg.id);
  if (params.timeLimit !== undefined)
    state.schedule.add({ at: after(at, params.timeLimit * 1000), what: 'call hangs up', of: leg.id });
  if (record === 'do-not-record') return { legs: [leg], phase: 'connected' };
  const { recordingStatusCallback: url, recordingStatusCallbackMethod: method } = params;
  const { recordingStatusCallbackEvent: events = ['completed'], recordingTrack: track, trim } = params;
  const callback = url === undefined ? null : ({ style: 'compat', url, method, events } as const);
  const stereo = record.endsWith('-dual');
  const start = { source: 'RecordVerb', call_id: context.call.id, leg: 'pstn', stereo, track, trim, callback } as const;
  return { legs: [leg], phase: 'connected', recording: startRecording(state, start, at).id };
}

/** The result of a Dial whose call has ended. The legs ended with it. */
export function onHangup(context: StepContext): DialResult {
  const dialling = context.data as unknown as Dialling; // Written by `dialLegs` and by this file.
  const [leg] = dialling.legs;
  return leg && dialling.phase === 'connected' ? completed(context, leg, dialling) : { status: 'canceled' };
}

function completed(context: StepContext, leg: Leg, { recording: id }: Dialling): DialResult {
  const { state, at } = context;
  const ended = allCalls(state).get(leg.id);
  unbridgeHere(context);
  const recording = id === undefined ? undefined : allRecordings(state).get(id);
  if (recording) stopRecording(state, recording, at);
  const seconds = ended && isOver(ended.status) ? Math.round((durationMs(ended) ?? 0) / 1000) : 0;
  const found = { status: 'completed', leg_id: leg.id, seconds, isSip: leg.noun === 'Sip' };
  return recording ? { ...found, recording: recordingUrl(context, recording.id) } : found;
}
