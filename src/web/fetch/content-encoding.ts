import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';

const UNPACK: Readonly<Record<string, (bytes: Uint8Array, options: ZlibOptions) => Promise<Uint8Array>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify<Uint8Array, ZlibOptions, Uint8Array>(brotliDecompress),
};

export const ENCODINGS = 'gzip, deflate, br';

/** Throws a RangeError if the result exceeds `maxBytes`, because a small body can unpack to a huge one. */
export async function unpacked(bytes: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > 2) throw new Error('too many content encodings');
  let plain = bytes;
  for (const name of names.reverse()) {
    const unpack = Object.hasOwn(UNPACK, name) ? UNPACK[name] : undefined;
    if (!unpack) throw new Error('unsupported content encoding');
    plain = await unpack(plain, { maxOutputLength: maxBytes });
  }
  return plain;
}
