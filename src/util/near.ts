/** Returns the known word that is closest to a likely typo, for "did you mean". Of two, the one that begins alike. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let shared = 0;
  // Two edits of a short word leave too little in common.
  let least = word.length < 2 ? 1 : word.length < 6 ? 2 : 3;
  for (const candidate of known) {
    const cost =
      candidate.startsWith(word) && word.length >= 4
        ? 1
        : distance(word.toLowerCase(), candidate.toLowerCase(), best === undefined ? least : least + 1);
    const alike = cost <= least ? sharedStart(word, candidate) : 0;
    if (cost < least || (cost === least && best !== undefined && alike > shared)) {
      best = candidate;
      least = cost;
      shared = alike;
    }
  }
  return best;
}

/** The length of the common beginning of two words, without regard to case. */
function sharedStart(word: string, other: string): number {
  let length = 0;
  while (length < word.length && word[length]?.toLowerCase() === other[length]?.toLowerCase()) length++;
  return length;
}

/** Joins alternatives for a question: `a, b or c`. */
export const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** The number of edits (insert, delete, replace, swap of neighbours) from `a` to `b`. Stops at `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) >= limit) return limit;
    before = row;
    row = next;
  }
  return row[b.length] ?? limit;
}
