import { isUtf8 } from 'node:buffer';
import type { Exchange } from '../replace/replacement.js';
import { jsonDepth } from './json-syntax.js';

/** The format of a text that contains other texts. */
export type Layer = 'json' | 'url' | 'form' | 'base64' | undefined;

const URL_START = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>\\]*$/i;
const PAIR = /[\w.%+[\]-]+=[^&\s"'{}()]*(?:&|$)/y;

/**
 * Whether a text has the form `a=b&c=d`. Matches pair by pair, because one expression for all pairs would overflow the
 * engine's stack on a long form.
 */
function isForm(text: string): boolean {
  PAIR.lastIndex = 0;
  while (PAIR.test(text)) if (PAIR.lastIndex === text.length) return !text.endsWith('&');
  return false;
}
// Uses `+` after a look-ahead. The engine keeps a frame for each repetition of `{12,}`, and megabytes of base64 would
// overflow its stack.
const BASE64 = /^(?=[A-Za-z0-9+/_-]{12})[A-Za-z0-9+/_-]+={0,2}$/;

export function layerOf(text: string): Layer {
  const first = text.charCodeAt(0);
  // `{` and `[`
  if (first === 123 || first === 91) return 'json';
  if (text.includes('://') && URL_START.test(text)) return 'url';
  if (text.includes('=') && isForm(text) && !BASE64.test(text)) return 'form';
  return seemsPacked(text) && BASE64.test(text) ? 'base64' : undefined;
}

// Signs that occur in every format above, and in every address, assignment and credential in plain text.
const isSign = new Uint8Array(128);
for (const sign of ':=%@+{[JB\\') isSign[sign.charCodeAt(0)] = 1;

/**
 * A quick check: `words` contains nothing to find by shape, `digits` may contain a number, and `more` needs a full
 * search.
 */
export function glance(text: string): 'words' | 'digits' | 'more' {
  if (seemsPacked(text)) return 'more';
  let digits = 0;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) continue;
    if (code === 46) dots++;
    else if (code >= 48 && code <= 57) digits++;
    else if (isSign[code] === 1) return isTime(text) ? 'words' : 'more';
  }
  return digits < 7 && dots < 3 ? 'words' : 'digits';
}

/** Whether a text is a timestamp such as 2024-01-02T03:04:05Z. Nearly every response contains timestamps. */
export const isTime = (text: string): boolean =>
  text.length >= 19 &&
  text.length <= 29 &&
  text.charCodeAt(10) === 84 &&
  text.charCodeAt(4) === 45 &&
  /^\d{4}-\d\d-\d\dT[\d:.]{8,16}(?:Z|[+-]\d\d:?\d\d)?$/.test(text);

/**
 * A quick check for base64 of ASCII text: every fourth character encodes the top six bits of a byte, so it is a letter
 * from `I` to `Z` or from `a` to `f`.
 */
const seemsPacked = (text: string) =>
  text.length >= 12 && isLow(text.charCodeAt(0)) && isLow(text.charCodeAt(4)) && isLow(text.charCodeAt(8));

const isLow = (code: number) => (code >= 73 && code <= 90) || (code >= 97 && code <= 102);

/** Decodes base64, applies `change`, and encodes the result in the same alphabet. Returns binary content unchanged. */
export function throughBase64(text: string, change: (inside: string) => string): string {
  const bytes = Buffer.from(text, 'base64');
  const inside = bytes.toString('utf8');
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(inside)) return text;
  const changed = change(inside);
  if (changed === inside) return text;
  const padded = text.endsWith('=') || text.length % 4 === 0;
  if (/[-_]/.test(text)) return Buffer.from(changed).toString('base64url');
  const packed = Buffer.from(changed).toString('base64');
  return padded ? packed : packed.replace(/=+$/, '');
}

/** Replaces ranges of base64 text by whole bytes, so that the result is valid base64. */
export function throughBytes(text: string, exchanges: readonly Exchange[]): string {
  const bytes = Buffer.from(text, 'base64');
  const parts: Buffer[] = [];
  let done = 0;
  for (const { start, end, instead } of exchanges) {
    const from = Math.max(Math.floor(start * 0.75), done);
    parts.push(bytes.subarray(done, from), Buffer.from(instead));
    done = Math.max(Math.ceil(end * 0.75), from);
  }
  return Buffer.concat([...parts, bytes.subarray(done)]).toString('base64');
}

/** Deeper JSON is redacted as plain text, because serializing it would overflow the stack. */
const DEEPEST_JSON = 200;

/**
 * Applies `change` to a JSON document and keeps its layout, on one line or indented. Returns undefined if the text is
 * not JSON or nested too deeply.
 */
export function throughJson(text: string, change: (value: unknown) => unknown): string | undefined {
  const depth = jsonDepth(text);
  if (depth === undefined || depth > DEEPEST_JSON) return undefined;
  const value: unknown = JSON.parse(text);
  const changed = change(value);
  if (changed === value) return text;
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text)?.[1];
  return JSON.stringify(changed, null, indent);
}

/** Applies `change` to the decoded values of a form, and `name` to its field names. Encodes again what changed. */
export function throughForm(
  text: string,
  change: (field: string, value: string) => string,
  name: (field: string) => string,
): string {
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const spelled = equals < 0 ? pair : pair.slice(0, equals);
      const field = decoded(spelled, true);
      const renamed = name(field);
      const left = renamed === field ? spelled : encoded(renamed);
      return equals < 0
        ? left
        : `${left}=${throughEscapes(pair.slice(equals + 1), (value) => change(field, value), true)}`;
    })
    .join('&');
}

/** Applies `change` to a percent-encoded text. Decodes it first, and encodes the result again. */
export function throughEscapes(text: string, change: (text: string) => string, form = false): string {
  const plain = decoded(text, form);
  const changed = change(plain);
  if (changed === plain) return text;
  return plain === text ? changed : asWritten(text, plain, changed);
}

/** Keeps the spelling of the unchanged text at both ends, such as `%2b` before a number and `+` for a space. */
function asWritten(text: string, plain: string, changed: string): string {
  const units = text.match(/%[\da-fA-F]{2}|[\s\S]/g) ?? [];
  if (units.length !== plain.length || /[^\0-\x7f]/.test(plain)) return encoded(changed);
  const most = Math.min(plain.length, changed.length);
  let front = 0;
  while (front < most && plain[front] === changed[front]) front++;
  let back = 0;
  while (back < most - front && plain.at(-1 - back) === changed.at(-1 - back)) back++;
  const middle = encoded(changed.slice(front, changed.length - back));
  return units.slice(0, front).join('') + middle + units.slice(units.length - back).join('');
}

/** A lone surrogate cannot be encoded. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));

function decoded(text: string, form: boolean): string {
  const spaced = form && text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) {
    // Clients often send a phone number in a query with an unencoded plus sign.
    return form && /^\+\d{7,15}$/.test(text) ? text : spaced;
  }
  return isEncoded(spaced) ? decodeURIComponent(spaced) : spaced;
}

/** Whether `decodeURIComponent` accepts a text. The function itself takes microseconds to fail. */
function isEncoded(text: string): boolean {
  // A `%` without two hex digits, or a UTF-8 lead byte without a continuation byte.
  if (/%(?![\da-f]{2})|%[c-f][\da-f](?!%[89ab][\da-f])/i.test(text)) return false;
  if (!/%[89a-f]/i.test(text)) return true;
  for (const [bytes] of text.matchAll(/(?:%[\da-f]{2})+/gi))
    if (!isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex'))) return false;
  return true;
}

/** Matches the parts of a URL. */
export const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#@]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i;
