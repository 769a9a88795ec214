import type { CastParty } from '../../sandbox/index.js';
import type { TestCase, TestSuite } from './junit.js';
import type { PerformedCast } from './ring-casts.js';

/** Returns a suite for each cast, with a case for each expectation and for the problems of a call. */
export const castSuites = (performed: readonly PerformedCast[]): TestSuite[] =>
  performed.map(({ file, result }) => ({
    name: file,
    cases: result.parties.flatMap((party) => casesOf(`${file}.${party.name}`, party)),
  }));

function casesOf(group: string, { expectations, call }: CastParty): TestCase[] {
  const expected = expectations.map(({ text, difference }) => ({
    ...{ group, name: text },
    failures: difference === '' ? [] : [difference],
  }));
  return [...expected, ...(call ? [{ group, name: 'has no problems', failures: call.problems }] : [])];
}
