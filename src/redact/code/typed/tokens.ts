import { readLiteral } from '../literals.js';
import { codeTokens } from '../tokens.js';

/** A piece of typed code, as the search for secrets reads it. */
export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign';
  /** Of a literal: the text between its quotes, as it is written. */
  readonly text: string;
  readonly start: number;
}

/** A secret in typed code: where it is written, and its value. */
export interface Written {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Written without quotes. */
  readonly isNumber?: true;
}

/** A comment in a comment in a comment. */
const DEEPEST = 3;

/** The tokens of an input. Those of comments are among them: a comment may hold a line of code. */
export function tokensOf(source: string, offset = 0, depth = 0): Token[] {
  const tokens: Token[] = [];
  for (const { kind, from, to } of codeTokens(source)) {
    const text = source.slice(from, to);
    const start = from + offset;
    if (kind === 'comment') {
      // An apostrophe between letters begins no string.
      const inside = depth < DEEPEST ? text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’') : '';
      for (const token of tokensOf(inside, start, depth + 1)) tokens.push(token);
      tokens.push({ kind: 'sign', text: '\n', start });
    } else if (kind === 'string' || kind === 'template') tokens.push({ kind: 'text', text, start });
    else if (kind === 'word' || kind === 'number') tokens.push({ kind, text, start });
    else tokens.push({ kind: 'sign', text: kind === 'regex' ? '/' : text, start });
  }
  return tokens;
}

/** The sign at this place; empty when something else is there. */
export const signAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at];
  return token?.kind === 'sign' ? token.text : '';
};

/** Shorter texts are not secrets. */
const SHORTEST = 3;

/** The secret in a text. The word before credentials is not a part of it. */
export function* secretIn(text: string, start: number): Generator<Written> {
  const scheme = /^(?:(?:Basic|Bearer)\s*)?/i.exec(text)?.[0].length ?? 0;
  const value = readLiteral(text.slice(scheme), 'string');
  if (value.trim().length >= SHORTEST) yield { start: start + scheme, end: start + text.length, value };
}
