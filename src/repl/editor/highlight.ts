import { type CodeToken, codeTokens } from '../../javascript/index.js';
import { type DotCommand, dotCommand } from '../../util/index.js';

/** The kind of a token, which determines its colour. */
export type Style = 'plain' | 'keyword' | 'string' | 'number' | 'comment' | 'command' | 'pair' | 'selected';

/** Consecutive characters of the same style. Runs are contiguous. */
export interface Run {
  readonly to: number;
  readonly style: Style;
}

/** Longer text is not highlighted, so that typing stays responsive after a large paste. */
const MAX_LENGTH = 20_000;

const KEYWORDS = new Set(
  (
    'async await break case catch class const continue default delete do else export extends false finally for function if import in ' +
    'instanceof interface let new null of return super switch this throw true try type typeof undefined var void while with yield'
  ).split(' '),
);

export function highlighted(text: string, cursor: number): readonly Run[] {
  if (text.length > MAX_LENGTH) return [{ to: text.length, style: 'plain' }];
  const command = dotCommand(text);
  if (command) return commandRuns(text, command);
  const tokens = codeTokens(text);
  const pair = pairAt(text, cursor, tokens);
  const runs: Run[] = [];
  const add = (to: number, style: Style) => {
    const last = runs.at(-1);
    if (to === (last?.to ?? 0)) return;
    if (last?.style === style) runs.pop();
    runs.push({ to, style });
  };
  for (const token of tokens) {
    add(token.start, 'plain');
    add(token.end, pair.includes(token.end - 1) ? 'pair' : styleOf(token, text));
  }
  add(text.length, 'plain');
  return runs;
}

/** Marks a part of the text as selected. */
export function selected(
  runs: readonly Run[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Run[] {
  const before = runs.filter((run) => run.to < from);
  const at = runs[before.length];
  return [
    ...before,
    ...(at && from > 0 ? [{ ...at, to: from }] : []),
    { to, style: 'selected' },
    ...runs.filter((run) => run.to > to),
  ];
}

function styleOf({ kind, start, end }: CodeToken, text: string): Style {
  switch (kind) {
    case 'string':
    case 'template':
    case 'regex':
      return 'string';
    case 'comment':
    case 'number':
      return kind;
    case 'word':
      return KEYWORDS.has(text.slice(start, end)) ? 'keyword' : 'plain';
    default:
      return text[start] === '`' ? 'string' : 'plain';
  }
}

const commandRuns = (text: string, { nameEnd }: DotCommand): Run[] => [
  { to: nameEnd, style: 'command' },
  { to: text.length, style: 'plain' },
];

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Returns the positions of the bracket at or before the cursor and of its partner. */
function pairAt(text: string, cursor: number, tokens: readonly CodeToken[]): readonly number[] {
  for (const at of [cursor, cursor - 1]) {
    const bracket = text[at] ?? '';
    const isOpening = CLOSING[bracket] !== undefined;
    if (!isOpening && OPENING[bracket] === undefined) continue;
    const brackets = bracketsOf(text, tokens);
    const partner = isOpening ? forward(text, at, brackets) : backward(text, at, brackets);
    if (partner >= 0) return [at, partner];
  }
  return [];
}

function forward(text: string, from: number, brackets: readonly number[]): number {
  const open = text[from] as string;
  let depth = 0;
  for (const at of brackets) {
    if (at < from) continue;
    if (text[at] === open) depth++;
    else if (text[at] === CLOSING[open] && --depth === 0) return at;
  }
  return -1;
}

function backward(text: string, from: number, brackets: readonly number[]): number {
  const close = text[from] as string;
  const opened: number[] = [];
  for (const at of brackets) {
    if (at > from) break;
    if (text[at] === OPENING[close]) opened.push(at);
    else if (text[at] === close) {
      const partner = opened.pop() ?? -1;
      if (at === from) return partner;
    }
  }
  return -1;
}

/** Returns the positions of brackets in code, not in strings or comments. */
function bracketsOf(text: string, tokens: readonly CodeToken[]): number[] {
  return tokens.flatMap(({ kind, end }) => (kind === 'sign' && /[()[\]{}]/.test(text[end - 1] ?? '') ? [end - 1] : []));
}
