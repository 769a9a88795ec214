import { asCode } from '../../util/index.js';
import type {
  CallStory,
  CallSummary,
  RunMoment,
  StoryCallback,
  StoryMoment,
  StoryStep,
  TimedStep,
} from '../engine/run/story.js';
import { allCallbacks, type Callback, type SentCallback } from '../outbound/callbacks.js';
import { isRecord } from '../request/read-json.js';
import { allRuns, type CallRun, firstUrl } from '../runs/call-run.js';
import { CALL_ENDED } from '../runs/start-run.js';
import type { State } from '../state/state.js';
import { allCalls, type Call } from '../subjects/calls/call.js';
import { isOver } from '../subjects/calls/states.js';
import { between } from '../time/clock.js';
import { unusedOf } from './scripted-person.js';
import { storyCallbacks } from './story-callbacks.js';

/** All calls that the sandbox keeps, the latest last. */
export const callsOf = (state: State): CallSummary[] => [...allCalls(state)].map((call) => summaryOf(state, call));

const byParent = ({ parent_id }: Call) => parent_id ?? undefined;

/** The error for a story without an id. Names the latest call. */
function noId(state: State): TypeError {
  const last = [...allCalls(state)].at(-1)?.id;
  const example = last === undefined ? 'that of `call.id`' : asCode(last);
  return new TypeError(`story(id): id must be the id of a call, such as ${example}. sandbox.calls() lists the calls`);
}

/** What happened in a call, however it began. The beginning of an id is enough. Throws for an unknown one. */
export function storyOf(state: State, id: string, sent: (callback: Callback) => SentCallback): CallStory {
  if (typeof id !== 'string') throw noId(state);
  const call =
    allCalls(state).get(id) ?? only([...allCalls(state)].filter((one) => id !== '' && one.id.startsWith(id)));
  if (!call) throw new Error(`there is no call ${id}. sandbox.calls() lists the calls`);
  const { steps: _, ...summary } = summaryOf(state, call);
  const run = allRuns(state).get(call.id);
  const start = run?.start;
  const webhooks = storyCallbacks(state, call.id, ofCall(state, call), sent);
  return {
    ...summary,
    steps: run ? timedSteps(state, run, call) : [],
    moments: momentsOf(state, run, webhooks),
    document: start ? firstUrl(start) : (call.documents[0]?.url ?? null),
    swml: (start && 'document' in start && start.document.url === null ? start.document.value : call.swml) ?? null,
    document_started: run ? run.started_at : null,
    now: state.clock.now().toISOString(),
    requests: run?.webhooks ?? [],
    problems: counted(run?.problems ?? []),
    unused: run ? unusedOf(run) : [],
    ended: endOf(call, run),
    webhooks,
    called: allCalls(state)
      .withKey(byParent, call.id)
      .map((leg) => summaryOf(state, leg)),
    variables: run?.vars ?? {},
  };
}

/** The callbacks of a call, and of the calls that its steps dialled. */
function ofCall(state: State, { id }: Call): Callback[] {
  const legs = new Set([
    id,
    ...allCalls(state)
      .withKey(byParent, id)
      .map((leg) => leg.id),
  ]);
  return [...allCallbacks(state)].filter((one) => legs.has(callOf(one) ?? ''));
}

/** The moments of a run and the callbacks, in order. Of a state of an earlier version, only their times are known. */
function momentsOf(state: State, run: CallRun | undefined, webhooks: readonly StoryCallback[]): StoryMoment[] {
  const order = new Map([...allCallbacks(state).ids()].map((id, index) => [id, index]));
  const moments: StoryMoment[] = [];
  let next = 0;
  let latest = -1;
  const addUntil = (isBefore: (callback: StoryCallback) => boolean): void => {
    for (let one = webhooks[next]; one && isBefore(one); one = webhooks[++next])
      moments.push({ time: one.time, step: null, webhook: next });
  };
  for (const { after_callback, ...moment } of run?.moments ?? earlierMoments(run)) {
    latest = order.get(after_callback ?? '') ?? latest;
    addUntil(({ id, time }) => time < moment.time || (order.get(id) ?? Infinity) <= latest);
    moments.push(moment);
  }
  addUntil(() => true);
  return moments;
}

