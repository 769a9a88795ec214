/** A word of a command, without its quotes. */
export interface ShellWord {
  readonly text: string;
  /** For each character of `text`, its range in the command line. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
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
    // A quote that never closes ends the command.
    if (word.end === at) break;
    at = word.end;
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
  #isQuoted = false;

  constructor(
    private readonly source: string,
    private at: number,
    private readonly limit: number,
    private readonly outer: string,
  ) {}

  read(): ShellWord & { readonly end: number } {
    const { source } = this;
    while (this.at < this.limit) {
      const char = source[this.at] as string;
      if (char === ' ' || char === '\t' || isEnd(source, this.at)) break;
      if (this.outer !== '' && source.startsWith(this.outer, this.at)) break;
      const quote = this.#quote();
      if (quote !== undefined) {
        if (!this.#quoted(quote)) break;
      } else if (char === '\\') {
        // A backslash before a line break continues the command.
        if (/[\r\n]/.test(source[this.at + 1] ?? '\n')) break;
        this.#add(source[this.at + 1] as string, this.at, 2);
        this.at += 2;
      } else if (char === '$' && /["']/.test(source[this.at + 1] ?? '')) this.at++;
      else this.#add(char, this.at++);
    }
    return { text: this.#text, starts: this.#starts, ends: this.#ends, isQuoted: this.#isQuoted, end: this.at };
  }

  #quote(): string | undefined {
    QUOTE.lastIndex = this.at;
    return QUOTE.exec(this.source)?.[0];
  }

  /** Reads a quoted part. False if the quote never closes. */
  #quoted(quote: string): boolean {
    const from = this.at + quote.length;
    const end = this.#closing(quote, from);
    if (end < 0) return false;
    for (let i = from; i < end; i++) {
      const isEscape = this.source[i] === '\\' && quote === '"' && i + 1 < end;
      this.#add(this.source[isEscape ? ++i : i] as string, isEscape ? i - 1 : i, isEscape ? 2 : 1);
    }
    this.at = end + quote.length;
    this.#isQuoted = true;
    return true;
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

  #add(char: string, start: number, length = 1): void {
    this.#text += char;
    this.#starts.push(start);
    this.#ends.push(start + length);
  }
}
