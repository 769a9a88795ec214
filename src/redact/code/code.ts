import { type CodeToken, codeTokens } from '../../javascript/index.js';
import { attempt } from '../../util/index.js';
import { type LiteralKind, RESERVED, readLiteral, rewriteLiteral, writeLiteral } from '../encode/code-literals.js';
import { applyEdits, type Edit } from '../replace/edits.js';

/** Code and its tokens. Splitting long code costs the most, so that the steps of a redaction share one list. */
export class CodeText {
  readonly source: string;
  #tokens: readonly CodeToken[] | undefined;

  constructor(source: string) {
    this.source = source;
  }

  get tokens(): readonly CodeToken[] {
    this.#tokens ??= codeTokens(this.source);
    return this.#tokens;
  }

  /** Returns the same object if nothing changes. */
  with(edits: readonly Edit[]): CodeText {
    const changed = applyEdits(this.source, edits);
    return changed === this.source ? this : new CodeText(changed);
  }
}

/** Applies `change` to the decoded text of every literal. Code that parsed before still parses. */
export function throughLiterals(code: CodeText, change: (text: string) => string): CodeText {
  const { source, tokens } = code;
  return code.with(
    tokens.filter(isLiteral).flatMap((token) => {
      const inside = source.slice(token.from, token.to);
      const text = readLiteral(inside, token.kind);
      const changed = change(text);
      if (changed === text) return [];
      const written = rewriteLiteral(inside, changed, token.kind, source.slice(token.start, token.from));
      return [{ start: token.from, end: token.to, replacement: valid(source, token, written, changed) }];
    }),
  );
}

/** Applies `change` to the digits of numbers with separators, such as `1_206_555`. */
export function throughSeparated(code: CodeText, change: (digits: string) => string): CodeText {
  const { source } = code;
  if (!/\d_\d/.test(source)) return code;
  const edits: Edit[] = [];
  for (const { kind, start, end } of code.tokens) {
    if (kind !== 'number') continue;
    const [spelled] = /^[1-9]\d*(?:_\d+)+(?=n?$)/.exec(source.slice(start, end)) ?? [];
    if (spelled === undefined) continue;
    const digits = spelled.replaceAll('_', '');
    const changed = change(digits);
    if (changed === digits || !/^[1-9]\d*$/.test(changed)) continue;
    let at = 0;
    const replacement =
      changed.length === digits.length ? spelled.replace(/\d/g, () => changed[at++] as string) : changed;
    edits.push({ start, end: start + spelled.length, replacement });
  }
  return code.with(edits);
}

/** A change may remove half of a group. The text of a regular expression that is no longer valid is escaped. */
function valid(source: string, { kind, from, to, end }: Literal, written: string, text: string): string {
  const flags = source.slice(to + 1, end);
  if (kind !== 'regex' || isRegex(written, flags) || !isRegex(source.slice(from, to), flags)) return written;
  return writeLiteral(text, 'regex', '/');
}

const isRegex = (pattern: string, flags: string): boolean => attempt(() => new RegExp(pattern, flags)) !== undefined;

type Literal = CodeToken & { readonly kind: LiteralKind };

const isLiteral = (token: CodeToken): token is Literal =>
  token.kind === 'string' || token.kind === 'template' || token.kind === 'regex' || token.kind === 'comment';

/** A part of code: the inside of a literal, or the code between two literals. */
export interface CodePart {
  readonly text: string;
  readonly start: number;
  readonly kind: LiteralKind | 'bare';
}

export function* partsOf({ source, tokens }: CodeText): Generator<CodePart> {
  let end = 0;
  for (const token of tokens) {
    if (!isLiteral(token)) continue;
    if (token.start > end) yield { text: source.slice(end, token.start), start: end, kind: 'bare' };
    yield { text: source.slice(token.from, token.to), start: token.from, kind: token.kind };
    end = token.end;
  }
  if (end < source.length) yield { text: source.slice(end), start: end, kind: 'bare' };
}

