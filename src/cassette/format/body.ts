import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { jsonOf, MAX_JSON_VALUES, SIZE_LIMITS } from '../../util/index.js';
import type { CassetteDocument, CassetteHeader, RecordedBody } from './schema.js';

// Characters that editors and YAML may change in a text file.
const UNFIT_FOR_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;
// A lone surrogate is valid in JSON text, but cannot be encoded as UTF-8.
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Larger JSON is stored as text, because reading each value as YAML would take some hundred bytes of memory. */
const { max: MAX_JSON_LENGTH } = SIZE_LIMITS.json;
const MAX_RECORDED_DEPTH = 100;

/** Encodes bytes in a readable form: JSON if it reproduces the same bytes, else text, else base64. */
export function readableBody(bytes: Uint8Array): RecordedBody | undefined {
  if (bytes.length === 0) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isUtf8(buffer)) return binary(buffer);
  const text = buffer.toString('utf8');
  const json = isSmall(text) ? jsonOf(text) : undefined;
  if (json !== undefined && isShallow(json, MAX_RECORDED_DEPTH) && isPlain(json, text)) return { json };
  return UNFIT_FOR_TEXT.test(text) ? binary(buffer) : { text };
}

/** Each value follows one of these signs. Signs inside strings count too, because only the upper bound matters. */
const isSmall = (text: string) =>
  text.length <= MAX_JSON_VALUES ||
  (text.length <= MAX_JSON_LENGTH && (text.match(/[,[{:]/g)?.length ?? 0) <= MAX_JSON_VALUES);

/** Whether a body has more values than the recorder writes as JSON. Such a body makes each reader of it slow. */
export function hasTooManyParts(json: unknown): boolean {
  const open = [json];
  let count = 0;
  for (let one = open.pop(); typeof one === 'object' && one !== null; one = open.pop()) {
    for (const value of Object.values(one)) {
      if (++count > MAX_JSON_VALUES) return true;
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return false;
}

const isPlain = (json: unknown, text: string) => JSON.stringify(json) === text && !ESCAPED_SURROGATE.test(text);

const isShallow = (json: unknown, levels: number): boolean =>
  typeof json !== 'object' ||
  json === null ||
  (levels > 0 && Object.values(json).every((one) => isShallow(one, levels - 1)));

const binary = (bytes: Buffer): RecordedBody => ({ base64: bytes.toString('base64'), sha256: sha256(bytes) });

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a recorded body. Returns a new buffer each time, because the caller may change it. */
export function bytesOf(body: RecordedBody | undefined): Buffer {
  return body === undefined ? Buffer.alloc(0) : 'base64' in body ? fromBase64(body) : Buffer.from(textOf(body));
}

/** The text of a recorded body. Binary data becomes Latin-1, one character for each byte. */
export function textOf(body: RecordedBody | undefined): string {
  if (body === undefined) return '';
  if ('json' in body) return JSON.stringify(body.json) ?? '';
  return 'text' in body ? body.text : fromBase64(body).toString('latin1');
}

const fromBase64 = ({ base64 }: { base64: string }) => Buffer.from(base64, 'base64');

/** Updates the hash of base64 bodies whose bytes changed by redaction. */
export function rehashed<T extends CassetteHeader | CassetteDocument>(document: T): T {
  if (document.kind !== 'http' && document.kind !== 'webhook') return document;
  const { request, response } = document as { request?: WithBody; response?: WithBody };
  if (!isPacked(request) && !isPacked(response)) return document;
  const parts = Object.entries({ request, response }).flatMap(([name, part]) => {
    const body = part?.body && hashed(part.body);
    return body === undefined || body === part?.body ? [] : [[name, { ...part, body }]];
  });
  return parts.length === 0 ? document : { ...document, ...Object.fromEntries(parts) };
}

interface WithBody {
  readonly body?: RecordedBody | undefined;
}

const isPacked = (part: WithBody | undefined) => part?.body !== undefined && 'base64' in part.body;

function hashed(body: RecordedBody): RecordedBody {
  if (!('base64' in body) || body.sha256 === undefined) return body;
  const bytes = Buffer.from(body.base64, 'base64');
  const hash = sha256(bytes);
  return hash === body.sha256 ? body : { base64: bytes.toString('base64'), sha256: hash };
}
