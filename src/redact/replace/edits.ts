export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Edit extends Span {
  readonly replacement: string;
}

/** Applies edits in order from left to right. Skips an edit that overlaps the one before. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  let out = '';
  let end = 0;
  for (const edit of edits) {
    if (edit.start < end) continue;
    out += text.slice(end, edit.start) + edit.replacement;
    end = edit.end;
  }
  return out + text.slice(end);
}

/** A replacement can join the text on both sides into another match. */
const ROUNDS = 8;

export function applyAll(text: string, find: (text: string) => readonly Edit[], apply = applyEdits): string {
  let left = text;
  for (let round = 0; round < ROUNDS; round++) {
    const edits = find(left);
    const changed = edits.length === 0 ? left : apply(left, edits);
    if (changed === left) break;
    left = changed;
  }
  return left;
}

const NONE: readonly never[] = [];

/** Pairs spans with overlapping ones of the other list. Both are sorted, so that one pass is enough. */
export function withOverlaps<A extends Span, B extends Span>(
  spans: readonly A[],
  others: readonly B[],
): (readonly [A, readonly B[]])[] {
  let first = 0;
  return spans.map((span) => {
    while (first < others.length && (others[first] as B).end <= span.start) first++;
    let last = first;
    while (last < others.length && (others[last] as B).start < span.end) last++;
    return [span, last > first ? others.slice(first, last) : NONE];
  });
}

export const contains = (outer: Span, inner: Span): boolean => outer.start <= inner.start && outer.end >= inner.end;