/** A state of an earlier version has the steps only. */
const earlierMoments = (run: CallRun | undefined): RunMoment[] =>
  (run?.story ?? []).map(({ time, says }, step) => ({ time, step, ...(says !== '' && { text: says }) }));

const only = (calls: readonly Call[]): Call | undefined => (calls.length === 1 ? calls[0] : undefined);

function summaryOf(state: State, call: Call): CallSummary {
  const { id, from, to, direction, status, created_at, ended_at, parent_id } = call;
  const run = allRuns(state).get(id);
  return {
    ...{ id, from, to, status, started: created_at, parent: parent_id },
    direction: direction === 'inbound' ? 'inbound' : 'outbound',
    duration: ended_at === null ? null : between(created_at, ended_at) / 1000,
    steps: run?.story.length ?? 0,
    failure: failureOf(call, run),
  };
}

/** A step lasts until the next one begins; the last one until the call ends. */
function timedSteps(state: State, { story, started_at, outcome }: CallRun, { ended_at }: Call): TimedStep[] {
  const end = ended_at ?? (outcome === null ? null : state.clock.now().toISOString());
  const last = end === null ? null : between(started_at, end) / 1000;
  return story.map((step: StoryStep, index) => {
    const next = story[index + 1]?.time ?? last;
    return { ...step, duration: next === null ? null : Math.round(Math.max(0, next - step.time) * 1000) / 1000 };
  });
}

function endOf(call: Call, run: CallRun | undefined): string {
  const says = run?.outcome?.says;
  if (says === undefined) return isOver(call.status) ? reasonOf(call) : 'the call continues';
  if (says !== CALL_ENDED || !isOver(call.status)) return says;
  // The run does not know why another event ended its call. A command gives its reason as one word.
  const reason = reasonOf(call);
  return reason.includes(' ') ? reason : reason === call.status ? says : `${says} (${reason})`;
}

const REFUSALS: Readonly<Partial<Record<Call['status'], string>>> = {
  busy: 'busy',
  'no-answer': 'no answer',
  canceled: 'canceled',
};

/** Why a call failed, in a few words. */
function failureOf(call: Call, run: CallRun | undefined): string | null {
  const refusal = call.is_declined && call.status === 'busy' ? 'declined' : REFUSALS[call.status];
  if (refusal !== undefined) return refusal;
  const { says = '' } = run?.outcome ?? {};
  if (/^(?:dropped|stopped)\b/.test(says)) {
    const { status = 200, isOffline = false } = run?.webhooks.findLast(({ problem }) => problem !== null) ?? {};
    if (!says.startsWith('dropped: no document') || status === 200) return 'document error';
    return isOffline
      ? 'server not reached'
      : status === null
        ? 'no response from the server'
        : `server status ${status}`;
  }
  if (call.status !== 'failed') return null;
  const reason = reasonOf(call);
  return reason.includes(' ') ? reason : 'failed';
}

/** Why a call ended, from its log. */
function reasonOf({ log, status }: Call): string {
  const { details = {} } = log.findLast(({ name }) => name === 'calling.call.ended') ?? {};
  return 'reason' in details ? String(details.reason) : status;
}

/** The call that a callback is about, if it names one. */
export function callOf({ payload }: Pick<Callback, 'payload'>): string | undefined {
  const { params, CallSid } = payload;
  const named = isRecord(params) ? params.call_id : CallSid;
  return typeof named === 'string' && named !== '' ? named : undefined;
}

/** A problem that repeats, as in a loop, is one line with its count. */
export function counted(problems: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of problems) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([problem, count]) => (count === 1 ? problem : `${problem} (${count} times)`));
}

const WAITS: Readonly<Record<string, string>> = {
  place: 'waits for other participants',
  stop: 'continues until a command stops it',
  leg: 'is connected',
  time: 'waits until the call ends',
};

/** What a run waits for that does not end. */
export const waitText = ({ waiting, story }: CallRun): string =>
  `at ${story.at(-1)?.at ?? 'the start'}: ${WAITS[waiting?.for ?? ''] ?? 'waits'}`;
