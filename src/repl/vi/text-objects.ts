import { lineEnd, lineStart, nextStop } from '../editor/index.js';
import { closingOf, openingOf, PAIRS } from './brackets.js';
import { byBlank, byWord, type Classify } from './motions.js';

interface Span {
  readonly from: number;
  readonly to: number;
  /** Whether an operator uses whole lines. */
  readonly isLinewise?: boolean;
}

interface LinePosition {
  readonly text: string;
  readonly at: number;
  readonly count: number;
}

/** Finds the text that an operator uses, such as `i"` (without the quotes) and `a"` (with the quotes). */
type TextObject = (place: LinePosition, extent: 'i' | 'a') => Span | undefined;

/** A series of characters of one kind. `aw` adds the blanks after the word, or else those before it. */
const word =
  (kind: Classify): TextObject =>
  ({ text, at, count }, extent) => {
    const [start, end] = [lineStart(text, at), lineEnd(text, at)];
    if (start === end) return undefined;
    const isSame = (one: number, other: number) => kind(text[one] as string) === kind(text[other] as string);
    const endOf = (from: number) => {
      let to = nextStop(text, from);
      while (to < end && isSame(from, to)) to = nextStop(text, to);
      return to;
    };
    let from = Math.min(at, end - 1);
    while (from > start && isSame(from - 1, from)) from--;
    let to = from;
    for (let done = 0; done < count && to < end; done++) {
      const begin = to;
      to = endOf(to);
      if (extent === 'a' && to < end && (isBlank(text[to]) || isBlank(text[begin]))) to = endOf(to);
    }
    const hasBlank = isBlank(text[from]) || isBlank(text[to - 1]);
    return extent === 'a' && !hasBlank ? { from: blanksBefore(text, from), to } : { from, to };
  };

const isBlank = (character = '') => byBlank(character) === '';
const blanksBefore = (text: string, at: number) => at - (/[^\S\n]*$/.exec(text.slice(0, at))?.[0].length ?? 0);
const blanksAfter = (text: string, at: number) => at + (/^[^\S\n]*/.exec(text.slice(at))?.[0].length ?? 0);

/** The string of this line around the cursor, or else the next one. */
const quoted =
  (quote: string): TextObject =>
  ({ text, at }, extent) => {
    const marks = [...text.slice(lineStart(text, at), lineEnd(text, at)).matchAll(/\\.|["'`]/gs)]
      .filter(([mark]) => mark === quote)
      .map(({ index }) => lineStart(text, at) + index);
    const first = marks.findIndex((_, index) => index % 2 === 0 && (marks[index + 1] ?? -1) >= at);
    const [open, close] = marks.slice(first);
    if (first < 0 || open === undefined || close === undefined) return undefined;
    if (extent === 'i') return { from: open + 1, to: close };
    const to = blanksAfter(text, close + 1);
    return { from: to > close + 1 ? open : blanksBefore(text, open), to };
  };

/** The innermost brackets around the cursor, or further out with a count. */
const bracketed =
  (brackets: string): TextObject =>
  ({ text, at, count }, extent) => {
    const [open = '', close = ''] = brackets;
    let from = text[at] === open ? at : openingOf(text, at - 1, open, close);
    for (let done = 1; done < count && from !== undefined; done++) from = openingOf(text, from - 1, open, close);
    const to = from === undefined ? undefined : closingOf(text, from, open, close);
    if (from === undefined || to === undefined) return undefined;
    return extent === 'a' ? { from, to: to + 1 } : contents(text, from + 1, to);
  };

/** Brackets on lines of their own contain whole lines. */
function contents(text: string, from: number, to: number): Span {
  const isBlock = /^[^\S\n]*\n.*\n[^\S\n]*$/s.test(text.slice(from, to));
  return isBlock ? { from: lineEnd(text, from) + 1, to: lineStart(text, to) - 1, isLinewise: true } : { from, to };
}

/** The text objects by the key after `i` or `a`. */
export const TEXT_OBJECTS: Readonly<Record<string, TextObject>> = {
  w: word(byWord),
  W: word(byBlank),
  "'": quoted("'"),
  '"': quoted('"'),
  '`': quoted('`'),
  b: bracketed('()'),
  B: bracketed('{}'),
  '<': bracketed('<>'),
  '>': bracketed('<>'),
  ...Object.fromEntries(PAIRS.flatMap((pair) => [...pair].map((key) => [key, bracketed(pair)]))),
};
