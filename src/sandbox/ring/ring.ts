import { asCode } from '../../util/index.js';
import { catchUp } from '../engine/run/catch-up.js';
import type { Ring, RingOptions } from '../engine/run/story.js';
import { allCallbacks, type Callback } from '../outbound/callbacks.js';
import { allRuns, type CallRun } from '../runs/call-run.js';
import { CALL_ENDED, inlineDocument, startRun } from '../runs/start-run.js';
import type { State } from '../state/state.js';
import { endCall, takeCall } from '../subjects/calls/answer.js';
import { allCalls } from '../subjects/calls/call.js';
import { documentsOf, type Route, routeOf } from '../subjects/calls/route.js';
import { startCall } from '../subjects/calls/start-call.js';
import { isServed } from '../subjects/fabric/store/stored-document.js';
import { ownNumber } from '../subjects/own-number.js';
import { allNumbers } from '../subjects/phone_numbers.js';
import { after } from '../time/clock.js';
import type { CallScheduler } from './call-scheduler.js';
import { dialOut, scriptOfCalled } from './dial-out.js';
import { offerCall } from './offer-call.js';
import { type Left, personOf, unusedIn } from './scripted-person.js';
import { checkResults } from './scripted-results.js';
import { callOf, counted, waitText } from './stories.js';

const MAX_LISTED = 10;
/** The schema of the options is loaded for the first call, because a start does not need it. */
const loadChecks = () => import('./ring-options.js');
const OUTSIDE_NUMBER = '+15035550147';

/** Simulates a call to a number: finds its route, requests the document from the user's server, and runs it. */
export async function ring(
  state: State,
  scheduler: CallScheduler,
  number: string,
  options: RingOptions = {},
): Promise<Omit<Ring, 'webhooks'> & { readonly webhooks: readonly Callback[] }> {
  (await loadChecks()).checkRingOptions(options);
  checkResults(options);
  const { from = OUTSIDE_NUMBER, to } = options;
  const owned = ownNumber(state, number) ?? allNumbers(state).get(number);
  if (!owned) throw unknownNumber(state, number);
  const last = lastCallback(state);
  state.clock.tick();
  const route = routeOf(state, owned);
  const webhooksOf = (id: string) => callbacksOf(state, id, last);
  if (to !== undefined) {
    const script = scriptOfCalled(options, to);
    const { id, left, ...followed } = await dialOut(state, scheduler, { number: owned.number, to, route }, script);
    return {
      ...{
        call_id: id,
        number: to,
        from: owned.number,
        route: describeRoute(state, route, owned.settings.call_handler),
      },
      ...followed,
      unused: unusedIn(state, script, left),
      outcome: allCalls(state).get(id)?.status ?? 'ended',
      webhooks: webhooksOf(id),
    };
  }
  const url = route.kind === 'document' ? route.url : null;
  const documents = documentsOf(route);
  const call = startCall(state, { from, to: owned.number, direction: 'inbound', url, documents, controlled: true });
  // The call rings while the document is fetched.
  state.clock.tick();
  catchUp(state);
  const { left, ...followed } = await follow(state, scheduler, { id: call.id, from, to: owned.number }, route, options);
  return {
    call_id: call.id,
    number: owned.number,
    from,
    route: describeRoute(state, route, owned.settings.call_handler),
    ...followed,
    unused: unusedIn(state, options, left),
    outcome: allCalls(state).get(call.id)?.status ?? 'ended',
    webhooks: webhooksOf(call.id),
  };
}

/** The callbacks because of a call, after the one with this position. */
export const callbacksOf = (state: State, id: string, last: number): Callback[] =>
  [...allCallbacks(state).since(last + 1)].flatMap(([, one]) => (isOfCall(state, id, one) ? one : []));

/** The position of the latest callback; -1 without any. */
export const lastCallback = (state: State): number => allCallbacks(state).newest().next().value?.[0] ?? -1;

/** Whether a callback belongs to a call or one of its legs. One that names no call, such as that of a message, may. */
function isOfCall(state: State, id: string, callback: Callback): boolean {
  const named = callOf(callback);
  if (named === undefined || named === id) return true;
  const { parent_id, far_end } = allCalls(state).get(named) ?? {};
  return parent_id === id || far_end === id;
}

