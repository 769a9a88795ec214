import type { Callback, SentCallback } from '../outbound/callbacks.js';
import type { CallScheduler } from '../ring/call-scheduler.js';
import type { State } from '../state/state.js';
import type { WebhookSender } from '../webhooks/webhook-sender.js';
import type { Cast, CastOptions, CastParty, CastResult, Expectation } from './cast.js';
import { CAST_URL, CastDocuments } from './cast-documents.js';
import { checkExpectation } from './expectations.js';
import { calledParty, callerParty, Names, type Party } from './party-story.js';
import { readCast } from './read-cast.js';
import { runCast } from './run-cast.js';

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
  const cast = await readCast(given, options.name ?? 'the cast');
  const documents = new CastDocuments(cast, options);
  const remove = webhooks.answerFirstBy(documents);
  try {
    const run = await runCast(state, scheduler, cast, documents, outcomeOf);
    const { callers, called = {} } = cast;
    const names = new Names(run, called);
    const parties = [
      ...Object.entries(callers).map(([name, { expect = [] }]) => checked(callerParty(run, names, name), expect)),
      ...Object.entries(called).map(([name, { number, expect = [] }]) =>
        checked(calledParty(run, names, name, number), expect),
      ),
    ];
    const failures = parties.flatMap(failuresOf);
    const uncalled = parties.filter(({ role }) => role.endsWith('not called')).map(({ name }) => `called ${name}`);
    return named({ parties, failures, unused: [...documents.replies.unused(), ...uncalled] });
  } finally {
    remove();
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
