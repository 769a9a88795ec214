import { readLiteral } from '../../encode/code-literals.js';
import type { Span } from '../../replace/edits.js';
import { CodeText } from '../code.js';

export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign';
  /** For a literal: the text between its quotes, with escapes. */
  readonly text: string;
  readonly start: number;
}

/** A secret in typed code: its range and its value. */
export interface Written extends Span {
  readonly value: string;
  /** Set for a number without quotes. */
  readonly isNumber?: true;
}

/** The limit for comments inside comments. */
const MAX_DEPTH = 3;

/** Splits an input into tokens. Includes the tokens inside comments, because a comment may contain code. */
export function tokensOf(code: CodeText, offset = 0, depth = 0): Token[] {
  const tokens: Token[] = [];
  for (const { kind, from, to } of code.tokens) {
    const text = code.source.slice(from, to);
    const start = from + offset;
    if (kind === 'comment') {
      // An apostrophe between letters does not start a string.
      const inside = depth < MAX_DEPTH ? text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’') : '';
      for (const token of tokensOf(new CodeText(inside), start, depth + 1)) tokens.push(token);
      tokens.push({ kind: 'sign', text: '\n', start });
    } else if (kind === 'string' || kind === 'template') tokens.push({ kind: 'text', text, start });
    else if (kind === 'word' || kind === 'number') tokens.push({ kind, text, start });
    else tokens.push({ kind: 'sign', text: kind === 'regex' ? '/' : text, start });
  }
  return tokens;
}

/** The sign at this index, or an empty string if the token is not a sign. */
export const signAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at];
  return token?.kind === 'sign' ? token.text : '';
};

const MIN_LENGTH = 3;

export function* secretIn(text: string, start: number): Generator<Written> {
  const scheme = /^(?:(?:Basic|Bearer)\s*)?/i.exec(text)?.[0].length ?? 0;
  const value = readLiteral(text.slice(scheme), 'string');
  if (value.trim().length >= MIN_LENGTH) yield { start: start + scheme, end: start + text.length, value };
}
