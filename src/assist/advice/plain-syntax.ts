import { namesOf, SourceError } from '../../eval/index.js';
import { type CodeToken, codeTokens } from '../../javascript/index.js';

/** A change that makes code valid, and why. */
interface Fix {
  readonly reason: string;
  readonly code: string;
}

const MAX_LENGTH = 2_000;
/** Longer code is not repeated. */
const MAX_REPEATED = 300;
const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Explains a bracket, a comma, a colon or a quote that is missing or too much, if the code parses with the change. */
export function onPlainSyntax(error: unknown, source: string): string[] {
  if (!(error instanceof SourceError) || source.length > MAX_LENGTH) return [];
  const tokens = codeTokens(source).filter(({ kind }) => kind !== 'line' && kind !== 'comment');
  const at = offsetOf(source, error);
  if (source[at] === '…') return ['… stands for code that is left out. Replace it by your own code'];
  if (isYaml(source)) return [OF_YAML];
  const fixes = [
    ...quoted(source, tokens),
    ...unclosed(source, tokens),
    ...inBraces(source, tokens, at),
    ...bracketed(source, tokens),
    ...separated(source, tokens, at),
  ];
  const fix = fixes.find(({ code }) => code !== source && parses(code));
  if (fix) return [`${fix.reason}${shown(fix.code)}`];
  return openString(source, tokens, error);
}

const OF_YAML = 'YAML is not code. Save a document in a file, and ring it with .sandbox ring FILE';

