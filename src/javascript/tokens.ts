/**
 * A token of code. A `string`, `template` (the text between two substitutions), `regex` or `comment` can contain any
 * text.
 */
export interface CodeToken {
  readonly kind: 'string' | 'template' | 'regex' | 'comment' | 'word' | 'number' | 'sign' | 'line';
  readonly start: number;
  readonly end: number;
  /** The range inside quotes, slashes or comment signs. For other tokens, the whole token. */
  readonly from: number;
  readonly to: number;
}

const TOKEN =
  /(\/\/[^\n\r\u2028\u2029]*)|(\/\*[\s\S]*?(?:\*\/|$))|("(?:\\(?:\r\n|[\s\S])|[^"\\\r\n]+)*"?|'(?:\\(?:\r\n|[\s\S])|[^'\\\r\n]+)*'?)|((?:[\p{L}\p{Nl}_$]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))(?:[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))*)|((?:\d|\.\d)(?:[eE][+-]\d|[\w.])*)|([\n\r\u2028\u2029])|\S/uy;
/** Words and signs that need no search for the kinds above, which costs ten times as much. */
const PLAIN_WORD = /[A-Za-z_$][\w$]*(?![\w$\\\u0080-\uffff])/y;
const PLAIN_SIGNS = '(){}[],;:=<>!?&|+-*%^~';
const TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^\\`$]+)*/y;
const REGEX =
  /\/(?![*/])(?:\\[^\n\r\u2028\u2029]|\[(?:\\[^\n\r\u2028\u2029]|[^\]\\\n\r\u2028\u2029])*\]|[^[/\\\n\r\u2028\u2029])+\/[a-z]*/y;

/**
 * Splits code into tokens. It uses no parser, because the code may be unfinished or invalid. A slash starts a regular
 * expression where no value can end before it.
 */
export function codeTokens(source: string): readonly CodeToken[] {
  return new Tokenizer(source).tokens();
}

/** The latest token that is not a comment or a line break. */
interface Before {
  readonly text: string;
  readonly kind: CodeToken['kind'];
  /** Whether a value can end with this token, so that a slash after it is a division. */
  readonly endsValue: boolean;
}

class Tokenizer {
  readonly #source: string;
  readonly #tokens: CodeToken[] = [];
  /** For each open bracket: whether it starts a template substitution, and whether it encloses a condition. */
  readonly #open: { readonly isSubstitution: boolean; readonly isCondition: boolean }[] = [];
  #before: Before | undefined;
  #at = 0;
  /**
   * No slash before this offset starts a regular expression. Set after a failed match, so that each line is searched
   * once.
   */
  #noRegexBefore = 0;

  constructor(source: string) {
    this.#source = source;
  }

  tokens(): readonly CodeToken[] {
    while (this.#at < this.#source.length) {
      const char = this.#source[this.#at];
      if (char === ' ') this.#at += 1;
      else if (char === '`') {
        this.#push('sign', this.#at + 1);
        this.#template();
      } else if (PLAIN_SIGNS.includes(char as string)) {
        const start = this.#at;
        this.#push('sign', start + 1);
        this.#sign(char as string, start);
      } else if (!this.#plainWord() && (char !== '/' || !this.#regex())) this.#token();
    }
    return this.#tokens;
  }

  #push(kind: CodeToken['kind'], end: number, from = this.#at, to = end): void {
    this.#tokens.push({ kind, start: this.#at, end, from, to });
    this.#at = end;
  }

  #plainWord(): boolean {
    PLAIN_WORD.lastIndex = this.#at;
    if (!PLAIN_WORD.test(this.#source)) return false;
    this.#word(PLAIN_WORD.lastIndex);
    return true;
  }

  #word(end: number): void {
    const text = this.#source.slice(this.#at, end);
    this.#push('word', end);
    const endsValue = this.#before?.text === '.' || !BEFORE_VALUE.has(text);
    this.#before = { text, kind: 'word', endsValue };
  }

  /** Reads the text of a template up to its end or to the next substitution. */
  #template(): void {
    TEMPLATE.lastIndex = this.#at;
    TEMPLATE.exec(this.#source);
    this.#push('template', TEMPLATE.lastIndex);
    this.#before = { text: '`', kind: 'template', endsValue: true };
    if (this.#source[this.#at] === '`') this.#push('sign', this.#at + 1);
    else if (this.#source.startsWith('${', this.#at)) {
      this.#push('sign', this.#at + 2);
      this.#open.push({ isSubstitution: true, isCondition: false });
      this.#before = undefined;
    }
  }

  /** Reads a regular expression. Returns false if the slash starts a comment or is a division. */
  #regex(): boolean {
    const at = this.#at;
    if (at < this.#noRegexBefore || this.#before?.endsValue) return false;
    REGEX.lastIndex = at;
    const text = REGEX.exec(this.#source)?.[0];
    if (text === undefined) {
      const isComment = this.#source[at + 1] === '/' || this.#source[at + 1] === '*';
      if (!isComment) this.#noRegexBefore = endOfLine(this.#source, at);
      return false;
    }
    this.#push('regex', at + text.length, at + 1, at + text.lastIndexOf('/'));
    this.#before = { text, kind: 'regex', endsValue: true };
    return true;
  }

  #token(): void {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#source);
    if (!match) {
      this.#at += 1;
      return;
    }
    const [text, line, block, string, word, number, newLine] = match;
    const [start, end] = [this.#at, this.#at + text.length];
    if (line !== undefined) this.#push('comment', end, start + 2);
    else if (block !== undefined)
      this.#push('comment', end, start + 2, text.length > 3 && text.endsWith('*/') ? end - 2 : end);
    else if (newLine !== undefined) {
      this.#push('line', end);
      // A `}` before a line break usually ends a block, not a value that is then divided.
      if (this.#before?.text === '}') this.#before = { ...this.#before, endsValue: false };
    } else if (string !== undefined) {
      // An unclosed string ends at the end of its line.
      const isClosed = text.length > 1 && text.endsWith(text[0] as string) && !isEscaped(text);
      this.#push('string', end, start + 1, isClosed ? end - 1 : end);
      this.#before = { text, kind: 'string', endsValue: true };
    } else if (word !== undefined) this.#word(end);
    else if (number !== undefined) {
      this.#push('number', end);
      this.#before = { text, kind: 'number', endsValue: true };
    } else {
      this.#push('sign', end);
      this.#sign(text, start);
    }
  }

  /** Follows the brackets, and decides whether a value can end with this sign. */
  #sign(text: string, start: number): void {
    const before = this.#before;
    let endsValue = false;
    if ('({['.includes(text)) {
      const isCondition = before?.kind === 'word' && CONDITION.has(before.text);
      this.#open.push({ isSubstitution: false, isCondition });
    } else if (')}]'.includes(text)) {
      const opened = this.#open.pop();
      if (opened?.isSubstitution && text === '}') {
        this.#template();
        return;
      }
      endsValue = !opened?.isCondition;
    } else if ((text === '+' || text === '-') && before?.text === text && this.#source[start - 1] === text)
      endsValue = isAfterValue(this.#tokens);
    this.#before = { text, kind: 'sign', endsValue };
  }
}

const BEFORE_VALUE = new Set(
  'await case delete do else extends in instanceof new of return throw typeof void yield'.split(' '),
);
const CONDITION = new Set(['if', 'while', 'for', 'with']);

/** Whether `++` or `--` follows a value, as in `i++ / 2`. A slash after it is then a division. */
const isAfterValue = (tokens: readonly CodeToken[]) => !/^(?:sign|line)$/.test(tokens.at(-3)?.kind ?? 'sign');

/** Whether the last quote is escaped. */
function isEscaped(text: string): boolean {
  let at = text.length - 2;
  while (text[at] === '\\') at -= 1;
  return (text.length - 2 - at) % 2 === 1;
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}
