import type { Span } from '../replace/edits.js';
import { type AllAt, ahoCorasick } from './aho-corasick.js';

/** A text to search for. `whole`: do not match it inside a longer word. */
export interface Literal<T> {
  readonly text: string;
  readonly whole: boolean;
  readonly means: T;
}

export interface Hit<T> extends Span {
  readonly means: T;
}

/** Finds many texts at once. The time does not depend on the number of texts to find. */
export interface LiteralIndex<T> {
  readonly size: number;
  /** The matches without overlaps: the leftmost first, then the longest. */
  find(text: string): readonly Hit<T>[];
}

const NONE: readonly never[] = [];

const ROOM = 512;

/** Three characters decide where a text may begin. Only there, longer slices are compared, one for each length. */
export function literalIndex<T>(literals: Iterable<Literal<T>>): LiteralIndex<T> {
  const texts = new Map<string, Literal<T>>();
  /** The lengths of the texts that begin with the same three characters. */
  const lengths = new Map<string, number[]>();
  for (const literal of literals) {
    const { text } = literal;
    if (text.length < 3 || texts.has(text)) continue;
    texts.set(text, literal);
    const head = text.slice(0, 3);
    const known = lengths.get(head);
    if (!known) lengths.set(head, [text.length]);
    else if (!known.includes(text.length)) known.push(text.length);
  }
  // Heads with many lengths, or long ones, that comparing each at every offset would take more than linear
  // time.
  const crowded = new Set<string>();
  for (const [head, some] of lengths) {
    some.sort((a, b) => b - a);
    if (some.reduce((sum, length) => sum + length) > ROOM) crowded.add(head);
  }
  let crowd: ((text: string) => AllAt<Literal<T>>) | undefined;
  const next = headFinder([...lengths.keys()]);
  const { size } = texts;

  const at = (text: string, start: number, inCrowd: AllAt<Literal<T>>): Literal<T> | undefined => {
    const head = text.slice(start, start + 3);
    if (crowded.has(head)) {
      for (const literal of inCrowd(start))
        if (!literal.whole || isWhole(text, start, start + literal.text.length)) return literal;
      return undefined;
    }
    for (const length of lengths.get(head) ?? NONE) {
      if (start + length > text.length) continue;
      const literal = texts.get(text.slice(start, start + length));
      if (literal && (!literal.whole || isWhole(text, start, start + length))) return literal;
    }
    return undefined;
  };

  /** Links the crowded texts, and scans the text, only when one of the crowded heads occurs in it. */
  const crowdIn = (text: string): AllAt<Literal<T>> => {
    let all: AllAt<Literal<T>> | undefined;
    return (start) => {
      crowd ??= ahoCorasick([...texts.values()].filter((one) => crowded.has(one.text.slice(0, 3))));
      all ??= crowd(text);
      return all(start);
    };
  };

  return {
    size,
    find(text) {
      if (size === 0 || text.length < 3) return NONE;
      let hits: Hit<T>[] | undefined;
      const inCrowd = crowdIn(text);
      for (let start = next(text, 0); start >= 0; ) {
        const literal = at(text, start, inCrowd);
        const end = start + (literal?.text.length ?? 1);
        if (literal) (hits ??= []).push({ start, end, means: literal.means });
        start = next(text, end);
      }
      return hits ?? NONE;
    },
  };
}

const BITS = 20;

/** Returns a function that finds the next offset at which one of the three-character heads may begin, or -1. */
function headFinder(heads: readonly string[]): (text: string, from: number) => number {
  // For few heads, a regular expression is fastest.
  if (heads.length <= 32) {
    const pattern = new RegExp(heads.map(escaped).join('|'), 'g');
    return (text, from) => {
      pattern.lastIndex = from;
      return pattern.test(text) ? pattern.lastIndex - 3 : -1;
    };
  }
  const bitmap = new Uint8Array(1 << (BITS - 3));
  const hashAt = (text: string, at: number) =>
    hashOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
  for (const head of heads) {
    const hash = hashAt(head, 0);
    bitmap[hash >> 3] = (bitmap[hash >> 3] as number) | (1 << (hash & 7));
  }
  return (text, from) => {
    for (let index = from; index < text.length - 2; index++) {
      const hash = hashAt(text, index);
      if (((bitmap[hash >> 3] as number) & (1 << (hash & 7))) !== 0) return index;
    }
    return -1;
  };
}

const escaped = (head: string) =>
  head.replace(/[^A-Za-z0-9]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const hashOf = (a: number, b: number, c: number) =>
  (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> (32 - BITS);

const WORD = /[\p{L}\p{N}_]/u;
const isWord = (char: string | undefined) => char !== undefined && WORD.test(char);

const isWhole = (text: string, start: number, end: number) =>
  !(isWord(text[start - 1]) && isWord(text[start])) && !(isWord(text[end - 1]) && isWord(text[end]));
