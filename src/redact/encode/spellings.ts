import { viewsOf } from '../decode/escapes.js';

/**
 * How a text is written where people can still read it, apart from escapes: those are read before it is looked for.
 * Spaces of a form, ends of lines, UTF-8 taken for Latin-1; of a secret also what a host makes of it.
 */
export function readableSpellings(text: string, isSecret: boolean): string[] {
  const read = fullyRead(text);
  const spellings = isSecret ? [text, read, text.trim(), text.toLowerCase()] : [text, read];
  for (const one of [text, read]) {
    spellings.push(one.replaceAll(' ', '+'));
    if (/[\r\n]/.test(one)) spellings.push(withLineEnds(one, '\n'), withLineEnds(one, '\r\n'));
  }
  for (const one of [...spellings]) if (/[^\0-\x7f]/.test(one)) spellings.push(Buffer.from(one).toString('latin1'));
  const least = Math.min(text.length, 4);
  return [...new Set(spellings)].filter((one) => one.length >= least);
}

/**
 * How programs write a secret into a document that they then pack: what is packed is looked for as it is, its escapes
 * are not read. A text with nothing to escape has none.
 */
function escapedSpellings(text: string): string[] {
  const spellings = [...escapesOf(text), ...escapesOf(text.trim())];
  return [...new Set(spellings)].filter((one) => one !== text);
}

function escapesOf(text: string): string[] {
  const json = inJson(text);
  const ascii = json.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // Half of a surrogate pair cannot be encoded.
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

// Quotes stay in an element, and have several names in an attribute.
const ELEMENT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const XML: readonly (typeof ELEMENT)[] = [
  ELEMENT,
  { ...ELEMENT, '"': '&quot;' },
  { ...ELEMENT, '"': '&quot;', "'": '&apos;' },
  { ...ELEMENT, '"': '&quot;', "'": '&#39;' },
  { ...ELEMENT, '"': '&quot;', "'": '&#x27;' },
  { ...ELEMENT, '"': '&#34;', "'": '&#39;' },
];

/** A text as it may be packed, and so each way in which it may be escaped before. */
export const packedWithEscapes = (text: string): string[] => [
  ...new Set([text, ...escapedSpellings(text)].flatMap(packedSpellings)),
];

/** The same bytes as base64 at each of the three offsets into a longer run, as base64url, and as hex. */
export function packedSpellings(text: string): string[] {
  const texts = /[\r\n]/.test(text) ? [text, withLineEnds(text, '\n'), withLineEnds(text, '\r\n')] : [text];
  const packed = texts.flatMap((one) => packedBytes(Buffer.from(one)));
  if (/[\x80-\xff]/.test(text) && !/[^\0-\xff]/.test(text)) packed.push(...packedBytes(Buffer.from(text, 'latin1')));
  // A few characters of base64 turn up by chance.
  return [...new Set(packed)].filter((one) => one.length >= 8);
}

function packedBytes(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  const spellings = [hex, hex.toUpperCase()];
  const base64 = bytes.toString('base64');
  spellings.push(base64, base64.replace(/=+$/, ''), bytes.toString('base64url'));
  for (const offset of [0, 1, 2]) {
    const run = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // Only the characters that this text alone decides.
    const from = Math.ceil((offset * 8) / 6);
    const core = run.slice(from, Math.floor(((offset + bytes.length) * 8) / 6));
    spellings.push(core, core.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return spellings;
}

/** A secret may look like escapes itself; where a text is read until nothing is left to read, so is the secret. */
const fullyRead = (text: string) => [...viewsOf(text)].at(-1) ?? text;

const withLineEnds = (text: string, end: string) => text.replace(/\r?\n/g, end);
