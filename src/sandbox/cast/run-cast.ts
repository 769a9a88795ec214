import { UsageError } from '../../util/index.js';
import type { Ring, RingOptions, StoryCallback } from '../engine/run/story.js';
import type { Callback, SentCallback } from '../outbound/callbacks.js';
import type { CallScheduler, Start } from '../ring/call-scheduler.js';
import { callbacksOf, describeRoute, type Followed, followedRun, lastCallback, takeUp } from '../ring/ring.js';
import { unusedIn } from '../ring/scripted-person.js';
import { checkResults } from '../ring/scripted-results.js';
import { failedCallbacks, storyCallbacks } from '../ring/story-callbacks.js';
import type { State } from '../state/state.js';
import { allCalls, type Call } from '../subjects/calls/call.js';
import { documentsOf, type Route, routeOf } from '../subjects/calls/route.js';
import { startCall } from '../subjects/calls/start-call.js';
import { ownNumber } from '../subjects/own-number.js';
import { allNumbers } from '../subjects/phone_numbers.js';
import { after } from '../time/clock.js';
import { CAST_URL, type CastDocument, type CastDocuments } from './cast-documents.js';
import { type CastFile, secondsOf } from './cast-schema.js';
import { latestCall, PresenceLog } from './presence.js';

/** What the calls of a cast did, before it is compared with what is expected. */
export interface CastRun {
  readonly state: State;
  /** When the cast began. */
  readonly start: string;
  /** The position of the latest call before the cast. */
  readonly after: number;
  readonly presence: PresenceLog;
  /** The calls of the callers, by name. A caller whose call never began has none. */
  readonly calls: ReadonlyMap<string, CallerRun>;
}

export interface CallerRun {
  readonly id: string;
  readonly ring: Ring;
}

/** The call rings while the document is fetched. */
const RINGS_SECONDS = 1;

export interface Caller {
  readonly name: string;
  readonly to: string;
  readonly from: string;
  readonly route: Route;
  readonly description: string;
  readonly options: RingOptions;
  /** The answers of its own script. */
  readonly answers: Answers;
}

/** Lets all callers of a cast call at their times, and follows the calls to their ends. */
export async function runCast(
  state: State,
  scheduler: CallScheduler,
  cast: CastFile,
  people: readonly Caller[],
  outcomeOf: (callback: Callback) => SentCallback,
): Promise<CastRun> {
  const lastSent = lastCallback(state);
  const latest = latestCall(state);
  const start = state.clock.now().toISOString();
  const presence = new PresenceLog(latest);
  const begun = new Map<string, { readonly caller: Caller; readonly id: string; ended?: Followed }>();
  const starts = people.map((caller): Start => {
    const at = after(start, Math.round(secondsOf(cast.callers[caller.name]?.after ?? 0) * 1000));
    const begin = () => {
      const { id } = startCaller(state, caller);
      begun.set(caller.name, { caller, id });
      const answer = () => {
        const ended = answerCaller(state, id, caller);
        if (!ended) return { follow: { id, options: caller.options } };
        begun.set(caller.name, { caller, id, ended });
        return {};
      };
      return { next: { at: after(at, RINGS_SECONDS * 1000), begin: answer } };
    };
    return { at, begin };
  });
  await scheduler.followAll(state, starts, () => presence.look(state));
  const calls = [...begun].map(([name, { caller, id, ended }]): [string, CallerRun] => [
    name,
    ringOf(state, id, caller, ended, storyCallbacks(state, id, callbacksOf(state, id, lastSent), outcomeOf)),
  ]);
  return { state, start, after: latest, presence, calls: new Map(calls) };
}

