import { base64, fromLatin1, hex, latin1, utf8 } from '../../util/index.js';
import { viewsOf } from './escapes.js';

/** The spellings of a text without escapes, which the search decodes; for a secret also in lower case. */
export function readableSpellings(text: string, isSecret: boolean): string[] {
  const read = fullyRead(text);
  const spellings = isSecret ? [text, read, text.trim(), text.toLowerCase()] : [text, read];
  for (const one of [text, read]) {
    spellings.push(one.replaceAll(' ', '+'));
    if (/[\r\n]/.test(one)) spellings.push(withLineEnds(one, '\n'), withLineEnds(one, '\r\n'));
  }
  for (const one of [...spellings]) if (/[^\0-\x7f]/.test(one)) spellings.push(latin1(utf8(one)));
  const least = Math.min(text.length, 4);
  return [...new Set(spellings)].filter((one) => one.length >= least);
}

/** Spellings of a secret in a document that is then encoded, where the search does not decode escapes. */
function escapesOf(text: string): string[] {
  const json = inJson(text);
  const ascii = json.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // A lone surrogate cannot be encoded.
  const whole = text.replace(/\p{Cs}/gu, '\ufffd');
  const component = encodeURIComponent(whole);
  const form = new URLSearchParams({ '': whole }).toString().slice(1);
  const addresses = [component, component.replaceAll('%2F', '/'), encodeURI(whole), form, form.replaceAll('+', '%20')];
  return [
    text,
    ...[json, ascii].flatMap((one) => [one, one.replaceAll('/', '\\/'), inJson(one)]),
    ...addresses.flatMap((one) => [one, one.replace(/%[\dA-F]{2}/g, (sign) => sign.toLowerCase())]),
    ...XML.map((names) => text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign)),
  ];
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

// An element contains quotes as they are. An attribute escapes them in one of several ways.
const ELEMENT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const XML: readonly (typeof ELEMENT)[] = [
  ELEMENT,
  { ...ELEMENT, '"': '&quot;' },
  { ...ELEMENT, '"': '&quot;', "'": '&apos;' },
  { ...ELEMENT, '"': '&quot;', "'": '&#39;' },
  { ...ELEMENT, '"': '&quot;', "'": '&#x27;' },
  { ...ELEMENT, '"': '&#34;', "'": '&#39;' },
];

export const packedWithEscapes = (text: string): string[] => [
  ...new Set([text, ...escapesOf(text), ...escapesOf(text.trim())].flatMap(packedSpellings)),
];

/** The bytes of a text as base64 at each of the three offsets in a longer run, as base64url, and as hex. */
export function packedSpellings(text: string): string[] {
  const texts = /[\r\n]/.test(text) ? [text, withLineEnds(text, '\n'), withLineEnds(text, '\r\n')] : [text];
  const packed = texts.flatMap((one) => packedBytes(utf8(one)));
  if (/[\x80-\xff]/.test(text) && !/[^\0-\xff]/.test(text)) packed.push(...packedBytes(fromLatin1(text)));
  // A few characters of base64 occur by chance.
  return [...new Set(packed)].filter((one) => one.length >= 8);
}

function packedBytes(bytes: Uint8Array): string[] {
  const digits = hex(bytes);
  const packed = base64(bytes);
  const open = packed.replace(/=+$/, '');
  const spellings = [digits, digits.toUpperCase(), packed, open, inUrl(open)];
  for (const offset of [0, 1, 2]) {
    const moved = new Uint8Array(offset + bytes.length);
    moved.set(bytes, offset);
    const run = base64(moved);
    // Only the characters that do not depend on the text before and after.
    const from = Math.ceil((offset * 8) / 6);
    const core = run.slice(from, Math.floor(((offset + bytes.length) * 8) / 6));
    spellings.push(core, inUrl(core));
  }
  return spellings;
}

const inUrl = (packed: string) => packed.replaceAll('+', '-').replaceAll('/', '_');

/** A secret may itself contain escapes. The search decodes texts completely, so it decodes the secret as well. */
const fullyRead = (text: string) => [...viewsOf(text)].at(-1) ?? text;

const withLineEnds = (text: string, end: string) => text.replace(/\r?\n/g, end);
