import type { Span } from '../../replace/edits.js';
import { SECRET_TEXTS } from './secret-texts.js';
import type { SecretShape } from './token-format.js';

const SHAPES: ReadonlySet<SecretShape> = new Set(SECRET_TEXTS.map(({ shape }) => shape));

interface Candidate {
  readonly shape: SecretShape;
  readonly pattern: RegExp;
}

/** The shapes that can begin with three characters. */
const BY_HEAD = new Map<string, Candidate[]>();
for (const shape of SHAPES) {
  const pattern = new RegExp(shape.pattern, 'y');
  for (const head of new Set(shape.heads)) {
    const known = BY_HEAD.get(head);
    if (known) known.push({ shape, pattern });
    else BY_HEAD.set(head, [{ shape, pattern }]);
  }
}

/** A filter for the heads: the table has a mark at the hash of each. A few other characters have the same hash. */
const MASK = (1 << 15) - 1;
const MARKS = new Uint8Array(MASK + 1);
for (const head of BY_HEAD.keys())
  MARKS[(head.charCodeAt(0) * 1033 + head.charCodeAt(1) * 71 + head.charCodeAt(2)) & MASK] = 1;

/** The next offset at which one of the heads can be, or -1. Each character is read once. */
function nextHead(text: string, from: number): number {
  const last = text.length - 2;
  let first = text.charCodeAt(from);
  let second = text.charCodeAt(from + 1);
  for (let index = from; index < last; index++) {
    const third = text.charCodeAt(index + 2);
    if (MARKS[(first * 1033 + second * 71 + third) & MASK] === 1) return index;
    first = second;
    second = third;
  }
  return -1;
}

export interface Secret extends Span {
  readonly shape: SecretShape;
  readonly part: string;
  readonly original: string;
}

const NONE: readonly never[] = [];
/** The shortest text with a secret: `CVV: 123`. */
const MIN_LENGTH = 8;

/** Whether a text has nothing to search: it is short, or a UUID as nearly every response has. */
const isPlain = (text: string): boolean =>
  text.length < MIN_LENGTH || (text.length === 36 && text[8] === '-' && text[13] === '-' && text[23] === '-');

/** The secrets of a text by their form, from left to right and without overlaps. Takes linear time. */
export function secretsIn(text: string): readonly Secret[] {
  if (isPlain(text)) return NONE;
  let found: Secret[] | undefined;
  /** The offset at which each shape continues, because it reads each part of a text once. */
  let next: Map<SecretShape, number> | undefined;
  for (let index = nextHead(text, 0); index >= 0; index = nextHead(text, index + 1)) {
    for (const { shape, pattern } of BY_HEAD.get(text.slice(index, index + 3)) ?? NONE) {
      if (next && index < (next.get(shape) ?? 0)) continue;
      pattern.lastIndex = index;
      const match = pattern.exec(text);
      if (!match) continue;
      const read = shape.read({ text, start: index, end: pattern.lastIndex, groups: match }, OPTIONS);
      (next ??= new Map()).set(shape, read.next);
      for (const { part, original, start, end } of read.parts)
        (found ??= []).push({ shape, part, original, start, end });
    }
  }
  return found ? apart(found) : NONE;
}

const OPTIONS = { keepLoopback: true };

/** A quick check: false for nearly every text without a secret. */
export function maySecretBeIn(text: string): boolean {
  const first = isPlain(text) ? -1 : nextHead(text, 0);
  return first >= 0 && beginsAt(text, first);
}

/** Whether a shape begins at one of the heads from an offset. */
function beginsAt(text: string, first: number): boolean {
  for (let index = first; index >= 0; index = nextHead(text, index + 1))
    for (const { pattern } of BY_HEAD.get(text.slice(index, index + 3)) ?? NONE) {
      pattern.lastIndex = index;
      if (pattern.test(text)) return true;
    }
  return false;
}

function apart(found: Secret[]): readonly Secret[] {
  const kept: Secret[] = [];
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
}
