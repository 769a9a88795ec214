// `Math.max(...list)` overflows the stack for a list of some hundred thousand numbers.

/** The largest number of a list. Returns `least` if none is larger. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const one of numbers) if (!(one <= most)) most = one;
  return most;
}

export function smallest(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of numbers) if (!(one >= least)) least = one;
  return least;
}
