import { mayEscape, placesOf, viewsOf } from '../decode/escapes.js';
import { maySeam, seamsOf } from '../decode/joined.js';
import type { Span } from '../replace/edits.js';
import { type Hit, type Literal, type LiteralIndex, literalIndex } from './literals.js';
import { withOverlaps } from './overlaps.js';

export interface Found<T> extends Hit<T> {
  /** The decoded text, if it may be written with escapes. */
  readonly read?: string | undefined;
}

/** Finds texts in every spelling. Redaction and the leak check both use it, so that they find the same matches. */
export interface Finder<T> {
  readonly size: number;
  /**
   * The matches without overlaps, from left to right. A match that starts or ends inside an escape includes the whole
   * escape.
   */
  find(text: string): readonly Found<T>[];
}

const NONE: readonly never[] = [];

export function finder<T>(literals: Iterable<Literal<T>>): Finder<T> {
  const index = literalIndex(literals);
  return {
    size: index.size,
    find(text) {
      if (index.size === 0) return NONE;
      // Most texts contain neither escapes nor seams.
      return mayEscape(text) || maySeam(text) ? findInViews(text, index) : index.find(text);
    },
  };
}

function findInViews<T>(text: string, index: LiteralIndex<T>): readonly Found<T>[] {
  const found: Found<T>[] = [];
  const above: View[] = [];
  for (const read of viewsOf(text)) {
    const view: View = { text: read };
    const seams = seamsOf(read);
    const across = seams.length > 0 ? joined(read, seams, index) : NONE;
    for (const hits of [index.find(read), across])
      for (const hit of hits)
        found.push({ ...written(hit, view, above), means: hit.means, read: read.slice(hit.start, hit.end) });
    above.push(view);
  }
  return found.length > 1 ? apart(found) : found;
}

/** A text and, computed on first use, the offsets of its decoded characters. */
interface View {
  readonly text: string;
  places?: readonly number[];
}

const placesIn = (view: View) => (view.places ??= placesOf(view.text));

/** Maps a range in a decoded view to its range in the original text. */
function written(hit: Span, view: View, above: readonly View[]): Span {
  let { start, end } = wholeEscapes(hit, placesIn(view));
  for (let i = above.length - 1; i >= 0; i--) {
    const places = placesIn(above[i] as View);
    start = places[start] as number;
    end = places[end] as number;
  }
  return { start, end };
}

function wholeEscapes({ start, end }: Span, places: readonly number[]): Span {
  const before = firstFrom(places, start);
  return {
    start: places[before] === start ? start : (places[before - 1] as number),
    end: places[firstFrom(places, end)] as number,
  };
}

/** The first index whose offset is at least `least`. */
function firstFrom(places: readonly number[], least: number): number {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Gap {
  readonly at: number;
  readonly left: number;
}

/** The matches that appear only when the pieces are joined. */
function joined<T>(text: string, seams: readonly Span[], index: LiteralIndex<T>): Hit<T>[] {
  let whole = '';
  let end = 0;
  /** For each seam: its offset in the joined text, and the number of characters removed up to there. */
  const gaps: Gap[] = [];
  for (const seam of seams) {
    whole += text.slice(end, seam.start);
    end = seam.end;
    gaps.push({ at: whole.length, left: end - whole.length });
  }
  whole += text.slice(end);
  // Matches are in order, so each gap is passed once.
  let passed = 0;
  const place = (at: number) => {
    while (passed < gaps.length && (gaps[passed] as Gap).at <= at) passed++;
    return at + (gaps[passed - 1]?.left ?? 0);
  };
  const hits = index
    .find(whole)
    .map(({ start, end: after, means }) => ({ start: place(start), end: place(after - 1) + 1, means }));
  return withOverlaps(hits, seams)
    .filter(([hit, crossed]) => crossed.some((seam) => hit.start < seam.start && seam.end < hit.end))
    .map(([hit]) => hit);
}

function apart<T>(found: Found<T>[]): Found<T>[] {
  const kept: Found<T>[] = [];
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
}
