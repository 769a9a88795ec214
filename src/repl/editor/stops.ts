import { graphemePieces, graphemes, startOfCharacter } from '../../util/index.js';

export function previousStop(text: string, at: number): number {
  const start = lineStart(text, at);
  if (at === start) return Math.max(0, at - 1);
  return at - (graphemes(text.slice(start, at)).at(-1)?.length ?? 1);
}

export function nextStop(text: string, at: number): number {
  const end = lineEnd(text, at);
  if (at === end) return Math.min(text.length, at + 1);
  const [first] = graphemePieces(text.slice(at, end));
  return at + (first?.[0]?.length ?? 1);
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

export function wordStart(text: string, at: number): number {
  return startOf(text, startOf(text, at, NO_WORD), WORD);
}

export function wordEnd(text: string, at: number): number {
  return at + (/^[^\p{L}\p{N}\p{M}_$]*[\p{L}\p{N}\p{M}_$]*/u.exec(text.slice(at))?.[0].length ?? 0);
}

/** Returns the start of the text before `at` that has no white space. */
export function blankStart(text: string, at: number): number {
  return startOf(text, startOf(text, at, /^\s$/), /^\S$/);
}

const WORD = /^[\p{L}\p{N}\p{M}_$]$/u;
const NO_WORD = /^[^\p{L}\p{N}\p{M}_$]$/u;

/** Returns the start of the characters of a kind before a position. A pattern with `$` would start at each character. */
function startOf(text: string, at: number, kind: RegExp): number {
  for (let start = at; ; ) {
    const before = start > 0 ? startOfCharacter(text, start - 1) : 0;
    if (start === 0 || !kind.test(text.slice(before, start))) return start;
    start = before;
  }
}
