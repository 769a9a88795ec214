import { type TokenType, tokenizer, tokTypes } from 'acorn';

export interface OpenEnd {
  /** The innermost bracket that is still open, and its line. */
  readonly open?: { readonly sign: string; readonly line: number };
  /** The number of lines with a bracket that is still open at the end. */
  readonly openLines: number;
  /** The last token. */
  readonly last: string;
  /** The text has a closing bracket without an opening one, or too many lexical errors. */
  readonly mismatched: boolean;
  /** The last token needs something after it: an operator, a comma, a dot. */
  readonly expectsMore: boolean;
  readonly unterminated: 'string' | 'template' | 'comment' | null;
}

/** Text with more lexical errors is neither JavaScript nor TypeScript. */
const MAX_ERRORS = 32;

/**
 * Reads the tokens of JavaScript or TypeScript and reports how the text ends. One tokenizer reads the text once and
 * continues after an error, so the time grows linearly with the length of the text.
 */
export function openEnd(source: string): OpenEnd {
  // acorn does not support decorators. In a string or a comment, `@` makes no difference here.
  const text = source.replaceAll('@', ' ');
  const tokens = tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module' }) as Resumable;
  const end = new EndOfTokens(text);
  for (let errors = 0; errors <= MAX_ERRORS; errors++) {
    try {
      for (const token of tokens) end.add(token.type, token.start, token.end);
      return end.answer;
    } catch (error) {
      const { message } = error as Error;
      const unterminated = /^Unterminated (string|template|comment)/.exec(message)?.[1] as OpenEnd['unterminated'];
      if (unterminated) return { openLines: 0, last: '', mismatched: false, expectsMore: true, unterminated };
      // A slash that does not start a regular expression is a division after TypeScript syntax, such as `x!`.
      const isSlash = message.startsWith('Unterminated regular expression');
      tokens.pos = isSlash ? tokens.start + 1 : Math.max(tokens.pos, tokens.start + 1);
    }
  }
  return { openLines: 0, last: '', mismatched: true, expectsMore: false, unterminated: null };
}

/** The fields of acorn's tokenizer that its plugins use and its types omit. */
type Resumable = ReturnType<typeof tokenizer> & {
  pos: number;
  readonly start: number;
};

class EndOfTokens {
  readonly #text: string;
  readonly #open: { closedBy: TokenType; sign: string; line: number }[] = [];
  #mismatched = false;
  #last: TokenType = tokTypes.semi;
  #lastText: readonly [start: number, end: number] = [0, 0];
  #line = 1;
  #lineEnd: number;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = text.indexOf('\n');
  }

  add(type: TokenType, start: number, end: number): void {
    this.#last = type;
    this.#lastText = [start, end];
    const closedBy = CLOSED_BY.get(type);
    if (closedBy) this.#open.push({ closedBy, sign: type.label, line: this.#lineAt(start) });
    else if (CLOSING.has(type) && this.#open.pop()?.closedBy !== type) this.#mismatched = true;
  }

  get answer(): OpenEnd {
    const last = this.#last;
    const expectsMore =
      last !== tokTypes.semi && (needsOperand(last) || last === tokTypes.dot || last === tokTypes.questionDot);
    const openLines = new Set(this.#open.map(({ line }) => line)).size;
    const open = this.#open.at(-1);
    const text = this.#text.slice(...this.#lastText);
    return {
      ...(open && { open }),
      openLines,
      last: text,
      mismatched: this.#mismatched,
      expectsMore,
      unterminated: null,
    };
  }

  /** Must be called with ascending places. */
  #lineAt(place: number): number {
    while (this.#lineEnd >= 0 && this.#lineEnd < place) {
      this.#line += 1;
      this.#lineEnd = this.#text.indexOf('\n', this.#lineEnd + 1);
    }
    return this.#line;
  }
}

/** Reads acorn's flag for operators, commas and similar tokens, which its types omit. */
function needsOperand(type: TokenType): boolean {
  return (type as TokenType & { beforeExpr: boolean }).beforeExpr;
}

const CLOSED_BY = new Map<TokenType, TokenType>([
  [tokTypes.braceL, tokTypes.braceR],
  [tokTypes.dollarBraceL, tokTypes.braceR],
  [tokTypes.parenL, tokTypes.parenR],
  [tokTypes.bracketL, tokTypes.bracketR],
]);
const CLOSING = new Set(CLOSED_BY.values());
