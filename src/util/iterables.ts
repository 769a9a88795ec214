/** The items by their keys, in the order of the keys. One pass: appending to a copied list would be quadratic. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The values of each name in a query or a form. In a loop over the names, `getAll` would visit every pair for each. */
export function valuesByName(pairs: Iterable<readonly [name: string, value: string]>): Map<string, string[]> {
  const groups = groupBy(pairs, ([name]) => name);
  return new Map([...groups].map(([name, own]) => [name, own.map(([, value]) => value)]));
}

// `Math.max(...list)` overflows the stack for a list of some hundred thousand numbers.

/** The largest number of a list. Returns `least` if none is larger. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let max = least;
  for (const one of numbers) if (!(one <= max)) max = one;
  return max;
}

export function smallest(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of numbers) if (!(one >= least)) least = one;
  return least;
}
