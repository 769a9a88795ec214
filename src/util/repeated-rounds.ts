/** Some equal rounds that follow a first one, such as those of a loop. */
export interface RepeatedRounds<T> {
  /** The number of items of a round. */
  readonly size: number;
  readonly times: number;
  /** What follows, or else the last item of the last round. */
  readonly until: T;
}

const MAX_SIZE = 30;

/** Replaces the equal rounds after a first one by their number. A round that is not repeated enough to be shorter stays. */
export function withoutRepeats<T>(items: readonly T[], keyOf: (item: T) => string): (T | RepeatedRounds<T>)[] {
  const keys = items.map(keyOf);
  const shown: (T | RepeatedRounds<T>)[] = [];
  for (let index = 0; index < items.length; ) {
    const { size, times } = roundsAt(keys, index);
    shown.push(...items.slice(index, index + size));
    index += size * (times + 1);
    const until = items[index] ?? items[index - 1];
    if (times > 0 && until !== undefined) shown.push({ size, times, until });
  }
  return shown;
}

/** The smallest round that begins at an index and is repeated, with the number of times. */
function roundsAt(keys: readonly string[], start: number): { readonly size: number; readonly times: number } {
  for (let size = 1; size <= MAX_SIZE && start + 2 * size <= keys.length; size++) {
    let end = start + size;
    while (end < keys.length && keys[end] === keys[end - size]) end++;
    const times = Math.floor((end - start) / size) - 1;
    if (times * size > 1) return { size, times };
  }
  return { size: 1, times: 0 };
}

export const isRepeated = <T extends object>(item: T | RepeatedRounds<T>): item is RepeatedRounds<T> =>
  'size' in item && 'until' in item && 'times' in item;

/** Such as `the 3 steps above repeat 28 times, until 252 s`. */
export const repeatText = ({ size, times, until }: RepeatedRounds<{ readonly time: number }>): string =>
  `the ${size === 1 ? 'step' : `${size} steps`} above ${size === 1 ? 'repeats' : 'repeat'} ${times === 1 ? 'once' : `${times} times`}, until ${until.time} s`;
