import { scriptedCallee } from '../engine/acts/callee.js';
import type { RingOptions, StoryStep } from '../engine/run/story.js';
import { CALL_ENDED } from '../runs/start-run.js';
import type { State } from '../state/state.js';
import { allCalls, type Call } from '../subjects/calls/call.js';
import { calleeOf } from '../subjects/calls/callee.js';
import { documentsOf, type Route } from '../subjects/calls/route.js';
import { startCall } from '../subjects/calls/start-call.js';
import { after, between } from '../time/clock.js';
import type { CallScheduler } from './call-scheduler.js';
// Type-only cycle: a call to outside is followed as one from outside.
import type { Followed } from './ring.js';
import { personOf } from './scripted-person.js';
import { counted, waitText } from './stories.js';

interface Dialled {
  /** The number of the project, which is the caller. */
  readonly number: string;
  readonly to: string;
  readonly route: Route;
}

/** The script of the called party is that of the person on the line. */
export const scriptOfCalled = (options: RingOptions, to: string): RingOptions => {
  const { digits, speech } = options.answers?.[to] ?? {};
  return { ...(digits && { digits }), ...(speech && { speech }), ...options };
};

/** Calls a number outside. The document of the project's number runs when the called party answers. */
export async function dialOut(
  state: State,
  scheduler: CallScheduler,
  { number, to, route }: Dialled,
  options: RingOptions,
): Promise<Followed & { readonly id: string }> {
  if (route.kind !== 'document' && route.kind !== 'inline')
    throw new Error(`${number} has no document to run when ${to} answers: ${route.text}`);
  const script = options.answers?.[to];
  const { hangs_up_after_ms, ...callee } = script ? scriptedCallee(script) : calleeOf(state, to);
  const lasts = Math.min(options.hangup_after ?? Infinity, (hangs_up_after_ms ?? Infinity) / 1000);
  const { id } = startCall(state, {
    from: number,
    to,
    direction: 'outbound-api',
    source: route.kind === 'document' && route.language === 'cxml' ? 'laml' : 'realtime_api',
    url: route.kind === 'document' ? route.url : null,
    swml: route.kind === 'inline' ? route.swml : null,
    documents: documentsOf(route),
    callee: { ...callee, ...(Number.isFinite(lasts) && { hangs_up_after_ms: Math.round(lasts * 1000) }) },
    on_answer: { person: personOf(state, options) },
  });
  const run = await scheduler.follow(state, id, {
    ...options,
    ...(Number.isFinite(lasts) && { hangup_after: lasts }),
  });
  const call = allCalls(state).get(id);
  const steps = call ? [answerStep(call)] : [];
  const used = [to, ...(run?.used ?? [])];
  if (!run) {
    const ended = `not answered (${call?.is_declined ? 'declined' : (call?.status ?? 'ended')})`;
    return { id, requests: [], steps, problems: [], ended, left: { person: null, used } };
  }
  const isHungUp = run.outcome?.says === CALL_ENDED && call?.answered_at && call.ended_at === endAt(call, lasts);
  return {
    id,
    requests: run.webhooks,
    steps: [...steps, ...run.story],
    problems: counted(run.problems),
    ended: isHungUp ? `the called party hung up after ${lasts} s` : (run.outcome?.says ?? waitText(run)),
    left: { person: run.person, used },
  };
}

/** When a call ends whose called party stays for a number of seconds. */
const endAt = ({ answered_at }: Call, lasts: number): string | undefined =>
  answered_at !== null && Number.isFinite(lasts) ? after(answered_at, Math.round(lasts * 1000)) : undefined;

const REFUSED: Readonly<Record<string, string>> = {
  busy: 'is busy',
  'no-answer': 'does not answer',
  failed: 'cannot be reached',
};

/** What the called party did, before the document. Its times count from the answer. */
function answerStep({ to, created_at, answered_at, ended_at, status, machine, is_declined }: Call): StoryStep {
  const seconds = between(created_at, answered_at ?? ended_at ?? created_at) / 1000;
  const answers = machine ? 'an answering machine answers' : 'answers';
  const refused = is_declined ? 'declines' : (REFUSED[status] ?? 'does not take the call');
  const does = answered_at === null ? refused : answers;
  return { at: to, verb: 'dial', says: `${does} after ${seconds} s`, time: 0 };
}
