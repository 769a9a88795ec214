import { type TokenType, tokenizer, tokTypes } from 'acorn';

export interface OpenEnd {
  /** Lines with a bracket that is still open at the end. */
  readonly openLines: number;
  /** A closing bracket without its opening one. */
  readonly mismatched: boolean;
  /** The last token asks for something after it: an operator, a comma, a dot. */
  readonly expectsMore: boolean;
  readonly unterminated: 'string' | 'template' | 'comment' | null;
}

/** Reads tokens, of JavaScript or TypeScript, and says how the text ends. */
export function openEnd(source: string): OpenEnd {
  let text = source;
  for (;;) {
    try {
      return { ...readTokens(text), unterminated: null };
    } catch (error) {
      const { message, pos } = error as SyntaxError & { pos: number };
      const unterminated = /^Unterminated (string|template|comment)/.exec(message)?.[1] as OpenEnd['unterminated'];
      if (unterminated) return { openLines: 0, mismatched: false, expectsMore: true, unterminated };
      // A decorator's `@` and other strangers: blank, and again.
      text = `${text.slice(0, pos)} ${text.slice(pos + 1)}`;
    }
  }
}

function readTokens(text: string): Omit<OpenEnd, 'unterminated'> {
  const open: { closedBy: TokenType; line: number }[] = [];
  let mismatched = false;
  let last: TokenType = tokTypes.semi;
  for (const { type, loc } of tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true })) {
    last = type;
    const closedBy = CLOSED_BY.get(type);
    if (closedBy) open.push({ closedBy, line: loc?.start.line ?? 1 });
    else if (CLOSING.has(type) && open.pop()?.closedBy !== type) mismatched = true;
  }
  const expectsMore =
    last !== tokTypes.semi && (asksForOperand(last) || last === tokTypes.dot || last === tokTypes.questionDot);
  return { openLines: new Set(open.map(({ line }) => line)).size, mismatched, expectsMore };
}

/** acorn's own mark for operators, commas and such, which its types leave out. */
function asksForOperand(type: TokenType): boolean {
  return (type as TokenType & { beforeExpr: boolean }).beforeExpr;
}

const CLOSED_BY = new Map<TokenType, TokenType>([
  [tokTypes.braceL, tokTypes.braceR],
  [tokTypes.dollarBraceL, tokTypes.braceR],
  [tokTypes.parenL, tokTypes.parenR],
  [tokTypes.bracketL, tokTypes.bracketR],
]);
const CLOSING = new Set(CLOSED_BY.values());