/** The callers of a cast with what answers each. Throws a `UsageError` for one that cannot call. */
export function callersOf(state: State, cast: CastFile, documents: CastDocuments): Caller[] {
  const numbers = [...allNumbers(state)].map(({ number }) => number);
  const called = Object.values(cast.called ?? {}).map(({ number, expect: _, ...answer }) => [
    number,
    {
      ...personIn(answer),
      ...(answer.outcome !== undefined && { outcome: answer.outcome }),
      ...(answer.after !== undefined && { after: secondsOf(answer.after) }),
    },
  ]);
  const known: CastDocument[] = [];
  return Object.entries(cast.callers).map(([name, given], index): Caller => {
    const { to, document, from = outsideNumber(index), answers = {} } = given;
    const found = document === undefined ? undefined : documents.documentOf(name, document);
    if (found && !known.some(({ url }) => url === found.url)) known.push(found);
    const position = known.findIndex(({ url }) => url === found?.url);
    // Callers of one document call one number.
    const number = to ?? numbers[position] ?? sampleNumber(position);
    const options = { ...personIn(given), answers: { ...Object.fromEntries(called), ...answers } } as RingOptions;
    checkScript(name, options);
    const route: Route = found ? { kind: 'document', method: 'POST', ...found } : routeTo(state, name, number);
    return {
      name,
      to: number,
      from,
      route,
      options,
      answers: answers as Answers,
      description: found?.name ?? describeTo(state, number, route),
    };
  });
}

/** A result that a verb never has is a mistake of the cast. */
function checkScript(caller: string, options: RingOptions): void {
  try {
    checkResults(options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`callers.${caller}.${error.message}`, { cause: error });
  }
}

type Answers = NonNullable<RingOptions['answers']>;

/** The number of a document that no number of the sandbox is left for. */
const sampleNumber = (index: number) => `+1206555${String(100 + index).padStart(4, '0')}`;
const outsideNumber = (index: number) => `+1503555${String(147 + index).padStart(4, '0')}`;

function routeTo(state: State, caller: string, number: string): Route {
  const owned = ownNumber(state, number);
  if (!owned) {
    const all = [...allNumbers(state)].map((one) => one.number).slice(0, 10);
    const known = all.join(', ') || 'none';
    throw new UsageError(`callers.${caller}.to: ${number} is not a number of this project. Its numbers: ${known}`);
  }
  return routeOf(state, owned);
}

const describeTo = (state: State, number: string, route: Route): string =>
  describeRoute(state, route, ownNumber(state, number)?.settings.call_handler);

/** The script of a person, as the options of a ring have it. */
function personIn({
  digits,
  speech,
  hangup_after,
}: Pick<CastFile['callers'][string], 'digits' | 'speech' | 'hangup_after'>) {
  return {
    ...(digits && { digits: digits.map((one) => (one === null ? null : String(one))) }),
    ...(speech && { speech }),
    ...(hangup_after !== undefined && { hangup_after: secondsOf(hangup_after) }),
  };
}

function startCaller(state: State, { from, to, route }: Caller): Call {
  const url = route.kind === 'document' ? route.url : null;
  return startCall(state, { from, to, direction: 'inbound', url, documents: documentsOf(route), controlled: true });
}

/** Runs what answers the call. Returns what happened if the route has no document. */
function answerCaller(state: State, id: string, { route, options }: Caller): Followed | undefined {
  if (route.kind !== 'client') return takeUp(state, { id }, route, options);
  const elsewhere = { kind: 'elsewhere', text: route.text } as const;
  return takeUp(state, { id }, elsewhere, options);
}

function ringOf(
  state: State,
  id: string,
  { from, to, route, description, options, answers }: Caller,
  ended: Followed | undefined,
  webhooks: readonly StoryCallback[],
): CallerRun {
  const own = route.kind === 'document' && route.url.startsWith(CAST_URL) ? route.url : undefined;
  const { left, ...followed } = ended ?? followedRun(state, id, options);
  const ring = {
    ...{ call_id: id, number: to, from, route: description },
    ...followed,
    problems: [...followed.problems, ...failedCallbacks(webhooks)],
    // The request for the document that the cast names is not the author's.
    requests: followed.requests.filter(({ url }, i) => i > 0 || url !== own),
    unused: unusedIn(state, { ...options, answers }, left),
    outcome: allCalls(state).get(id)?.status ?? 'ended',
    webhooks,
  };
  return { id, ring };
}
