import { isUtf8 } from 'node:buffer';
import { jsonDepth } from '../encode/json-syntax.js';
import { maySecretBeIn } from './secrets/scan.js';

export type Layer = 'json' | 'url' | 'form' | 'base64' | undefined;

const URL_START = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>\\]*$/i;
const PAIR = /[\w.%+[\]-]+=[^&\s"'{}()]*(?:&|$)/y;

/** Matches pair by pair, because one expression would overflow the engine's stack on a long form. */
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
  return mayBeBase64(text) && BASE64.test(text) ? 'base64' : undefined;
}

// Signs that occur in every format above, and in every address, assignment and credential in plain text.
const isSign = new Uint8Array(128);
for (const sign of ':=%@+{[JB\\') isSign[sign.charCodeAt(0)] = 1;

/** A quick check: `words` has nothing to find by shape, `digits` maybe a number, `more` needs a full search. */
export function glance(text: string): 'words' | 'digits' | 'more' {
  if (mayBeBase64(text)) return 'more';
  let digits = 0;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) continue;
    if (code === 46) dots++;
    else if (code >= 48 && code <= 57) digits++;
    else if (isSign[code] === 1) return isTime(text) ? 'words' : 'more';
  }
  if (maySecretBeIn(text)) return 'more';
  return digits < 7 && dots < 3 ? 'words' : 'digits';
}

/** Whether a text is a timestamp such as 2024-01-02T03:04:05Z. Nearly every response contains timestamps. */
export const isTime = (text: string): boolean =>
  text.length >= 19 &&
  text.length <= 29 &&
  text.charCodeAt(10) === 84 &&
  text.charCodeAt(4) === 45 &&
  /^\d{4}-\d\d-\d\dT[\d:.]{8,16}(?:Z|[+-]\d\d:?\d\d)?$/.test(text);

/** In base64 of ASCII, every fourth character has the top bits of a byte: a letter `I` to `Z` or `a` to `f`. */
const mayBeBase64 = (text: string) =>
  text.length >= 12 && isLow(text.charCodeAt(0)) && isLow(text.charCodeAt(4)) && isLow(text.charCodeAt(8));

const isLow = (code: number) => (code >= 73 && code <= 90) || (code >= 97 && code <= 102);

/** Decodes base64 of text. Returns undefined for binary content. */
export function decodeBase64(text: string): string | undefined {
  const inside = Buffer.from(text, 'base64').toString('utf8');
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(inside) ? undefined : inside;
}

/** Deeper JSON is redacted as plain text, because serializing it would overflow the stack. */
const MAX_DECODED_DEPTH = 200;

/** Decodes a JSON document. Returns undefined if the text is not JSON or nested too deeply. */
export function decodeJson(text: string): { readonly value: unknown } | undefined {
  const depth = jsonDepth(text);
  return depth === undefined || depth > MAX_DECODED_DEPTH ? undefined : { value: JSON.parse(text) as unknown };
}

/** A pair of a form, as it is written and decoded. `value` is undefined if the pair has no equals sign. */
export interface FormPair {
  readonly writtenField: string;
  readonly field: string;
  readonly writtenValue: string;
  readonly value: string | undefined;
}

export function decodePair(pair: string): FormPair {
  const equals = pair.indexOf('=');
  if (equals < 0) return { writtenField: pair, field: decodePercent(pair, true), writtenValue: '', value: undefined };
  const writtenField = pair.slice(0, equals);
  const writtenValue = pair.slice(equals + 1);
  const field = decodePercent(writtenField, true);
  return { writtenField, field, writtenValue, value: decodePercent(writtenValue, true) };
}

/** Decodes a percent-encoded text. Returns text that is not valid as it is. */
export function decodePercent(text: string, isForm = false): string {
  const spaced = isForm && text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) {
    // Clients often send a phone number in a query with an unencoded plus sign.
    return isForm && /^\+\d{7,15}$/.test(text) ? text : spaced;
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

/** The parts of a URL, percent-encoded. `login` has the user and the password, `path` the segments. */
export interface UrlParts {
  readonly scheme: string;
  readonly login: readonly string[] | undefined;
  readonly host: string;
  readonly path: readonly string[];
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#@]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i;

export function decodeUrl(text: string): UrlParts | undefined {
  const parts = URL_PARTS.exec(text);
  if (!parts) return undefined;
  const [, scheme = '', user, host = '', path = '', query, fragment] = parts;
  return { scheme, login: user?.split(':'), host, path: path.split('/'), query, fragment };
}
