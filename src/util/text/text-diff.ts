/** The limit on pairs of lines to compare, which bounds memory and time. */
const MAX_PAIRS = 4_000_000;

type Line = readonly [mark: ' ' | '-' | '+', text: string];

/** Returns a line diff with one line of context around each change, or undefined for equal texts. */
export function textDiff(expected: string, got: string): string | undefined {
  if (expected === got) return undefined;
  const lines = compare(expected.split('\n'), got.split('\n'));
  const isNear = (center: number) =>
    [center - 1, center, center + 1].some((index) => (lines[index]?.[0] ?? ' ') !== ' ');
  return lines.flatMap(([mark, text], index) => (isNear(index) ? [`${mark} ${text}`] : [])).join('\n');
}

function compare(before: string[], after: string[]): Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const rest = Math.min(before.length, after.length) - head;
  while (tail < rest && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [
    ...before.slice(0, head).map(marked(' ')),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(marked(' ')),
  ];
}

/** Diffs by the longest common subsequence of lines. Texts above the limit are shown as replaced. */
function middle(before: string[], after: string[]): Line[] {
  if (before.length * after.length > MAX_PAIRS) return [...before.map(marked('-')), ...after.map(marked('+'))];
  const common = commonLengths(before, after);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push([' ', before[i++] as string]);
      j++;
    } else if (i < before.length && (j === after.length || at(common, i + 1, j) >= at(common, i, j + 1)))
      lines.push(['-', before[i++] as string]);
    else lines.push(['+', after[j++] as string]);
  }
  return lines;
}

/** Computes the length of the longest common subsequence for every pair of suffixes. */
function commonLengths(before: string[], after: string[]): Uint32Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (lengths[i] as Uint32Array)[j] =
        before[i] === after[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
  return lengths;
}

const at = (lengths: Uint32Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

const marked =
  (mark: Line[0]) =>
  (text: string): Line => [mark, text];
