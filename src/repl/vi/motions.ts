import { graphemes } from '../../util/index.js';
import { lineEnd, lineStart, nextStop, previousStop } from '../editor/index.js';
import { matchingBracket } from './brackets.js';

/** A movement of the cursor. Operators use the text between the cursor and the target. */
export interface Motion {
  /** Returns the target, or undefined if there is none. `argument` is the character after `f` and similar keys. */
  readonly to: (text: string, at: number, argument: string) => number | undefined;
  /** Whether an operator includes the character at the target. */
  readonly isInclusive?: true;
  /** Whether an operator uses whole lines. */
  readonly isLinewise?: true;
  /** Whether an operator ends at the end of the line, not in the next line. */
  readonly staysInLine?: true;
  readonly takesCharacter?: true;
}

const isBlank = (character: string) => /\s/.test(character);
const isWord = (character: string) => /[\p{L}\p{N}\p{M}_$]/u.test(character);
export type Classify = (character: string) => string;
/** A word is a series of letters and digits, or of other signs. */
export const byWord: Classify = (character) => (isBlank(character) ? '' : isWord(character) ? 'word' : 'sign');
export const byBlank: Classify = (character) => (isBlank(character) ? '' : 'word');

/** Moves a position that is within a grapheme to its start. */
function whole(text: string, at: number): number {
  let start = lineStart(text, at);
  for (const grapheme of graphemes(text.slice(start, lineEnd(text, at)))) {
    if (start + grapheme.length > at) return start;
    start += grapheme.length;
  }
  return at;
}

const nextWord = (kind: Classify) => (text: string, from: number) => {
  let at = from;
  const own = kind(text[at] ?? ' ');
  while (at < text.length && own !== '' && kind(text[at] as string) === own) at++;
  while (at < text.length && kind(text[at] as string) === '') at++;
  return whole(text, at);
};

const previousWord = (kind: Classify) => (text: string, from: number) => {
  let at = from;
  while (at > 0 && kind(text[at - 1] as string) === '') at--;
  const own = kind(text[at - 1] ?? ' ');
  while (at > 0 && kind(text[at - 1] as string) === own) at--;
  return whole(text, at);
};

const wordEnd = (kind: Classify) => (text: string, from: number) => {
  let at = from + 1;
  while (at < text.length && kind(text[at] as string) === '') at++;
  const own = kind(text[at] ?? ' ');
  while (at + 1 < text.length && kind(text[at + 1] as string) === own) at++;
  return whole(text, Math.min(at, Math.max(0, text.length - 1)));
};

const previousEnd = (kind: Classify) => (text: string, from: number) => {
  let at = from;
  const own = kind(text[at] ?? ' ');
  while (at > 0 && own !== '' && kind(text[at] as string) === own) at--;
  while (at > 0 && kind(text[at] ?? ' ') === '') at--;
  return whole(text, at);
};

const forward = (text: string, at: number, character: string) => {
  const found = text.slice(0, lineEnd(text, at)).indexOf(character, nextStop(text, at));
  return found < 0 ? undefined : found;
};

const backward = (text: string, at: number, character: string) => {
  const found = text.slice(lineStart(text, at), at).lastIndexOf(character);
  return found < 0 ? undefined : lineStart(text, at) + found;
};

export const firstWord = (text: string, at: number): number => {
  const start = lineStart(text, at);
  return start + (/^[^\S\n]*/.exec(text.slice(start))?.[0].length ?? 0);
};

/** The motions by their keys. `j`, `k`, `;` and `,` are defined by the commands, because they use other state. */
export const MOTIONS: Readonly<Record<string, Motion>> = {
  h: { to: (text, at) => Math.max(lineStart(text, at), previousStop(text, at)) },
  l: { to: (text, at) => Math.min(lineEnd(text, at), nextStop(text, at)) },
  0: { to: lineStart },
  '^': { to: firstWord },
  $: { to: lineEnd },
  w: { to: nextWord(byWord), staysInLine: true },
  W: { to: nextWord(byBlank), staysInLine: true },
  b: { to: previousWord(byWord) },
  B: { to: previousWord(byBlank) },
  e: { to: wordEnd(byWord), isInclusive: true },
  E: { to: wordEnd(byBlank), isInclusive: true },
  ge: { to: previousEnd(byWord), isInclusive: true },
  gE: { to: previousEnd(byBlank), isInclusive: true },
  '%': { to: matchingBracket, isInclusive: true },
  f: { to: forward, isInclusive: true, takesCharacter: true },
  F: { to: backward, takesCharacter: true },
  t: {
    to: (text, at, character) => {
      const found = forward(text, at, character);
      return found === undefined ? undefined : previousStop(text, found);
    },
    isInclusive: true,
    takesCharacter: true,
  },
  T: {
    to: (text, at, character) => {
      const found = backward(text, at, character);
      return found === undefined ? undefined : nextStop(text, found);
    },
    takesCharacter: true,
  },
  gg: { to: (text) => firstWord(text, 0), isLinewise: true },
  G: { to: (text) => firstWord(text, text.length), isLinewise: true },
};

/** Motions to other lines, which are keys of the prompt without an operator. */
export const LINE_MOTIONS: Readonly<Record<string, Motion>> = {
  j: { to: (text, at) => (lineEnd(text, at) < text.length ? lineEnd(text, at) + 1 : undefined), isLinewise: true },
  k: { to: (text, at) => (lineStart(text, at) > 0 ? lineStart(text, at) - 1 : undefined), isLinewise: true },
};

/** Motions to a mark. `to` gets the position of the mark. */
export const MARK_MOTIONS: Readonly<Record<string, Motion>> = {
  "'": { to: firstWord, isLinewise: true, takesCharacter: true },
  '`': { to: whole, takesCharacter: true },
};
