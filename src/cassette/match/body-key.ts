import { isUtf8 } from 'node:buffer';
import { attempt, formPairs } from '../../util/index.js';
import type { RecordedBody } from '../format/schema.js';

/** Equal for equivalent bodies: JSON with sorted keys, sorted forms, multipart without its boundary. */
export function bodyKey(body: string | Uint8Array | undefined, type: string | undefined): string {
  if (body === undefined || body.length === 0) return '';
  const text = typeof body === 'string' ? body : textOfBytes(body);
  const first = text.charCodeAt(0);
  if (first !== 0x7b && first !== 0x5b) return textKey(text, type);
  return attempt(() => canonicalJson(JSON.parse(text))) ?? text;
}

/** The key of a recorded body. Does not convert JSON or text to bytes first. */
export function recordedBodyKey(body: RecordedBody | undefined, type: string | undefined): string {
  if (body === undefined) return '';
  if ('json' in body) return canonicalJson(body.json);
  return bodyKey('text' in body ? body.text : Buffer.from(body.base64, 'base64'), type);
}

function textOfBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Read as UTF-8, all invalid bytes would become the same replacement character.
  return buffer.toString(isUtf8(buffer) ? 'utf8' : 'latin1');
}

function textKey(text: string, type: string | undefined): string {
  if (type === undefined) return text;
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    const fields = new URLSearchParams(formPairs(text) ?? [[text, '']]);
    fields.sort();
    return String(fields);
  }
  const boundary = /^multipart\/.*;\s*boundary=("?)([^";]+)\1/i.exec(type)?.[2];
  return boundary === undefined ? text : text.replaceAll(`--${boundary}`, '--');
}

/** Sorts the keys of objects, because their order has no meaning. */
export const canonicalJson = (value: unknown): string =>
  // A value may be too deeply nested to sort.
  attempt(() => JSON.stringify(sorted(value)) ?? '') ?? JSON.stringify(value);

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const names = Object.keys(value).sort();
  // `fromEntries` treats `__proto__` as an ordinary key.
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]));
}
