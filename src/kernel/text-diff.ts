/** What differs between two texts, line by line: the lines in the middle, between a common head and a common tail. */
export function textDiff(expected: string, got: string): string | undefined {
  if (expected === got) return undefined;
  const [before, after] = [expected.split('\n'), got.split('\n')];
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const rest = Math.min(before.length, after.length) - head;
  while (tail < rest && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [
    ...before.slice(Math.max(0, head - 1), head).map((line) => `  ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `- ${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+ ${line}`),
    ...after.slice(after.length - tail, after.length - tail + 1).map((line) => `  ${line}`),
  ].join('\n');
}
