import { continueRun } from '../engine/run/advance.js';
import { allRuns, type CallRun, type ScriptedPerson } from '../engine/run/call-run.js';
import type { Input } from '../engine/run/outcome.js';
import { inlineDocument, startRun } from '../engine/run/start-run.js';
import type { Entries, Prompt, Ring, RingOptions } from '../engine/run/story.js';
import { allCallbacks } from '../outbound/callbacks.js';
import type { RequestSender } from '../outbound/send-requests.js';
import type { State } from '../state/state.js';
import { endCall, takeCall } from '../subjects/calls/answer.js';
import { allCalls } from '../subjects/calls/call.js';
import { isEnd } from '../subjects/calls/ends.js';
import { startCall } from '../subjects/calls/start-call.js';
import { isServed } from '../subjects/fabric/store/stored-document.js';
import { catchUp } from '../subjects/index.js';
import { ownNumber } from '../subjects/own-number.js';
import { allNumbers } from '../subjects/phone_numbers.js';
import { after } from '../time/clock.js';
import { offerCall } from './offer-call.js';
import { documentsOf, type Route, routeOf } from './route.js';

const MAX_LISTED = 10;
const OUTSIDE_NUMBER = '+15035550147';

/** Simulates a call to a number: finds its route, requests the document from the user's server, and runs it. */
export async function ring(
  state: State,
  sender: RequestSender,
  number: string,
  options: RingOptions = {},
): Promise<Ring> {
  const { from = OUTSIDE_NUMBER } = options;
  checkOptions(options, from);
  const owned = ownNumber(state, number) ?? allNumbers(state).get(number);
  if (!owned) throw unknownNumber(state, number);
  const [last] = allCallbacks(state).newest().next().value ?? [-1];
  state.clock.advance(1);
  const route = routeOf(state, owned);
  const url = route.kind === 'document' ? route.url : null;
  const documents = documentsOf(route);
  const call = startCall(state, { from, to: owned.number, direction: 'inbound', url, documents, controlled: true });
  // The call rings while the document is fetched.
  state.clock.advance(1);
  catchUp(state);
  const told = await follow(state, sender, { id: call.id, from, to: owned.number }, route, options);
  return {
    call_id: call.id,
    number: owned.number,
    from,
    route: describe(state, route, owned.settings.call_handler),
    ...told,
    outcome: allCalls(state).get(call.id)?.status ?? 'ended',
    webhooks: [...allCallbacks(state).since(last + 1)].map(([, callback]) => callback),
  };
}

