import type { Span } from '../../replace/edits.js';

/** A word of a command, without its quotes. */
export interface ShellWord {
  readonly text: string;
  /** For each character of `text`, its range in the command line. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** For each character, the quoted part that contains it, with its quotes. */
  readonly quoted: readonly (Span | undefined)[];
  readonly isQuoted: boolean;
}

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly end: number;
}

/** Longer commands are read in parts. */
const MAX_COMMAND = 65_536;
/** An ampersand inside an address does not end a command that was pasted without quotes. */
const ENDS = /[\n\r;|()<>]|&(?![^\s&])/y;
const QUOTE = /\\*["'`]/y;

function isEnd(text: string, at: number): boolean {
  ENDS.lastIndex = at;
  return ENDS.test(text);
}

/**
 * Splits a command into words, from `from` to its end. `outer` is the quote around the command in the text that contains
 * it. Quotes may be escaped, because a command can be inside a string of another language.
 */
export function shellCommand(text: string, from: number, outer = ''): ShellCommand {
  const words: ShellWord[] = [];
  const limit = Math.min(text.length, from + MAX_COMMAND);
  let at = from;
  while (at < limit) {
    at = afterBlanks(text, at, limit);
    if (at >= limit || isEnd(text, at) || (outer !== '' && text.startsWith(outer, at))) break;
    const word = new WordReader(text, at, limit, outer).read();
    words.push(word);
    const isStuck = word.end === at;
    at = word.end;
    if (isStuck || word.isOpen) break;
  }
  return { words, end: Math.max(at, from + 1) };
}

/** Blanks, and line breaks after a backslash. */
function afterBlanks(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit) {
    if (text[at] === ' ' || text[at] === '\t') at++;
    else if (text[at] === '\\' && /^(?:\r?\n|n(?=[ \t]))/.test(text.slice(at + 1, at + 3)))
      at += text[at + 1] === '\r' ? 3 : 2;
    else break;
  }
  return at;
}

class WordReader {
  #text = '';
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #parts: (Span | undefined)[] = [];
  #isQuoted = false;

  constructor(
    private readonly source: string,
    private at: number,
    private readonly limit: number,
    private readonly outer: string,
  ) {}

  /** `isOpen`: the word has a quote that never closes. It ends the word at the next blank, and the command. */
  read(): ShellWord & { readonly end: number; readonly isOpen: boolean } {
    const { source } = this;
    let isOpen = false;
    while (this.at < this.limit) {
      const char = source[this.at] as string;
      if (char === ' ' || char === '\t' || isEnd(source, this.at)) break;
      if (this.outer !== '' && source.startsWith(this.outer, this.at)) break;
      const quote = this.#quote();
      if (quote !== undefined) {
        if (isOpen) break;
        if (!this.#quoted(quote)) {
          isOpen = true;
          this.at += quote.length;
        }
      } else if (char === '\\') {
        // A backslash before a line break continues the command.
        if (/[\r\n]/.test(source[this.at + 1] ?? '\n')) break;
        this.#add(source[this.at + 1] as string, this.at, 2);
        this.at += 2;
      } else if (char === '$' && /["']/.test(source[this.at + 1] ?? '')) this.at++;
      else this.#add(char, this.at++);
    }
    return {
      ...{ text: this.#text, starts: this.#starts, ends: this.#ends, quoted: this.#parts },
      ...{ isQuoted: this.#isQuoted, end: this.at, isOpen },
    };
  }

  #quote(): string | undefined {
    QUOTE.lastIndex = this.at;
    return QUOTE.exec(this.source)?.[0];
  }

  /** Reads a quoted part. False if the quote never closes. */
  #quoted(quote: string): boolean {
    const from = this.at + quote.length;
    const end = this.#closing(quote, from);
    if (end < 0 || this.#isNextQuote(from, end, quote)) return false;
    const part = { start: this.at, end: end + quote.length };
    for (let i = from; i < end; i++) {
      const isEscape = this.source[i] === '\\' && quote === '"' && i + 1 < end;
      this.#add(this.source[isEscape ? ++i : i] as string, isEscape ? i - 1 : i, isEscape ? 2 : 1, part);
    }
    this.at = part.end;
    this.#isQuoted = true;
    return true;
  }

  /** Whether a quote on a later line begins a word: it does not close the quote on this line. */
  #isNextQuote(from: number, end: number, quote: string): boolean {
    return /\w/.test(this.source[end + quote.length] ?? '') && this.source.slice(from, end).includes('\n');
  }

  /** The offset of the quote that closes. A backslash escapes a double quote that is not escaped itself. */
  #closing(quote: string, from: number): number {
    for (let index = this.source.indexOf(quote, from); index >= 0 && index < this.limit; ) {
      let before = index;
      if (quote === '"') while (before > from && this.source[before - 1] === '\\') before--;
      if ((index - before) % 2 === 0) return index;
      index = this.source.indexOf(quote, index + 1);
    }
    return -1;
  }

  #add(char: string, start: number, length = 1, part?: Span): void {
    this.#text += char;
    this.#parts.push(part);
    this.#starts.push(start);
    this.#ends.push(start + length);
  }
}
