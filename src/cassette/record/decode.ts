import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { SIZE_LIMITS } from '../../util/index.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const LIMIT = { maxOutputLength: SIZE_LIMITS.response.max };
// Decodes a truncated body as far as possible.
const ZLIB = { ...LIMIT, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { ...LIMIT, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gunzipSync(bytes, ZLIB),
  'x-gzip': (bytes) => gunzipSync(bytes, ZLIB),
  // Servers send `deflate` with and without the zlib header.
  deflate: (bytes) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, ZLIB) : inflateRawSync(bytes, ZLIB)),
  br: (bytes) => brotliDecompressSync(bytes, BROTLI),
  identity: (bytes) => bytes,
};

/** Removes the content encoding of a response, so that people can read it, unless it is invalid. */
export function decoded(headers: Headers, body: Uint8Array): { headers: Headers; body: Uint8Array } {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || body.length === 0) return { headers, body };
  const { 'content-encoding': _, ...rest } = headers;
  try {
    const steps = String(encoding).toLowerCase().split(',').reverse();
    return { headers: rest, body: steps.reduce((bytes, step) => decode(bytes, step.trim()), body) };
  } catch {
    return { headers, body };
  }
}

function decode(bytes: Uint8Array, encoding: string): Uint8Array {
  const decoder = DECODERS[encoding];
  if (!decoder) throw new TypeError(`unknown content encoding ${encoding}`);
  return decoder(bytes);
}
