/** The smallest part of a list for which a test holds, and whether the search was finished. */
export interface Smallest<T> {
  readonly kept: readonly T[];
  readonly isFinished: boolean;
}

/**
 * Finds a small part of a list for which a test still holds. The test holds for the whole list. Each needed item is found
 * by bisection, so the test runs about k·log₂(N) times for k needed items of N. `mayRun` returns false to stop the
 * search. The result is then larger, but the test holds for it.
 */
export async function smallestSet<T>(
  all: readonly T[],
  holds: (part: readonly T[]) => Promise<boolean>,
  mayRun: () => boolean,
): Promise<Smallest<T>> {
  const needed: T[] = [];
  // The test holds for the needed items together with the rest.
  let rest = all;
  while (rest.length > 0) {
    if (!mayRun()) return { kept: [...needed, ...rest], isFinished: false };
    if (await holds(needed)) break;
    let low = 0;
    let high = rest.length;
    while (high - low > 1) {
      if (!mayRun()) return { kept: [...needed, ...rest.slice(0, high)], isFinished: false };
      const middle = (low + high) >>> 1;
      if (await holds([...needed, ...rest.slice(0, middle)])) high = middle;
      else low = middle;
    }
    needed.push(...rest.slice(high - 1, high));
    rest = rest.slice(0, high - 1);
  }
  return { kept: needed, isFinished: true };
}
