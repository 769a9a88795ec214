import { type CodeToken, codeTokens } from '../javascript/index.js';

export type Token = {
  readonly text: string;
  readonly kind: 'name' | 'string' | 'mark' | 'open-string';
  readonly at: number;
};

export const unquoted = ({ kind, text }: Token) => (kind === 'string' ? text.slice(1, -1) : text);

/** An unterminated string at the end is the last token. Returns undefined if the source ends in a comment. */
export function tokensOf(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  const code = codeTokens(source);
  const push = (kind: Token['kind'], at: number, end: number) => tokens.push({ text: source.slice(at, end), kind, at });
  for (const [index, token] of code.entries()) {
    const { kind, start, end } = token;
    const isClosed = token.to < end;
    if (kind === 'comment') {
      if (end === source.length && !isClosed) return undefined;
    } else if (kind === 'string') push(isClosed ? 'string' : 'open-string', start, end);
    else if (kind === 'template') tokens.push(templateToken(source, token, code[index + 1]));
    else if (kind === 'word') push('name', start, end);
    else if (kind === 'sign') {
      const text = source.slice(start, end);
      // A substitution is like a parenthesis: a call around the template does not describe the code in it.
      if (text === '${') tokens.push({ text: '(', kind: 'mark', at: start });
      else if (text === '.' && isOptional(tokens.at(-1), start))
        tokens[tokens.length - 1] = { text, kind: 'mark', at: start - 1 };
      else if (text === '.' && isDots(tokens.at(-1), start))
        tokens.push({ kind: 'mark', text: `${tokens.at(-1)?.text}.`, at: (tokens.pop() as Token).at });
      else if (text !== '`') push('mark', start, end);
    } else if (kind !== 'line') push('mark', start, end);
  }
  return tokens;
}

/** A template without substitutions is a string. The text of an open template starts with its quote. */
function templateToken(source: string, { start, end }: CodeToken, next: CodeToken | undefined): Token {
  const at = start - 1;
  const text = `\`${source.slice(start, end)}`;
  if (next === undefined) return { text, kind: 'open-string', at };
  const isWhole = source[at] === '`' && source[next.start] === '`';
  return isWhole ? { text: `${text}\``, kind: 'string', at } : { text: '`', kind: 'mark', at };
}

/** Whether a dot at `start` belongs to the operator `?.`. */
const isOptional = (last: Token | undefined, start: number) => last?.text === '?' && last.at === start - 1;

/** Whether a dot at `start` belongs to the operator `...`. */
const isDots = (last: Token | undefined, start: number) =>
  (last?.text === '.' || last?.text === '..') && last.at + last.text.length === start;

/** Returns the steps of the dotted name before token `end`, such as `a[0].b`. Empty after any other expression. */
export function pathBefore(tokens: readonly Token[], end: number): readonly string[] {
  return chainBefore(tokens, end)?.steps ?? [];
}

function chainBefore(tokens: readonly Token[], end: number): { steps: string[]; first: number } | undefined {
  const backwards: string[] = [];
  let at = end - 1;
  for (;;) {
    for (; tokens[at]?.text === ']' && tokens[at - 2]?.text === '['; at -= 3) {
      const index = stepOf(tokens[at - 1]);
      if (index === undefined) return undefined;
      backwards.push(index);
    }
    if (tokens[at]?.kind !== 'name') return undefined;
    backwards.push((tokens[at] as Token).text);
    if (tokens[at - 1]?.text !== '.') return { steps: backwards.reverse(), first: at };
    at -= 2;
  }
}

/** Returns the step in brackets: `0` in `a[0]`, `data` in `a['data']`. Undefined for a variable. */
function stepOf(token: Token | undefined): string | undefined {
  if (token === undefined) return undefined;
  if (token.kind === 'string') return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(unquoted(token))?.[0];
  return /^\d+$/.test(token.text) ? token.text : undefined;
}

/** A dotted name in a source, such as `q.data` or `platform.queues.lst`. */
export interface DottedPath {
  readonly steps: readonly string[];
  readonly isCalled: boolean;
  /** The code of an index that follows and is not known here, such as `at` in `[at]`. */
  readonly index?: string;
  readonly at: number;
  readonly end: number;
}

export function pathsIn(source: string): DottedPath[] {
  const tokens = tokensOf(source) ?? [];
  const paths: DottedPath[] = [];
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]?.text;
    const isStep = (at: number) => stepOf(tokens[at]) !== undefined && tokens[at + 1]?.text === ']';
    const isEnd = token.kind === 'name' ? next !== ':' : token.text === ']' && isStep(index - 1);
    if (!isEnd || next === '.' || (next === '[' && isStep(index + 2))) continue;
    const chain = chainBefore(tokens, index + 1);
    if (!chain) continue;
    paths.push({
      steps: chain.steps,
      isCalled: next === '(',
      ...(next === '[' && { index: tokens[index + 2]?.text ?? '' }),
      at: (tokens[chain.first] as Token).at,
      end: token.at + token.text.length,
    });
  }
  return paths;
}
