import type { Exchange } from './exchange.js';

/** What a text holds inside: another document, an address, a form, packed text. */
export type Layer = 'json' | 'url' | 'form' | 'base64' | undefined;

const URL_START = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>\\]*$/i;
const FORM = /^[\w.%+[\]-]+=[^&\s"'{}()]*(?:&[\w.%+[\]-]+=[^&\s"'{}()]*)*$/;
const BASE64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/;

export function layerOf(text: string): Layer {
  const first = text.charCodeAt(0);
  // { and [
  if (first === 123 || first === 91) return 'json';
  if (text.includes('://') && URL_START.test(text)) return 'url';
  if (text.includes('=') && FORM.test(text) && !BASE64.test(text)) return 'form';
  return seemsPacked(text) && BASE64.test(text) ? 'base64' : undefined;
}

// Signs that every layer has, and every address, assignment and credential in running text.
const SIGN = /[:=%@+{[JB]/;

/** A quick look: at most words, digits and times, and nothing inside. */
export const isPlain = (text: string): boolean => !seemsPacked(text) && (!SIGN.test(text) || isTime(text));

/** 2024-01-02T03:04:05Z: in nearly every answer, and nobody's number. */
export const isTime = (text: string): boolean =>
  text.length >= 19 &&
  text.length <= 29 &&
  text.charCodeAt(10) === 84 &&
  text.charCodeAt(4) === 45 &&
  /^\d{4}-\d\d-\d\dT[\d:.]{8,16}(?:Z|[+-]\d\d:?\d\d)?$/.test(text);

/** The first bytes of ASCII text give letters of the first third of the alphabet in every fourth place. */
const seemsPacked = (text: string) =>
  text.length >= 12 && isLow(text.charCodeAt(0)) && isLow(text.charCodeAt(4)) && isLow(text.charCodeAt(8));

const isLow = (code: number) => (code >= 73 && code <= 90) || (code >= 97 && code <= 102);

/** Packed text exchanged inside and packed again in the same alphabet; anything else as it was. */
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

/** Stretches of packed text exchanged by whole bytes, so that it stays packed text. */
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

/** A document in a text, written again in the way it was: on one line or indented. */
export function throughJson(text: string, change: (value: unknown) => unknown): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const changed = change(value);
  if (changed === value) return text;
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text)?.[1];
  return JSON.stringify(changed, null, indent);
}

/** `a=b&c=d`: values (and names) decoded, exchanged, and encoded again where they changed. */
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

/** A text with percent signs: decoded, exchanged, and encoded again if it changed. */
export function throughEscapes(text: string, change: (text: string) => string, form = false): string {
  const plain = decoded(text, form);
  const changed = change(plain);
  if (changed === plain) return text;
  return plain === text ? changed : asWritten(text, plain, changed);
}

/** What stayed at both ends stays as it was written: `%2b` in front of a number, and a plus sign for a space. */
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

/** Half of a surrogate pair cannot be encoded. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));

function decoded(text: string, form: boolean): string {
  const spaced = form && text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) {
    // A number in a query is often sent with its plus sign as it is.
    return form && /^\+\d{7,15}$/.test(text) ? text : spaced;
  }
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The parts of an address, apart. */
export const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#@]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i;
