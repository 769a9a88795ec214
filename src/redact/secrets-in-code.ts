import { type LiteralKind, literalPlaces, readLiteral } from './code-literals.js';
import { codeTokens } from './code-tokens.js';
import { fieldRoles } from './field-role.js';

/** A secret that somebody wrote into code: where its text stands, and what it means. */
interface Written {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/**
 * The secrets in an input, by the names they are given to and by their shape. No parser: an input that is no program is
 * kept as well, and so is what stands in a comment.
 */
export function secretsInCode(source: string): readonly Written[] {
  const found = [...assigned(tokensOf(source)), ...shaped(source)].sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Written[] = [];
  for (const one of found) if (one.start >= (apart.at(-1)?.end ?? 0)) apart.push(one);
  return apart;
}

const isSecret = (name: string) => {
  // `token2` is one more token; `secret_2` is what stands instead of one.
  const role = roleOf(name.replace(/(?<=[a-z])\d+$|(?<!secret)_\d+$/i, ''));
  return role === 'secret' || role === 'credentials';
};
// In data these may be anything; what somebody writes into code under such a name is better kept from the disk.
const roleOf = fieldRoles([
  ...['pass', 'pwd', 'bearer', 'auth', 'credential', 'credentials'],
  ...['connection_string', 'dsn', 'search_engine_id', 'embedding_key'],
]);

interface Token {
  readonly kind: 'word' | 'text' | 'sign';
  /** Of a text: what stands between its quotes, as it is written. */
  readonly text: string;
  readonly start: number;
}

function tokensOf(source: string, offset = 0): Token[] {
  const tokens: Token[] = [];
  for (const { kind, from, to } of codeTokens(source)) {
    const text = source.slice(from, to);
    const start = from + offset;
    if (kind === 'comment') {
      // Somebody may have put a line aside in it.
      const aside = text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’');
      for (const token of tokensOf(aside, start)) tokens.push(token);
      tokens.push({ kind: 'sign', text: '\n', start });
    } else if (kind === 'string' || kind === 'template') tokens.push({ kind: 'text', text, start });
    else if (kind === 'word') tokens.push({ kind: 'word', text, start });
    else tokens.push({ kind: 'sign', text: kind === 'regex' ? '/' : text, start });
  }
  return tokens;
}

/** What is given to a name that says secret: `token: '…'`, `API_KEY = '…'`, `set('x-api-key', '…')`, `setToken('…')`. */
function* assigned(tokens: readonly Token[]): Generator<Written> {
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'sign' || token.text.length > 64 || !isSecret(token.text.replace(/^set(?=[A-Z_])/, '')))
      continue;
    const from = valueAt(tokens, i);
    if (from !== undefined) yield* textsOf(tokens, from);
  }
}

/** Where the value begins that the name at `i` is given; nothing when it is only mentioned. */
function valueAt(tokens: readonly Token[], i: number): number | undefined {
  const name = tokens[i] as Token;
  const sign = (at: number) => (tokens[at]?.kind === 'sign' ? (tokens[at] as Token).text : '');
  let at = i + 1;
  while (/^[\]?!]$/.test(sign(at)) && !(sign(at) === '!' && sign(at + 1) === '=')) at += 1;
  // `??=`, `||=`, `&&=`; a comparison gives nothing.
  while (/^[?|&]$/.test(sign(at))) at += 1;
  if (sign(at) === '=' && (sign(at + 1) === '=' || sign(at + 1) === '>')) return undefined;
  if (sign(at) === ':' || sign(at) === '=') return at + 1;
  if (name.kind === 'text' && sign(at) === ',') return at + 1;
  const isSetter = name.kind === 'word' && /^set[A-Z_]/.test(name.text);
  return isSetter && sign(at) === '(' ? at + 1 : undefined;
}

/** The texts of an expression, as far as it goes. The words in `env['TOKEN']` are a name, not a value. */
function* textsOf(tokens: readonly Token[], from: number): Generator<Written> {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, text, start } = tokens[at] as Token;
    const before = tokens[at - 1] as Token;
    if (kind === 'sign' && text === '${') at = endOfHole(tokens, at);
    else if (kind === 'text') {
      const isIndex = before.text === '[' && before.kind === 'sign' && isValue(tokens[at - 2]);
      const isKey = /^[{,]$/.test(before.text) && tokens[at + 1]?.text === ':';
      if (!isIndex && !isKey) yield* pieceOf(text, start);
    } else if (kind === 'sign') {
      if (/[([{]/.test(text)) depth += 1;
      else if (/[)\]}]/.test(text)) depth -= 1;
      const isOver = text === '\n' ? at > from && !/^[-+=:?|&(,\n]$/.test(before.text) : /[,;]/.test(text);
      if (depth < 0 || (depth === 0 && isOver)) return;
    }
  }
}

const isValue = (token: Token | undefined) => token?.kind === 'word' || /^[\])]$/.test(token?.text ?? '');

/** What stands in a hole of a template is a value of its own. */
function endOfHole(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind === 'sign' && text.endsWith('{')) depth += 1;
    if (kind === 'sign' && text === '}' && --depth === 0) return at;
  }
  return tokens.length;
}

