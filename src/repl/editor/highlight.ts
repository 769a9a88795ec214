import { type DotCommand, dotCommand } from '../../util/index.js';

/** The kind of a token, which determines its colour. */
export type Style = 'plain' | 'keyword' | 'string' | 'number' | 'comment' | 'command' | 'pair';

/** Consecutive characters of the same style. Runs are contiguous. */
export interface Run {
  readonly to: number;
  readonly style: Style;
}

/** Longer text is not highlighted, so that typing stays responsive after a large paste. */
const LONGEST = 20_000;

const KEYWORDS = new Set(
  (
    'async await break case catch class const continue default delete do else export extends false finally for function if import in ' +
    'instanceof interface let new null of return super switch this throw true try type typeof undefined var void while with yield'
  ).split(' '),
);
// Longest alternatives first. Any other character is plain, and matches one at a time.
const TOKEN =
  /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\.|[^`\\])*`?)|(\b\d[\w.]*)|([\p{L}_$][\p{L}\p{N}_$]*)|[\s\S]/uy;

export function highlighted(text: string, cursor: number): readonly Run[] {
  if (text.length > LONGEST) return [{ to: text.length, style: 'plain' }];
  const command = dotCommand(text);
  if (command) return commandRuns(text, command);
  const runs: Run[] = [];
  const add = (to: number, style: Style) => {
    const last = runs.at(-1);
    if (last?.style === style) runs[runs.length - 1] = { to, style };
    else runs.push({ to, style });
  };
  const pair = pairAt(text, cursor);
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token, comment, string, number, word] = match;
    const style: Style = comment
      ? 'comment'
      : string
        ? 'string'
        : number
          ? 'number'
          : word && KEYWORDS.has(word)
            ? 'keyword'
            : 'plain';
    add(match.index + token.length, pair.includes(match.index) ? 'pair' : style);
  }
  return runs;
}

const commandRuns = (text: string, { nameEnd }: DotCommand): Run[] => [
  { to: nameEnd, style: 'command' },
  { to: text.length, style: 'plain' },
];

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Returns the positions of the bracket at or before the cursor and of its partner. */
function pairAt(text: string, cursor: number): readonly number[] {
  for (const at of [cursor, cursor - 1]) {
    const bracket = text[at] ?? '';
    const partner = CLOSING[bracket] ? forward(text, at, bracket) : OPENING[bracket] ? backward(text, at, bracket) : -1;
    if (partner >= 0) return [at, partner];
  }
  return [];
}

function forward(text: string, from: number, open: string): number {
  let depth = 0;
  for (const at of brackets(text)) {
    if (at < from) continue;
    if (text[at] === open) depth++;
    else if (text[at] === CLOSING[open] && --depth === 0) return at;
  }
  return -1;
}

function backward(text: string, from: number, close: string): number {
  const opened: number[] = [];
  for (const at of brackets(text)) {
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
function brackets(text: string): number[] {
  const found: number[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text))
    if (/^[()[\]{}]$/.test(match[0])) found.push(match.index);
  return found;
}