/** Applies replacements that may start and end anywhere. Code that parsed before still parses. */
export function applyEditsToCode(code: CodeText, changes: readonly Edit[]): CodeText {
  if (changes.length === 0) return code;
  const edits: Edit[] = [];
  const { source } = code;
  const tokens = code.tokens.filter(({ start, end }) => end > start);
  let next = 0;
  for (const change of changes) {
    while (next < tokens.length && (tokens[next] as CodeToken).end <= change.start) next += 1;
    let after = next;
    while (after < tokens.length && (tokens[after] as CodeToken).start < change.end) after += 1;
    edits.push(...editsOf(source, tokens.slice(next, after), change));
  }
  return code.with(edits);
}

/** The same for a text whose tokens are not known. */
export const applyEditsToSource = (source: string, changes: readonly Edit[]): string =>
  applyEditsToCode(new CodeText(source), changes).source;

function editsOf(source: string, tokens: readonly CodeToken[], edit: Edit): readonly Edit[] {
  const { start, end, replacement } = edit;
  const [first] = tokens;
  if (!first) return [edit];
  if (tokens.length === 1) return piece(source, first, edit);
  const pieces = tokens.map((token) => ({ start: Math.max(start, token.start), end: Math.min(end, token.end), token }));
  // The replacement has the same length and the same signs, as for digits in groups. Replace each token on its own.
  if (
    replacement.length === end - start &&
    pieces.every((one) => one.token.kind !== 'sign' || stays(source, one, edit))
  )
    return pieces.flatMap((one) =>
      one.token.kind === 'sign' || one.token.kind === 'line'
        ? []
        : piece(source, one.token, { ...one, replacement: replacement.slice(one.start - start, one.end - start) }),
    );
  const isOne = tokens.every((token) => isBare(token) || /^[-+.@:]$/.test(source.slice(token.start, token.end)));
  // The range is one value. Valid code has no address outside a literal, so an address is inserted as it is.
  if (isOne && first.start === start && tokens.at(-1)?.end === end)
    return [/[@:]|^\d+(?:\.\d+){3}$/.test(replacement) ? edit : { start, end, replacement: asName(replacement) }];
  return pieces.flatMap((one) => {
    const text = source.slice(one.start, one.end);
    const isKept = one.token.kind === 'sign' || one.token.kind === 'line' || RESERVED.has(text);
    return isKept ? [] : piece(source, one.token, { ...one, replacement: asName(replacement) });
  });
}

const isBare = (token: CodeToken) => token.kind === 'word' || token.kind === 'number';

const stays = (source: string, { start, end }: { start: number; end: number }, edit: Edit) =>
  source.slice(start, end) === edit.replacement.slice(start - edit.start, end - edit.start);

function piece(source: string, token: CodeToken, { start, end, replacement }: Edit): readonly Edit[] {
  const whole = (text: string) => [{ start: token.start, end: token.end, replacement: text }];
  if (isLiteral(token)) {
    const [from, to] = [Math.max(start, token.from), Math.min(end, token.to)];
    if (from >= to) return [];
    const text = writeLiteral(replacement, token.kind, source[token.start] as string);
    if (token.kind !== 'regex') return [{ start: from, end: to, replacement: text }];
    const inside = source.slice(token.from, token.to);
    const changed = inside.slice(0, from - token.from) + text + inside.slice(to - token.from);
    return [{ start: token.from, end: token.to, replacement: valid(source, token, changed, replacement) }];
  }
  const text = source.slice(token.start, token.end);
  const changed = text.slice(0, start - token.start) + replacement + text.slice(end - token.start);
  if (token.kind === 'word') return whole(text.includes('\\') ? asName(replacement) : asName(changed));
  if (token.kind !== 'number') return [];
  if (!/^\d+$/.test(changed) || !/^\d+$/.test(text)) return whole(asName(replacement));
  // A new leading zero would make the number octal.
  return whole(text.startsWith('0') ? changed : changed.replace(/^0+(?=\d)/, ''));
}

const asName = (text: string) => text.replace(/[^\p{L}\p{N}_$]/gu, '_').replace(/^(?=\d)/, '_');