type Told = Pick<Ring, 'requests' | 'steps' | 'problems' | 'ended'>;
interface Ends {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

async function follow(
  state: State,
  sender: RequestSender,
  call: Ends,
  route: Route,
  options: RingOptions,
): Promise<Told> {
  const { id } = call;
  const at = state.clock.now().toISOString();
  const nothing = { requests: [], steps: [], problems: [] };
  if (route.kind === 'nowhere') {
    endCall(state, id, route.says, 'failed', at);
    return { ...nothing, problems: [route.says], ended: 'not answered' };
  }
  if (route.kind === 'client') return { ...nothing, ...offerCall(state, call, route, options) };
  if (route.kind === 'elsewhere') {
    takeCall(state, id, at);
    const problem = `not simulated: ${route.says} answers, and nothing else happens`;
    return { ...nothing, problems: [problem], ended: `connected to ${route.says}` };
  }
  const start = route.kind === 'inline' ? { document: inlineDocument(route.swml) } : { urls: documentsOf(route) };
  startRun(state, { call_id: id, start, person: personOf(options) }, at);
  const { hangup_after } = options;
  if (hangup_after !== undefined)
    state.schedule.add({ at: after(at, Math.round(hangup_after * 1000)), what: 'caller hangs up', of: id });
  const run = await drive(state, sender, id, options);
  return {
    requests: run.webhooks,
    steps: run.story,
    problems: run.problems,
    ended: run.outcome?.says ?? waitingSays(run),
  };
}

/** Runs a document to its end: moves the clock, waits for responses, and enters what the functions return. */
async function drive(state: State, sender: RequestSender, id: string, options: RingOptions): Promise<CallRun> {
  for (;;) {
    catchUp(state);
    const run = allRuns(state).get(id);
    if (!run) throw new Error('the call was removed while it ran');
    const { waiting } = run;
    // A step may still send something after the call has ended.
    const response = sender.next(state, id);
    if (response) await response;
    else if (waiting === null || run.outcome !== null) return run;
    else if (waiting.for === 'input') enterNext(state, run, options);
    else {
      const next = state.schedule.nextAt();
      if (next === undefined || (waiting.until === null && !isAwaited(run, options))) return run;
      if (next > state.clock.now().toISOString()) state.clock.set(next);
    }
  }
}

/** Whether something will continue a run that waits without a time limit. */
const isAwaited = ({ waiting }: CallRun, { hangup_after }: RingOptions): boolean =>
  waiting?.for === 'leg' || hangup_after !== undefined;

/** Enters what the caller's function returns for the prompt. */
function enterNext(state: State, { id, waiting }: CallRun, { digits, speech }: RingOptions): void {
  const prompt = waiting?.data.prompt as Prompt; // Every wait for input has its prompt.
  const at = state.clock.now().toISOString();
  const entered = (kind: 'digits' | 'speech', entries: Entries | undefined): Input => {
    const text = typeof entries === 'function' && prompt.accepts.includes(kind) ? entries(prompt) : null;
    if (typeof text !== 'string' || text === '') return null;
    return kind === 'digits' ? { digits: text } : { speech: text };
  };
  const input = entered('digits', digits) ?? entered('speech', speech);
  continueRun(state, id, waiting?.token ?? 0, { kind: 'input', input }, at);
}

const personOf = ({ digits = [], speech = [], answers = {} }: RingOptions): ScriptedPerson => ({
  digits: typeof digits === 'function' ? 'asked' : [...digits],
  speech: typeof speech === 'function' ? 'asked' : [...speech],
  answers,
});

const WAITS: Readonly<Record<string, string>> = {
  place: 'waits for other participants',
  stop: 'continues until a command stops it',
  leg: 'is connected',
  time: 'waits until the call ends',
};
const waitingSays = ({ waiting, story }: CallRun): string =>
  `at ${story.at(-1)?.at ?? 'the start'}: ${WAITS[waiting?.for ?? ''] ?? 'waits'}`;

function checkOptions({ hangup_after, digits, speech, answers }: RingOptions, from: string): void {
  const refuse = (problem: string) => new TypeError(`ring(number, options): ${problem}`);
  if (!isEnd(from))
    throw new TypeError(
      'ring(number, { from }): from must be a number in E.164, such as +15035550147, or a SIP address',
    );
  if (hangup_after !== undefined && !(hangup_after >= 0 && hangup_after <= MAX_SECONDS))
    throw refuse(`hangup_after must be a number of seconds up to ${MAX_SECONDS}`);
  for (const [name, entries] of Object.entries({ digits, speech })) {
    const isList = Array.isArray(entries) && entries.every((one) => one === null || typeof one === 'string');
    if (entries !== undefined && typeof entries !== 'function' && !isList)
      throw refuse(`${name} must be a list of strings, one for each prompt, or a function of the prompt`);
  }
  if (answers !== undefined && (typeof answers !== 'object' || answers === null || Array.isArray(answers)))
    throw refuse('answers must be an object, such as { "+15035550100": { "outcome": "busy" } }');
}
const MAX_SECONDS = 86_400;

function unknownNumber(state: State, number: string): Error {
  const all = [...allNumbers(state)].map((one) => one.number);
  const listed = all.length > MAX_LISTED ? [...all.slice(0, MAX_LISTED), '…'] : all;
  return new Error(`${String(number)} is not a number of this project. Its numbers: ${listed.join(', ') || 'none'}`);
}

function describe(state: State, route: Route, handler: unknown): string {
  if (route.kind === 'document') {
    const served = isServed(state, route.url) ? ' (served by the sandbox)' : '';
    return `${String(handler)}: ${route.method} ${route.url}${served}`;
  }
  return route.kind === 'nowhere' ? 'none' : `${String(handler)}: ${route.says}`;
}
