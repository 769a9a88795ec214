import { placesOf, viewsOf } from './escapes.js';
import { seamsOf } from './joined.js';
import { type Hit, type Literal, literalIndex } from './literals.js';

export interface Found<T> extends Hit<T> {
  /** What it says, without escapes. */
  readonly read: string;
}

/**
 * Finds texts in every spelling. Whoever cuts and whoever looks for what was left both ask here, so that neither sees
 * more than the other.
 */
export interface Finder<T> {
  readonly size: number;
  /** Without overlaps, from left to right. What begins or ends inside an escape takes all of it along. */
  find(text: string): readonly Found<T>[];
}

const NONE: readonly never[] = [];

export function finder<T>(literals: Iterable<Literal<T>>): Finder<T> {
  const index = literalIndex(literals);
  return {
    size: index.size,
    find(text) {
      if (index.size === 0) return NONE;
      let found: Found<T>[] | undefined;
      const above: View[] = [];
      for (const read of viewsOf(text)) {
        const view = viewOf(read);
        const seams = seamsOf(read);
        const hits = index.find(read);
        const across = seams.length > 0 ? joined(read, seams, index.find) : NONE;
        for (const hit of hits.length > 0 || across.length > 0 ? [...hits, ...across] : NONE)
          (found ??= []).push({ ...written(hit, view, above), means: hit.means, read: read.slice(hit.start, hit.end) });
        above.push(view);
      }
      return found ? apart(found) : NONE;
    },
  };
}

/** A text and, when somebody asks, where its characters stand once its escapes are read. */
interface View {
  places(): readonly number[];
}

function viewOf(text: string): View {
  let places: readonly number[] | undefined;
  return { places: () => (places ??= placesOf(text)) };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where in the text as it was written something stands that was found in a view of it. */
function written(hit: Span, view: View, above: readonly View[]): Span {
  let { start, end } = wholeEscapes(hit, view.places());
  for (let i = above.length - 1; i >= 0; i--) {
    const places = (above[i] as View).places();
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

/** The first place that is not before `least`. */
function firstFrom(places: readonly number[], least: number): number {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is found only when the pieces are put together. */
function joined<T>(text: string, seams: readonly Span[], find: (text: string) => readonly Hit<T>[]): Hit<T>[] {
  let whole = '';
  let end = 0;
  /** Where each seam is in the whole, and how much was left out up to there. */
  const gaps: { at: number; left: number }[] = [];
  for (const seam of seams) {
    whole += text.slice(end, seam.start);
    end = seam.end;
    gaps.push({ at: whole.length, left: end - whole.length });
  }
  whole += text.slice(end);
  const place = (at: number) => at + (gaps.findLast((gap) => gap.at <= at)?.left ?? 0);
  return find(whole)
    .map(({ start, end: after, means }) => ({ start: place(start), end: place(after - 1) + 1, means }))
    .filter((hit) => seams.some((seam) => hit.start < seam.start && seam.end < hit.end));
}

function apart<T>(found: Found<T>[]): Found<T>[] {
  if (found.length === 1) return found;
  const kept: Found<T>[] = [];
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
}
