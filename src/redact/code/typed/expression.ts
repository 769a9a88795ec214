import { isOrdinaryWord } from '../../detect/ordinary-words.js';
import { secretIn, signAt, type Token, type Written } from './tokens.js';

/** The token budget for all expressions of one input, per token. Limits the time for deeply nested input. */
const STEPS_PER_TOKEN = 20;
/** The number of tokens that each expression may read when the budget is used up. */
const LEAST_STEPS = 32;

/** Reads literals of expressions. Use one for each input, so that the time depends only on its length. */
export class ExpressionReader {
  #steps: number;

  constructor(private readonly tokens: readonly Token[]) {
    this.#steps = tokens.length * STEPS_PER_TOKEN;
  }

  /**
   * Yields the literals of the expression at `from`, except names such as the string in `env['TOKEN']`, and except words
   * such as the encoding in `toString('base64')`.
   */
  *texts(from: number, { numbers = false } = {}): Generator<Written> {
    const tokens = this.tokens;
    // After a comma, the text can belong to something else. After `=` and `:`, it is the value.
    const isValue = signAt(tokens, from - 1) !== ',';
    let depth = 0;
    for (let index = from, left = LEAST_STEPS; index < tokens.length && this.#goesOn(left); index += 1, left -= 1) {
      const { kind, text, start } = tokens[index] as Token;
      const before = signAt(tokens, index - 1);
      if (text === '${' && kind === 'sign') index = this.endOfHole(index);
      else if (kind === 'text') {
        const isIndex = before === '[' && endsValue(tokens[index - 2]);
        const isKey = /^[{,]$/.test(before) && tokens[index + 1]?.text === ':';
        const isWord = (depth > 0 || !isValue) && isOrdinaryWord(text);
        if (!isIndex && !isKey && !isWord) yield* secretIn(text, start);
      } else if (kind === 'number') {
        if (numbers && depth === 0 && CODE_NUMBER.test(text)) yield numberIn(text, start);
      } else if (kind === 'sign') {
        if (/[([{]/.test(text)) depth += 1;
        else if (/[)\]}]/.test(text)) depth -= 1;
        const isOver = text === '\n' ? index > from && !CONTINUES.test(before) : /[,;]/.test(text);
        if (depth < 0 || (depth === 0 && isOver)) return;
      }
    }
  }

  /** The index of the `}` that ends a template substitution, which is a separate expression. */
  endOfHole(from: number): number {
    const end = this.#closing(from, /\{$/, /^\}$/);
    return end < 0 ? this.tokens.length : end;
  }

  /** The index of the bracket that closes the call, or -1 if the budget does not reach it. */
  endOfCall(from: number): number {
    return this.#closing(from, /[([{]$/, /^[)\]}]$/);
  }

  #closing(from: number, opens: RegExp, closes: RegExp): number {
    let depth = 0;
    for (
      let index = from, left = LEAST_STEPS;
      index < this.tokens.length && this.#goesOn(left);
      index += 1, left -= 1
    ) {
      const sign = signAt(this.tokens, index);
      if (opens.test(sign)) depth += 1;
      if (closes.test(sign) && --depth === 0) return index;
    }
    return -1;
  }

  #goesOn(left: number): boolean {
    this.#steps -= 1;
    return this.#steps > 0 || left > 0;
  }
}

/** A PIN or a one-time code. Numbers with fewer than four digits are usually counts and indexes. */
const CODE_NUMBER = /^\d[\d_]{3,}n?$/;
const numberIn = (text: string, start: number): Written => ({
  start,
  end: start + text.length,
  value: text.replace(/\D/g, ''),
  isNumber: true,
});
const CONTINUES = /^[-+=:?|&(,\n]$/;
const endsValue = (token: Token | undefined) => token?.kind === 'word' || /^[\])]$/.test(token?.text ?? '');
