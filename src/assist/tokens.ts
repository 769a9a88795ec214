export type Token = {
  readonly text: string;
  readonly kind: 'name' | 'string' | 'mark' | 'open-string';
  readonly at: number;
};

export const unquoted = ({ kind, text }: Token) => (kind === 'string' ? text.slice(1, -1) : text);

// Longer alternatives come first. The last one matches any single character.
const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\?\.|['"`][\s\S]*$|[\s\S]/uy;

/**
 * Splits source into tokens. An unterminated string is the last token. Returns undefined if the source ends in a
 * comment.
 */
export function tokensOf(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const [text] = match;
    const first = text[0] as string;
    const ends = match.index + text.length === source.length;
    if (/^\/[/*]/.test(text)) {
      if (ends && !text.endsWith('*/') && !text.endsWith('\n')) return undefined;
    } else if (/['"`]/.test(first)) {
      const closed = text.length > 1 && text.endsWith(first) && !/[^\\]\\$/.test(text.slice(0, -1));
      tokens.push({ text, kind: closed ? 'string' : 'open-string', at: match.index });
    } else if (/[\p{L}_$]/u.test(first)) {
      tokens.push({ text, kind: 'name', at: match.index });
    } else if (!/^\s/.test(text)) {
      tokens.push({ text: text === '?.' ? '.' : text, kind: 'mark', at: match.index });
    }
  }
  return tokens;
}

/**
 * Returns the steps of the dotted name that ends before token `end`, with indexes such as `[0]`. Empty after any other
 * expression.
 */
export function pathBefore(tokens: readonly Token[], end: number): readonly string[] {
  return chainBefore(tokens, end)?.steps ?? [];
}

/** Also returns the index of the first token. */
function chainBefore(tokens: readonly Token[], end: number): { steps: string[]; first: number } | undefined {
  const backwards: string[] = [];
  let at = end - 1;
  for (;;) {
    for (; tokens[at]?.text === ']' && tokens[at - 2]?.text === '['; at -= 3) {
      const index = tokens[at - 1]?.text ?? '';
      if (!/^\d+$/.test(index)) return undefined;
      backwards.push(index);
    }
    if (tokens[at]?.kind !== 'name') return undefined;
    backwards.push((tokens[at] as Token).text);
    if (tokens[at - 1]?.text !== '.') return { steps: backwards.reverse(), first: at };
    at -= 2;
  }
}

/** A dotted name in a source, such as `q.data` or `platform.queues.lst`. */
export interface DottedPath {
  readonly steps: readonly string[];
  readonly isCalled: boolean;
  readonly at: number;
  readonly end: number;
}

/** Returns every dotted name in a source. */
export function pathsIn(source: string): DottedPath[] {
  const tokens = tokensOf(source) ?? [];
  const paths: DottedPath[] = [];
  for (const [index, token] of tokens.entries()) {
    const goesOn = (at: number) => tokens[at]?.text === '.' || tokens[at]?.text === '[';
    if (token.kind !== 'name' || tokens[index + 1]?.text === ':' || goesOn(index + 1)) continue;
    const chain = chainBefore(tokens, index + 1);
    if (!chain) continue;
    paths.push({
      steps: chain.steps,
      isCalled: tokens[index + 1]?.text === '(',
      at: (tokens[chain.first] as Token).at,
      end: token.at + token.text.length,
    });
  }
  return paths;
}
