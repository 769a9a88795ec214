import type { RecordedBody } from './format.js';

/** Bytes as a person can read them: JSON when that gives the same bytes again, else text, else base64. */
export function readableBody(bytes: Uint8Array): RecordedBody | undefined {
  if (bytes.length === 0) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (!Buffer.from(text).equals(buffer)) return { base64: buffer.toString('base64') };
  try {
    const json: unknown = JSON.parse(text);
    if (JSON.stringify(json) === text) return { json };
  } catch {
    // Not JSON: kept as text.
  }
  return { text };
}

export function bytesOf(body: RecordedBody | undefined): Uint8Array {
  if (body === undefined) return new Uint8Array();
  if ('json' in body) return Buffer.from(JSON.stringify(body.json));
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}
