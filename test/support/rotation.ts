// Laws over thousands of generated cases run a share of them in each run: `npm run test:long` runs all.
// 20 runs with successive numbers run each case at least once.
import { execFileSync } from 'node:child_process';

const SHARES = 20;

/** Set by `npm run test:long`. */
export const IS_LONG = process.env.PATCHBAY_TEST_LONG === '1';

/** The number of this run: `PATCHBAY_TEST_RUN`, else the number of commits, so that a checkout repeats its run. */
export const RUN = Number(process.env.PATCHBAY_TEST_RUN ?? commits());

function commits(): number {
  try {
    const count = execFileSync('git', ['rev-list', '--count', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(count);
  } catch {
    return 0; // an unpacked package has no commits
  }
}

/**
 * The cases that this run tests: one in `shares`, in their order. Successive cases are in different shares, so a run sees
 * some of each family.
 */
export function rotated<T>(cases: readonly T[], shares = SHARES): readonly T[] {
  if (shares > SHARES) throw new RangeError(`at most ${SHARES} shares, so that 20 runs see each case`);
  return IS_LONG ? cases : cases.filter((_, index) => index % shares === RUN % shares);
}

/** The cases that this run tests, in their order: each of the core, and a share of the others. */
export function sampled<T>(
  cases: readonly T[],
  isCore: (one: T, index: number) => boolean,
  shares = SHARES,
): readonly T[] {
  const others = cases.flatMap((one, index) => (isCore(one, index) ? [] : [index]));
  const left = new Set(others);
  for (const index of rotated(others, shares)) left.delete(index);
  return cases.filter((_, index) => !left.has(index));
}

/** Whether a case is the first of its kind, as a core for `sampled`. */
export function firstOfItsKind<T>(kindOf: (one: T) => unknown): (one: T) => boolean {
  const seen = new Set<unknown>();
  return (one) => seen.size < seen.add(kindOf(one)).size;
}

/** The seeds from 1 to `many` that this run tests. */
export const rotatedSeeds = (many: number): readonly number[] =>
  rotated(Array.from({ length: many }, (_, index) => index + 1));
