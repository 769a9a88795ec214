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
const CHUNK = /(?:\\[\s\S]|\$(?!\{)|[^\\`$]+)*/y;
const REGEX =
  /\/(?![*/])(?:\\[^\n\r\u2028\u2029]|\[(?:\\[^\n\r\u2028\u2029]|[^\]\\\n\r\u2028\u2029])*\]|[^[/\\\n\r\u2028\u2029])+\/[a-z]*/y;

/**
 * Splits code into tokens. It uses no parser, because inputs that do not parse are redacted too. A slash starts a
 * regular expression where no value can end before it.
 */
export function codeTokens(source: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  /** For each open bracket: whether it starts a template substitution, and whether it encloses a condition. */
  const open: { hole: boolean; condition: boolean }[] = [];
  let before: { text: string; kind: CodeToken['kind']; endsValue: boolean } | undefined;
  let at = 0;
  /**
   * No slash before this offset starts a regular expression. Set after a failed match, so that each line is searched
   * once.
   */
  let endless = 0;

  const push = (kind: CodeToken['kind'], end: number, from = at, to = end) => {
    tokens.push({ kind, start: at, end, from, to });
    at = end;
  };
  const chunk = () => {
    CHUNK.lastIndex = at;
    CHUNK.exec(source);
    push('template', CHUNK.lastIndex);
    if (source[at] === '`') push('sign', at + 1);
    else if (source.startsWith('${', at)) {
      push('sign', at + 2);
      open.push({ hole: true, condition: false });
      before = undefined;
      return;
    }
    before = { text: '`', kind: 'template', endsValue: true };
  };

  while (at < source.length) {
    if (source[at] === '`') {
      push('sign', at + 1);
      chunk();
      continue;
    }
    if (source[at] === '/' && at >= endless && !before?.endsValue) {
      REGEX.lastIndex = at;
      const regex = REGEX.exec(source)?.[0];
      if (regex !== undefined) {
        push('regex', at + regex.length, at + 1, at + regex.lastIndexOf('/'));
        before = { text: regex, kind: 'regex', endsValue: true };
        continue;
      }
      if (!/^[/*]/.test(source[at + 1] ?? '')) endless = endOfLine(source, at);
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (!match) {
      at += 1;
      continue;
    }
    const [text, line, block, string, word, number, newLine] = match;
    const end = at + text.length;
    if (line !== undefined) push('comment', end, at + 2);
    else if (block !== undefined) push('comment', end, at + 2, text.length > 3 && text.endsWith('*/') ? end - 2 : end);
    else if (newLine !== undefined) {
      push('line', end);
      // A `}` before a line break usually ends a block, not a value that is then divided.
      if (before?.text === '}') before = { ...before, endsValue: false };
    } else if (string !== undefined) {
      // An unclosed string ends at the end of its line.
      push(
        'string',
        end,
        at + 1,
        text.length > 1 && text.endsWith(text[0] as string) && !isEscaped(text) ? end - 1 : end,
      );
      before = { text, kind: 'string', endsValue: true };
    } else if (word !== undefined) {
      push('word', end);
      before = { text, kind: 'word', endsValue: before?.text === '.' || !BEFORE_VALUE.has(text) };
    } else if (number !== undefined) {
      push('number', end);
      before = { text, kind: 'number', endsValue: true };
    } else {
      push('sign', end);
      let endsValue = /[)\]}]/.test(text);
      if (/[({[]/.test(text))
        open.push({ hole: false, condition: before?.kind === 'word' && CONDITION.has(before.text) });
      else if (endsValue) {
        const opened = open.pop();
        if (opened?.hole && text === '}') {
          chunk();
          continue;
        }
        if (opened?.condition) endsValue = false;
      } else if (/^[+-]$/.test(text) && before?.text === text && source[end - 2] === text)
        endsValue = isAfterValue(tokens);
      before = { text, kind: 'sign', endsValue };
    }
  }
  return tokens;
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
