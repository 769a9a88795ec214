import { UsageError } from '../../util/index.js';
import type { Callback, SentCallback } from '../outbound/callbacks.js';
import type { CallScheduler } from '../ring/call-scheduler.js';
import type { State } from '../state/state.js';
import type { WebhookSender } from '../webhooks/webhook-sender.js';
import type { Cast, CastOptions, CastParty, CastResult, Expectation } from './cast.js';
import { CAST_URL, CastDocuments } from './cast-documents.js';
import { checkExpectation } from './expectations.js';
import { calledParty, callerParty, Names, type Party } from './party-story.js';
import { readCast } from './read-cast.js';
import { callersOf, runCast } from './run-cast.js';

interface Stage {
  readonly state: State;
  readonly scheduler: CallScheduler;
  readonly webhooks: WebhookSender;
  readonly outcomeOf: (callback: Callback) => SentCallback;
}

/** Reads a cast, lets its people call, and compares what happens with what is expected. */
export async function performCast(
  { state, scheduler, webhooks, outcomeOf }: Stage,
  given: Cast | string,
  options: CastOptions,
): Promise<CastResult> {
  const { name = 'the cast' } = options;
  const cast = await readCast(given, name);
  const documents = new CastDocuments(cast, options);
  const remove = webhooks.answerFirstBy(documents);
  try {
    const people = inCast(name, () => callersOf(state, cast, documents));
    const run = await runCast(state, scheduler, cast, people, outcomeOf);
    const { callers, called = {} } = cast;
    const names = new Names(run, called);
    const parties = [
      ...Object.entries(callers).map(([name, { expect = [] }]) => checked(callerParty(run, names, name), expect)),
      ...Object.entries(called).map(([name, { number, expect = [] }]) =>
        checked(calledParty(run, names, name, number), expect),
      ),
    ];
    const failures = parties.flatMap(failuresOf);
    const uncalled = parties.filter(({ name, story }) => Object.hasOwn(called, name) && story.length === 0);
    return named({
      parties,
      failures,
      unused: [...documents.replies.unused(), ...uncalled.map((one) => `called ${one.name}`)],
    });
  } finally {
    remove();
  }
}

/** Names the cast in the errors of its callers. */
function inCast<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${name}: ${error.message}`, { cause: error });
  }
}

function checked(party: Party, expected: readonly object[]): CastParty {
  const { name, role, story, ring } = party;
  // The schema of a called person has fewer expectations.
  const expectations = expected.map((one) => checkExpectation(party, one as Expectation));
  return { name, role, story, expectations, ...(ring && { call: ring }) };
}

function failuresOf({ name, expectations, call }: CastParty): string[] {
  const unmet = expectations.filter(({ isMet }) => !isMet).map(({ difference }) => `${name}: ${difference}`);
  return [...unmet, ...(call?.problems ?? []).map((problem) => `${name}: ${problem}`)];
}

/** The result without the address of the documents, which means nothing to the reader. */
const named = (result: CastResult): CastResult => JSON.parse(JSON.stringify(result).replaceAll(CAST_URL, ''));
