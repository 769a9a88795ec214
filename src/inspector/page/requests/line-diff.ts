/** A line of two texts side by side. A missing side is undefined. */
export interface LinePair {
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly isSame: boolean;
}

/** The table of common lines grows with the product of the lengths. */
const MAX_CELLS = 4_000_000;

/** Aligns the lines of two texts: equal lines are beside each other, and so are lines that replace each other. */
export function lineDiff(left: string, right: string): LinePair[] {
  const [a, b] = [left, right].map((text) => (text === '' ? [] : text.split('\n'))) as [string[], string[]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = changed(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const same = (line: string): LinePair => ({ left: line, right: line, isSame: true });
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

function changed(a: readonly string[], b: readonly string[]): LinePair[] {
  if (a.length * b.length > MAX_CELLS) return beside(a, b);
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: LinePair[] = [];
  let [i, j] = [0, 0];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    pairs.push(...beside(removed, added));
    removed = [];
    added = [];
  };
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      flush();
      pairs.push({ left: a[i], right: b[j], isSame: true });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) removed.push(a[i++] ?? '');
    else added.push(b[j++] ?? '');
  }
  flush();
  return pairs;
}

const beside = (a: readonly string[], b: readonly string[]): LinePair[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, i) => ({ left: a[i], right: b[i], isSame: false }));
