import { lineEnd } from '../editor/index.js';

export const PAIRS = ['()', '[]', '{}'] as const;

/** Returns the bracket that matches the next bracket of the line. */
export function matchingBracket(text: string, at: number): number | undefined {
  for (let next = at; next < lineEnd(text, at); next++) {
    const pair = PAIRS.find((brackets) => brackets.includes(text[next] as string));
    if (pair === undefined) continue;
    const [open = '', close = ''] = pair;
    return text[next] === open ? closingOf(text, next, open, close) : openingOf(text, next - 1, open, close);
  }
  return undefined;
}

/** Returns the bracket that is open at a position. */
export function openingOf(text: string, from: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let index = from; index >= 0; index--) {
    if (text[index] === close) depth++;
    else if (text[index] === open && depth-- === 0) return index;
  }
  return undefined;
}

/** Returns the bracket that closes the one at a position. */
export function closingOf(text: string, from: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    if (text[index] === open) depth++;
    else if (text[index] === close && --depth === 0) return index;
  }
  return undefined;
}
