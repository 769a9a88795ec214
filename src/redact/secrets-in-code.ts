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
  const role = roleOf(name);
  return role === 'secret' || role === 'credentials';
};
// In data these may be anything; what somebody writes into code under such a name is better kept from the disk.
const roleOf = fieldRoles([
  ...['pass', 'pwd', 'bearer', 'auth', 'credential', 'credentials'],
  ...['connection_string', 'dsn', 'search_engine_id', 'embedding_key'],
]);

interface Token {
  readonly kind: 'word' | 'text' | 'sign';
  /** Of a text: what stands between its quotes. */
  readonly text: string;
  readonly start: number;
}

const TOKEN =
  /\/\/([^\n]*)|\/\*([\s\S]*?)(?:\*\/|$)|(['"])((?:\\[\s\S]|(?!\3)[^\\\n])*)\3?|`((?:\\[\s\S]|[^`\\])*)`?|([\p{L}_$][\p{L}\p{N}_$]*)|\n|\S/gu;

function tokensOf(source: string, offset = 0): Token[] {
  const tokens: Token[] = [];
  for (const match of source.matchAll(TOKEN)) {
    const [text, line, block, quote, quoted = '', template, word] = match;
    const start = match.index + offset;
    const comment = (line ?? block)?.replace(/(?<=\p{L})'(?=\p{L})/gu, '’');
    // Somebody may have put a line aside in it.
    if (comment !== undefined) {
      for (const token of tokensOf(comment, start + 2)) tokens.push(token);
      tokens.push({ kind: 'sign', text: '\n', start });
    } else if (quote !== undefined || template !== undefined)
      tokens.push({ kind: 'text', text: template ?? quoted, start: start + 1 });
    else if (word !== undefined) tokens.push({ kind: 'word', text, start });
    else tokens.push({ kind: 'sign', text, start });
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
    if (kind === 'text') {
      const isIndex = before.text === '[' && before.kind === 'sign' && isValue(tokens[at - 2]);
      if (!isIndex) yield* piecesOf(text, start);
    } else if (kind === 'sign') {
      if (/[([{]/.test(text)) depth += 1;
      else if (/[)\]}]/.test(text)) depth -= 1;
      const isOver = text === '\n' ? at > from && !/^[-+=:?|&(,\n]$/.test(before.text) : /[,;]/.test(text);
      if (depth < 0 || (depth === 0 && isOver)) return;
    }
  }
}

const isValue = (token: Token | undefined) => token?.kind === 'word' || /^[\])]$/.test(token?.text ?? '');

/** A text, or of a template what stands between its holes. The word before credentials is no secret. */
function* piecesOf(text: string, start: number): Generator<Written> {
  for (const { 0: piece, index } of text.matchAll(/(?:(?!\$\{)[\s\S])+?(?=\$\{|$)|\$\{[^}]*\}/g)) {
    const scheme = /^(?:(?:Basic|Bearer)\s*)?/i.exec(piece)?.[0].length ?? 0;
    const value = piece.slice(scheme);
    if (value.trim().length >= 3 && !piece.startsWith('${'))
      yield { start: start + index + scheme, end: start + index + piece.length, value: meant(value) };
  }
}

/** What a text in code stands for. */
const meant = (text: string) => text.replace(/\\(['"`\\])/g, '$1');

// Each has one group: the secret itself.
const SHAPES: readonly RegExp[] = [
  /(?:Bearer|Basic)(?: |%20|\+)+([A-Za-z0-9._~+/-]{6,}=*)/g,
  /(?<![\w-])(eyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*)/g,
  /(?<![\w-])((?:sk|pk|rk)[-_][\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|xox[abeoprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|PT[0-9a-f]{32,})(?![\w-])/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----([\s\S]*?)(?:-----END|$)/g,
  // A password in an address may hold almost anything.
  /[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'`/@:]*:([^\s"'`/@]+)@/gi,
];
/** `?api_key=…`, `X-Api-Key: …`, `TOKEN=…` inside a text. */
const IN_TEXT = /([A-Za-z_][\w-]{1,63})(?:=|:\s{1,4})(?:(?:Basic|Bearer)\s+)?([^\s"'`&,;)}\]]{4,})/g;

function* shaped(source: string): Generator<Written> {
  for (const shape of SHAPES) {
    for (const match of source.matchAll(shape)) yield at(match.index + match[0].indexOf(match[1] as string), match[1]);
  }
  for (const { text, kind, start } of tokensOf(source)) {
    if (kind !== 'text') continue;
    for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(IN_TEXT))
      if (isSecret(name) && !value.startsWith('${')) yield at(start + index + whole.length - value.length, value);
  }
}

const at = (start: number, value = ''): Written => ({ start, end: start + value.length, value });
