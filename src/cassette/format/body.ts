import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { RecordedBody } from './schema.js';

// What a text file does not carry safely through editors and through YAML.
const UNFIT_FOR_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;
// A half of a surrogate pair survives in JSON only as long as nobody writes it as UTF-8.
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Larger JSON is kept as text: as YAML, each value would take some hundred bytes of memory to read. */
const LONGEST_JSON = 2 ** 18;
const DEEPEST_JSON = 100;
const MOST_VALUES = 50_000;

/** Bytes as a person can read them: JSON when that gives the same bytes again, else text, else base64. */
export function readableBody(bytes: Uint8Array): RecordedBody | undefined {
  if (bytes.length === 0) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isUtf8(buffer)) return binary(buffer);
  const text = buffer.toString('utf8');
  try {
    const json: unknown = JSON.parse(text);
    if (isSmall(text) && isShallow(json, DEEPEST_JSON) && isPlain(json, text)) return { json };
  } catch {
    // Not JSON: kept as text.
  }
  return UNFIT_FOR_TEXT.test(text) ? binary(buffer) : { text };
}

/** Every value follows one of these marks. Marks within strings count too: only the upper bound matters. */
const isSmall = (text: string) => text.length <= LONGEST_JSON && (text.match(/[,[{:]/g)?.length ?? 0) <= MOST_VALUES;

const isPlain = (json: unknown, text: string) => JSON.stringify(json) === text && !ESCAPED_SURROGATE.test(text);

const isShallow = (json: unknown, levels: number): boolean =>
  typeof json !== 'object' ||
  json === null ||
  (levels > 0 && Object.values(json).every((one) => isShallow(one, levels - 1)));

const binary = (bytes: Buffer): RecordedBody => ({ base64: bytes.toString('base64'), sha256: sha256(bytes) });

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a recorded body; a fresh copy each time, for whoever gets them may change them. */
export function bytesOf(body: RecordedBody | undefined): Buffer {
  return body === undefined ? Buffer.alloc(0) : 'base64' in body ? fromBase64(body) : Buffer.from(textOf(body));
}

/** The same as text: what is no text reads as Latin-1, one character a byte. */
export function textOf(body: RecordedBody | undefined): string {
  if (body === undefined) return '';
  if ('json' in body) return JSON.stringify(body.json) ?? '';
  return 'text' in body ? body.text : fromBase64(body).toString('latin1');
}

const fromBase64 = ({ base64 }: { base64: string }) => Buffer.from(base64, 'base64');