export type Followed = Pick<Ring, 'requests' | 'steps' | 'problems' | 'ended'> & { readonly left?: Left };
interface Ends {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

async function follow(
  state: State,
  scheduler: CallScheduler,
  call: Ends,
  route: Route,
  options: RingOptions,
): Promise<Followed> {
  if (route.kind === 'client')
    return { ...NOTHING, ...offerCall(state, call, route, options), left: { person: null, used: [route.name] } };
  const ended = takeUp(state, call, route, options);
  if (ended) return ended;
  await scheduler.follow(state, call.id, options);
  return followedRun(state, call.id, options);
}

const NOTHING = { requests: [], steps: [], problems: [] } as const;

/** Starts the document that answers a call. Returns what happened instead if the route has none. */
export function takeUp(
  state: State,
  { id }: Pick<Ends, 'id'>,
  route: Exclude<Route, { kind: 'client' }>,
  options: RingOptions,
): Followed | undefined {
  const at = state.clock.now().toISOString();
  if (route.kind === 'nowhere') {
    endCall(state, id, route.text, 'failed', at);
    return { ...NOTHING, problems: [route.text], ended: 'not answered' };
  }
  if (route.kind === 'elsewhere') {
    takeCall(state, id, at);
    const problem = `not simulated: ${route.text} answers, and nothing else happens`;
    return { ...NOTHING, problems: [problem], ended: `connected to ${route.text}` };
  }
  const start = route.kind === 'inline' ? { document: inlineDocument(route.swml) } : { urls: documentsOf(route) };
  startRun(state, { call_id: id, start, person: personOf(state, options) }, at);
  const { hangup_after } = options;
  if (hangup_after !== undefined)
    state.schedule.add({ at: after(at, Math.round(hangup_after * 1000)), what: 'caller hangs up', of: id });
  return undefined;
}

/** What happened in a call that was followed. */
export function followedRun(state: State, id: string, { hangup_after }: RingOptions): Followed {
  const run = allRuns(state).get(id);
  if (!run) throw new Error('the call was removed while it ran');
  return {
    requests: run.webhooks,
    steps: run.story,
    problems: counted(run.problems),
    ended: endOf(state, run, hangup_after),
    left: run,
  };
}

/** How the call ended. The run does not know why another event ended its call. */
function endOf(state: State, run: CallRun, hangup_after: number | undefined): string {
  const { id, started_at, outcome } = run;
  if (outcome === null) return waitText(run);
  const { ended_at } = allCalls(state).get(id) ?? {};
  const isHungUp = hangup_after !== undefined && ended_at === after(started_at, Math.round(hangup_after * 1000));
  return isHungUp && outcome.says === CALL_ENDED ? `the caller hung up after ${hangup_after} s` : outcome.says;
}

function unknownNumber(state: State, number: string): Error {
  if (typeof number !== 'string')
    return new TypeError(`ring(number): number must be a string in E.164, such as ${exampleOf(state)}`);
  const all = [...allNumbers(state)].map((one) => one.number);
  const listed = all.length > MAX_LISTED ? [...all.slice(0, MAX_LISTED), '…'] : all;
  return new Error(`${String(number)} is not a number of this project. Its numbers: ${listed.join(', ') || 'none'}`);
}

/** A number of the project that something answers. */
function exampleOf(state: State): string {
  const all = [...allNumbers(state)];
  const { number } = all.find((one) => routeOf(state, one).kind !== 'nowhere') ?? all[0] ?? {};
  return number === undefined ? 'that of `number.number`' : asCode(number);
}

export function describeRoute(state: State, route: Route, handler: unknown): string {
  if (route.kind === 'document') {
    const served = isServed(state, route.url) ? ' (served by the sandbox)' : '';
    return `${String(handler)}: ${route.method} ${route.url}${served}`;
  }
  return route.kind === 'nowhere' ? 'none' : `${String(handler)}: ${route.text}`;
}
