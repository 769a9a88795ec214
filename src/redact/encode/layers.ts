import type { FormPair, UrlParts } from '../detect/layers.js';
import type { Edit } from '../replace/edits.js';

export function encodeBase64(text: string, written: string): string {
  if (/[-_]/.test(written)) return Buffer.from(text).toString('base64url');
  const packed = Buffer.from(text).toString('base64');
  return written.endsWith('=') || written.length % 4 === 0 ? packed : packed.replace(/=+$/, '');
}

/** Replaces ranges of base64 text by whole bytes, so that the result is valid base64. */
export function withBytesReplaced(written: string, edits: readonly Edit[]): string {
  const bytes = Buffer.from(written, 'base64');
  const parts: Buffer[] = [];
  let done = 0;
  for (const { start, end, replacement } of edits) {
    const from = Math.max(Math.floor(start * 0.75), done);
    parts.push(bytes.subarray(done, from), Buffer.from(replacement));
    done = Math.max(Math.ceil(end * 0.75), from);
  }
  return Buffer.concat([...parts, bytes.subarray(done)]).toString('base64');
}

export const encodeJson = (value: unknown, written: string): string =>
  JSON.stringify(value, null, /^[{[]\r?\n([ \t]+)/.exec(written)?.[1]);

export function encodePair(pair: FormPair, newField: string, newValue: string | undefined): string {
  const { writtenField, field, writtenValue, value = '' } = pair;
  const left = newField === field ? writtenField : encoded(newField);
  return newValue === undefined ? left : `${left}=${encodePercent(writtenValue, value, newValue)}`;
}

/** Percent-encodes a changed text. Keeps the spelling of the unchanged text at both ends, such as `%2b`. */
export function encodePercent(written: string, decoded: string, changed: string): string {
  if (changed === decoded) return written;
  if (decoded === written) return changed;
  const units = written.match(/%[\da-fA-F]{2}|[\s\S]/g) ?? [];
  if (units.length !== decoded.length || /[^\0-\x7f]/.test(decoded)) return encoded(changed);
  const max = Math.min(decoded.length, changed.length);
  let front = 0;
  while (front < max && decoded[front] === changed[front]) front++;
  let back = 0;
  while (back < max - front && decoded.at(-1 - back) === changed.at(-1 - back)) back++;
  const middle = encoded(changed.slice(front, changed.length - back));
  return units.slice(0, front).join('') + middle + units.slice(units.length - back).join('');
}

export const encodeUrl = ({ scheme, login, host, path, query, fragment }: UrlParts): string =>
  [
    scheme,
    login ? `${login.join(':')}@` : '',
    host,
    path.join('/'),
    query === undefined ? '' : `?${query}`,
    fragment === undefined ? '' : `#${fragment}`,
  ].join('');

/** A lone surrogate cannot be encoded. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
