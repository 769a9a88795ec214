import type { Span } from '../replace/edits.js';

const NONE: readonly never[] = [];

/**
 * Pairs each span with the spans of the other list that overlap it. Both lists are sorted and have no overlaps of their
 * own, so one pass over both is enough and the time stays linear.
 */
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
