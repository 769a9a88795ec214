/** Returns the known word that is closest to a likely typo, for "did you mean". */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  // Two edits of a short word leave too little in common.
  let least = word.length < 2 ? 1 : word.length < 6 ? 2 : 3;
  for (const candidate of known) {
    const cost =
      candidate.startsWith(word) && word.length >= 4 ? 1 : distance(word.toLowerCase(), candidate.toLowerCase(), least);
    if (cost < least) {
      best = candidate;
      least = cost;
    }
  }
  return best;
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
