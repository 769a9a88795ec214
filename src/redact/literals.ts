/** A text to look for. `whole`: not as a part of a longer word. */
export interface Literal<T> {
  readonly text: string;
  readonly whole: boolean;
  readonly means: T;
}

export interface Hit<T> {
  readonly start: number;
  readonly end: number;
  readonly means: T;
}

/** Finds many texts at once: the time depends on the length of what is searched, not on how many are looked for. */
export interface LiteralIndex<T> {
  readonly size: number;
  /** Without overlaps, the leftmost first and of those the longest. */
  find(text: string): readonly Hit<T>[];
}

const BITS = 20;
const NONE: readonly never[] = [];

/**
 * Every position is looked up by its first three characters in a bitmap; only where one is set are longer pieces
 * compared, one for each length that begins so.
 */
export function literalIndex<T>(literals: Iterable<Literal<T>>): LiteralIndex<T> {
  const bitmap = new Uint8Array(1 << (BITS - 3));
  const shelves = new Map<string, { lengths: number[]; texts: Map<string, Literal<T>> }>();
  let size = 0;
  for (const literal of literals) {
    if (literal.text.length < 3) continue;
    const hash = hashOf(literal.text.charCodeAt(0), literal.text.charCodeAt(1), literal.text.charCodeAt(2));
    bitmap[hash >> 3] = (bitmap[hash >> 3] as number) | (1 << (hash & 7));
    const head = literal.text.slice(0, 3);
    let shelf = shelves.get(head);
    if (!shelf) shelves.set(head, (shelf = { lengths: [], texts: new Map() }));
    if (shelf.texts.has(literal.text)) continue;
    shelf.texts.set(literal.text, literal);
    if (!shelf.lengths.includes(literal.text.length)) shelf.lengths.push(literal.text.length);
    size++;
  }
  for (const { lengths } of shelves.values()) lengths.sort((a, b) => b - a);

  const at = (text: string, start: number): Literal<T> | undefined => {
    const shelf = shelves.get(text.slice(start, start + 3));
    if (!shelf) return undefined;
    for (const length of shelf.lengths) {
      if (start + length > text.length) continue;
      const literal = shelf.texts.get(text.slice(start, start + length));
      if (literal && (!literal.whole || isWhole(text, start, start + length))) return literal;
    }
    return undefined;
  };

  return {
    size,
    find(text) {
      if (size === 0 || text.length < 3) return NONE;
      let hits: Hit<T>[] | undefined;
      let a = text.charCodeAt(0);
      let b = text.charCodeAt(1);
      for (let i = 2; i < text.length; i++) {
        const c = text.charCodeAt(i);
        const hash = hashOf(a, b, c);
        a = b;
        b = c;
        if (((bitmap[hash >> 3] as number) & (1 << (hash & 7))) === 0) continue;
        const literal = at(text, i - 2);
        if (!literal) continue;
        const end = i - 2 + literal.text.length;
        (hits ??= []).push({ start: i - 2, end, means: literal.means });
        a = text.charCodeAt(end);
        b = text.charCodeAt(end + 1);
        i = end + 1;
      }
      return hits ?? NONE;
    },
  };
}

const hashOf = (a: number, b: number, c: number) =>
  (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> (32 - BITS);

const WORD = /[\p{L}\p{N}_]/u;
const isWord = (char: string | undefined) => char !== undefined && WORD.test(char);

const isWhole = (text: string, start: number, end: number) =>
  !(isWord(text[start - 1]) && isWord(text[start])) && !(isWord(text[end - 1]) && isWord(text[end]));
