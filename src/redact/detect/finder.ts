import { mayEscape, placesOf, viewsOf } from '../encode/escapes.js';
import { type Span, withOverlaps } from '../replace/edits.js';
import { type Hit, type Literal, type LiteralIndex, literalIndex } from './literals.js';

export interface Found<T> extends Hit<T> {
  /** The decoded text, if it may be written with escapes. */
  readonly read?: string | undefined;
}

/** Finds texts in every spelling. Redaction and the leak check both use it, so that they find the same matches. */
export interface Finder<T> {
  readonly size: number;
  /** The matches without overlaps, from left to right. A match inside an escape includes the whole escape. */
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
      for (const hit of hits) {
        const { start, end } = written(hit, view, above);
        found.push({ start, end, means: hit.means, read: read.slice(hit.start, hit.end) });
      }
    above.push(view);
  }
  return found.length > 1 ? apart(found) : found;
}

/** A text and, computed on first use, the offsets of its decoded characters. A text without escapes needs none. */
interface View {
  readonly text: string;
  places?: readonly number[] | undefined;
}

const placesIn = (view: View): readonly number[] | undefined =>
  'places' in view ? view.places : (view.places = mayEscape(view.text) ? placesOf(view.text) : undefined);

function written(hit: Span, view: View, above: readonly View[]): Span {
  const places = placesIn(view);
  let { start, end } = places ? wholeEscapes(hit, places) : hit;
  for (let i = above.length - 1; i >= 0; i--) {
    const outer = placesIn(above[i] as View);
    start = outer?.[start] ?? start;
    end = outer?.[end] ?? end;
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

/** Matches where a text is split: line breaks in base64, and strings joined with `+`, as some tools print them. */
const SEAM = /(['"`])[ \t]*(?:\r?\n[ \t]*)?\+[ \t]*(?:\r?\n[ \t]*)?\1|\r?\n[ \t]*/g;
const LONG_LINE = /[\w+/-]{40}$/;

function maySeam(text: string): boolean {
  const newLine = text.indexOf('\n');
  if (newLine >= 0 && newLine < text.length - 1) return true;
  for (let plus = text.indexOf('+'); plus >= 0; plus = text.indexOf('+', plus + 1))
    if (BETWEEN.test(text[plus - 1] ?? '') && BETWEEN.test(text[plus + 1] ?? '')) return true;
  return false;
}
const BETWEEN = /[\s'"`]/;

function seamsOf(text: string): readonly Span[] {
  if (!maySeam(text)) return NONE;
  const seams: Span[] = [];
  for (const { 0: seam, 1: quote, index } of text.matchAll(SEAM)) {
    if (quote === undefined && !LONG_LINE.test(text.slice(Math.max(index - 40, 0), index))) continue;
    seams.push({ start: index, end: index + seam.length });
  }
  return seams;
}
