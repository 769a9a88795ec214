/** Finds the line and the column of an index. A byte order mark has no column. */
export function linesOf(text: string): (index: number) => { readonly line: number; readonly column: number } {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((found) => found.index + 1)];
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  return (index) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    const column = index - (starts[low] ?? 0) + 1 - (low === 0 ? Math.min(mark, index) : 0);
    return { line: low + 1, column };
  };
}