/** The word before credentials is no secret. */
function* pieceOf(text: string, start: number): Generator<Written> {
  const scheme = /^(?:(?:Basic|Bearer)\s*)?/i.exec(text)?.[0].length ?? 0;
  const value = meant(text.slice(scheme));
  if (value.trim().length >= 3) yield { start: start + scheme, end: start + text.length, value };
}

/** What a text in code stands for. */
const meant = (text: string) => readLiteral(text, 'string');

// Each has one group: the secret itself.
const SHAPES: readonly RegExp[] = [
  /(?:Bearer|Basic)(?: |%20|\+)+([A-Za-z0-9._~+/-]{6,}=*)/g,
  /(?<![\w-])(eyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*)/g,
  /(?<![\w-])((?:sk|pk|rk)[-_][\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|xox[abeoprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|PT[0-9a-f]{32,})(?![\w-])/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----([\s\S]*?)(?:-----END|$)/g,
  // A password in an address may hold almost anything.
  /[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'`/@:]*:([^\s"'`/@]+)@/gi,
];
/** `?api_key=…`, `X-Api-Key: …`, `TOKEN=…` inside a text; of what was cut before nothing is left to find. */
const IN_TEXT =
  /([A-Za-z_][\w-]{1,63})(?:=|:\s{1,4})(?!(?:(?:Basic|Bearer)\s+)?\[cut\])(?:(?:Basic|Bearer)\s+)?([^\s"'`&,;)}\]]{4,})/g;

function* shaped(source: string): Generator<Written> {
  for (const { text, start, kind } of textsIn(source)) {
    const read = kind === 'bare' ? text : readLiteral(text, kind);
    const at = (from: number, value: string): Written => {
      const places = kind === 'bare' ? undefined : literalPlaces(text, kind);
      const end = from + value.length;
      return { start: start + (places?.[from] ?? from), end: start + (places?.[end] ?? end), value };
    };
    for (const shape of SHAPES) {
      for (const { 0: whole, 1: secret = '', index } of read.matchAll(shape))
        yield at(index + whole.indexOf(secret), secret);
    }
    if (kind === 'bare' || kind === 'comment') continue;
    for (const { 0: whole, 1: name = '', 2: value = '', index } of read.matchAll(IN_TEXT))
      if (isSecret(name)) yield at(index + whole.length - value.length, value);
    if (kind !== 'regex') yield* documented(text, kind, start);
  }
}

/** `"token": "…"` and `token: ['…']` in a document inside a text: the name, and where what it is given begins. */
const NAME_IN_DOCUMENT = /(?<![\w\\-])(["'`]?)([A-Za-z_][\w-]{0,63})\1\s*[:=]\s*(?=["'[])/g;
const QUOTED = /"((?:\\[\s\S]|[^"\\])*)"?|'((?:\\[\s\S]|[^'\\])*)'?/g;
const GIVEN = new RegExp(`${QUOTED.source}|\\[(?:[\\s,]*(?:${QUOTED.source}))*`, 'y');
/** JSON in JSON in JSON. */
const DEEPEST = 4;

/** The secrets of a document that stands in a literal, and of the documents in that one. */
function* documented(text: string, kind: LiteralKind, start: number): Generator<Written> {
  let read = readLiteral(text, kind);
  let places = literalPlaces(text, kind);
  for (let depth = 0; depth < DEEPEST && /["']/.test(read); depth++) {
    for (const one of inDocument(read)) {
      const [from, to] = [places[one.start] as number, places[one.end] as number];
      yield { start: start + from, end: start + to, value: one.value };
    }
    if (!read.includes('\\')) return;
    const outer = places;
    places = literalPlaces(read, 'string').map((at) => outer[at] as number);
    read = readLiteral(read, 'string');
  }
}

function* inDocument(text: string): Generator<Written> {
  for (const { 0: whole, 2: name = '', index } of text.matchAll(NAME_IN_DOCUMENT)) {
    if (!isSecret(name)) continue;
    const from = index + whole.length;
    GIVEN.lastIndex = from;
    for (const { 0: quoted, 1: double, 2: single, index: at } of (GIVEN.exec(text)?.[0] ?? '').matchAll(QUOTED))
      if (quoted.length > 1) yield* pieceOf(double ?? single ?? '', from + at + 1);
  }
}

interface Text {
  readonly text: string;
  readonly start: number;
  readonly kind: LiteralKind | 'bare';
}

/** The insides of the literals, and what lies between them. */
function* textsIn(source: string): Generator<Text> {
  let end = 0;
  for (const { kind, start, from, to, end: after } of codeTokens(source)) {
    if (kind !== 'string' && kind !== 'template' && kind !== 'regex' && kind !== 'comment') continue;
    if (start > end) yield { text: source.slice(end, start), start: end, kind: 'bare' };
    yield { text: source.slice(from, to), start: from, kind };
    end = after;
  }
  if (end < source.length) yield { text: source.slice(end), start: end, kind: 'bare' };
}