/** Whether each line is a key or an item of YAML, and one is more than a label of JavaScript can be. */
function isYaml(source: string): boolean {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  const isKey = (line: string) =>
    /^\s*(?:-\s+)?["']?[\w.-]+["']?:(?:\s+[^\s{[(].*)?$/.test(line) && !/[;,{(]\s*$/.test(line);
  const isItem = (line: string) => /^\s*-\s+\S/.test(line);
  return (
    lines.every((line) => isKey(line) || isItem(line)) && (lines.length > 1 || (isKey(source) && /:\s*$/.test(source)))
  );
}

const parses = (code: string): boolean => namesOf(code) !== undefined || namesOf(`(${code}\n)`) !== undefined;

const shown = (code: string): string =>
  code.includes('\n') || code.length > MAX_REPEATED ? '' : `. Type: ${code.trim()}`;

function offsetOf(source: string, { line, column }: SourceError): number {
  const before = source.split('\n').slice(0, line - 1);
  return before.join('\n').length + (line > 1 ? 1 : 0) + column - 1;
}

/** Names the line of an offset, if the code has several. */
const lineOf = (source: string, at: number): string =>
  source.includes('\n') ? ` in line ${source.slice(0, at).split('\n').length}` : '';

const textOf = (source: string, { start, end }: CodeToken): string => source.slice(start, end);

/** A text with its own quote in it, such as `'it's me'`: another quote around it. */
function* quoted(source: string, tokens: readonly CodeToken[]): Generator<Fix> {
  const first = tokens.find(
    ({ kind, to, end }) => kind === 'string' && to < end && /[\p{L}\p{N}]/u.test(source[end] ?? ''),
  );
  const quote = source[first?.start ?? -1];
  if (!first || quote === undefined) return;
  const line = source.slice(first.end).split('\n', 1).join();
  for (const [index, sign] of [...line].entries()) {
    const text = source.slice(first.start + 1, first.end + index);
    const other = ['"', "'", '`'].find((one) => one !== quote && !text.includes(one));
    if (sign !== quote || other === undefined || text.includes('\\')) continue;
    // A quote after a comma or a colon begins the next text.
    if (/^$|[:,=([{]\s*$/.test(source.slice(first.start + 1, first.end - 1))) return;
    yield {
      reason: `the ${quote} inside the text${lineOf(source, first.start)} ends it. Use other quotes around the text`,
      code: source.slice(0, first.start) + other + text + other + source.slice(first.end + index + 1),
    };
  }
}

/** A text without its last quote. It ends where the code then is valid, at the end of the line or before its brackets. */
function* unclosed(source: string, tokens: readonly CodeToken[]): Generator<Fix> {
  const open = tokens.find((token) => isOpenString(source, token));
  if (!open) return;
  const quote = source[open.start] as string;
  const text = textOf(source, open).trimEnd();
  const tail = /[\s,;)\]}]*$/.exec(text)?.[0] ?? '';
  const end = open.start + text.length - tail.length;
  // It is not known whether a comma or a colon belongs to the text.
  if (end <= open.start || /[,:]/.test(text)) return;
  yield {
    reason: `the ${quote} at column ${columnOf(source, open.start)}${lineOf(source, open.start)} begins a text that has no ${quote} at its end`,
    code: source.slice(0, end) + quote + source.slice(end),
  };
}

/** A text that no quote ends. An apostrophe in a word is not one. */
const isOpenString = (source: string, { kind, start, to, end }: CodeToken): boolean =>
  kind === 'string' && to === end && !/[\p{L}\p{N}]/u.test(source[start - 1] ?? '');

const columnOf = (source: string, at: number): number => at - source.lastIndexOf('\n', at - 1);

function openString(source: string, tokens: readonly CodeToken[], { message }: SourceError): string[] {
  const open = tokens.find((token) => isOpenString(source, token));
  if (!open || !message.startsWith('Unterminated string')) return [];
  const quote = source[open.start];
  const place = `column ${columnOf(source, open.start)}${lineOf(source, open.start)}`;
  return [`the ${quote} at ${place} begins a text that has no ${quote} at its end`];
}

interface Open {
  readonly sign: string;
  readonly at: number;
}

/** Reads the brackets up to the first one that does not fit. */
function openIn(source: string, tokens: readonly CodeToken[], end = source.length): { open: Open[]; wrong?: Open } {
  const open: Open[] = [];
  for (const token of tokens) {
    if (token.start >= end) break;
    const sign = token.kind === 'sign' ? textOf(source, token) : '';
    if (sign === '${') open.push({ sign: '{', at: token.start });
    else if (sign in CLOSED_BY) open.push({ sign, at: token.start });
    else if (Object.values(CLOSED_BY).includes(sign)) {
      if (CLOSED_BY[open.at(-1)?.sign ?? ''] !== sign) return { open, wrong: { sign, at: token.start } };
      open.pop();
    }
  }
  return { open };
}

/** One bracket too many, too few, or of another kind. */
function* bracketed(source: string, tokens: readonly CodeToken[]): Generator<Fix> {
  const { open, wrong } = openIn(source, tokens);
  const last = open.at(-1);
  const closes = last && (CLOSED_BY[last.sign] as string);
  const named = last && `the ${last.sign} at column ${columnOf(source, last.at)}${lineOf(source, last.at)}`;
  if (!wrong) {
    const missing = open
      .map(({ sign }) => CLOSED_BY[sign])
      .reverse()
      .join('');
    const end = source.trimEnd().length - (/;\s*$/.test(source) ? 1 : 0);
    if (named)
      yield { reason: `${named} is not closed. Its ${closes} is missing`, code: source.slice(0, end) + missing };
    return;
  }
  const after = source.slice(wrong.at + 1);
  const before = source.slice(0, wrong.at);
  const place = `the ${wrong.sign} at column ${columnOf(source, wrong.at)}${lineOf(source, wrong.at)}`;
  if (named) {
    yield { reason: `${named} is closed by ${wrong.sign}, not by ${closes}`, code: before + closes + after };
    yield {
      reason: `${named} is not closed. Its ${closes} is missing`,
      code: before + closes + source.slice(wrong.at),
    };
  }
  yield { reason: `${place} is one too many: no ${openerOf(wrong.sign)} is open`, code: before + after };
}

const openerOf = (sign: string): string | undefined => Object.keys(CLOSED_BY).find((one) => CLOSED_BY[one] === sign);

/** Fields without braces in a call: `create(name: 'a')`. */
function* inBraces(source: string, tokens: readonly CodeToken[], at: number): Generator<Fix> {
  const { open } = openIn(source, tokens, at);
  if (source[at] !== ':' || open.at(-1)?.sign !== '(') return;
  const name = tokens.findLast(({ start }) => start < at);
  const close = tokens.find(
    ({ start, kind }) => kind === 'sign' && start > at && openIn(source, tokens, start + 1).open.length < open.length,
  );
  if (!name || !close) return;
  yield {
    reason: 'fields are in braces',
    code: `${source.slice(0, name.start)}{ ${source.slice(name.start, close.start).trim()} }${source.slice(close.start)}`,
  };
}

/** A missing colon or comma before the token at an offset, or before each field of an object. */
function* separated(source: string, tokens: readonly CodeToken[], at: number): Generator<Fix> {
  const index = tokens.findIndex(({ start }) => start === at);
  const around = openIn(source, tokens, at).open.at(-1)?.sign;
  const before = tokens[index - 1];
  if (index < 0 || !before || around === undefined) return;
  const insert = (sign: string, places: readonly CodeToken[]): string =>
    places.reduceRight((code, { end }) => code.slice(0, end) + sign + code.slice(end), source);
  const word = textOf(source, before);
  const found = textOf(source, tokens[index] as CodeToken);
  const isKey = around === '{' && /^[{,]$/.test(textOf(source, tokens[index - 2] ?? before));
  const where = lineOf(source, at);
  if (isKey) yield { reason: `a colon is missing after ${word}${where}`, code: insert(':', [before]) };
  const reason = `a comma is missing between ${word} and ${found}${where}`;
  yield { reason, code: insert(',', [before]) };
  const places = tokens.filter(
    (token, i) => endsValue(source, token) && startsKey(source, tokens, i + 1) && i >= index - 1,
  );
  if (around === '{') yield { reason, code: insert(',', places) };
}

const endsValue = (source: string, token: CodeToken): boolean =>
  token.kind !== 'sign' || /^[)\]}]$/.test(textOf(source, token));

const startsKey = (source: string, tokens: readonly CodeToken[], at: number): boolean =>
  /^(?:word|string)$/.test(tokens[at]?.kind ?? '') && source[tokens[at + 1]?.start ?? -1] === ':';
