// Spread into `Math.max`, a list of some hundred thousand is more arguments than the stack holds.

/** The largest of any number of numbers; `least` when none is larger. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const one of numbers) if (!(one <= most)) most = one;
  return most;
}

/** The smallest of any number of numbers. */
export function smallest(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of numbers) if (!(one >= least)) least = one;
  return least;
}
