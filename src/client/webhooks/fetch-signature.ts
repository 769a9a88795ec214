import type { Digests, Hash } from './signatures-with.js';
import { verifierWith } from './verifier.js';

// SHA-1 and SHA-256 as FIPS 180-4 defines them. Web Crypto has both, but asynchronously: `if (!verify_signature(…))`
// without an `await` would accept every request.

const BLOCK_BYTES = 64;
const UTF8 = new TextEncoder();

const SHA1_START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const SHA256_START = [
  ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
];
const SHA256_ROUNDS = `
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74
  80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d
  b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e
  92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5
  391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2`
  .trim()
  .split(/\s+/)
  .map((word) => Number.parseInt(word, 16));

const digests: Digests = {
  hmac: (hash, key, text) => hmac(hash, UTF8.encode(key), UTF8.encode(text)),
  sha256: (text) => digest('sha256', UTF8.encode(text)),
  isEqual(given, expected) {
    if (given.length !== expected.length) return false;
    let difference = 0;
    for (let index = 0; index < given.length; index++)
      difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
    return difference === 0;
  },
};

/** The function of `patchbay/client`, without modules of Node.js. */
export const verify_signature = verifierWith(digests);

function hmac(hash: Hash, key: Uint8Array, text: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? digest(hash, key) : key);
  const padded = (byte: number) => block.map((one) => one ^ byte);
  return digest(hash, joined(padded(0x5c), digest(hash, joined(padded(0x36), text))));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

export function digest(hash: Hash, bytes: Uint8Array): Uint8Array {
  const [start, step] = hash === 'sha1' ? [SHA1_START, sha1Step] : [SHA256_START, sha256Step];
  // A bit, zeros, and the number of bits in eight bytes.
  const blocks = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, bytes.length << 3);
  let state = start;
  for (let at = 0; at < blocks.byteLength; at += BLOCK_BYTES) {
    const words = Array.from({ length: 16 }, (_, index) => blocks.getUint32(at + 4 * index));
    const added = step(state, words);
    state = state.map((word, index) => sum(word, added[index] as number));
  }
  const result = new DataView(new ArrayBuffer(4 * state.length));
  for (const [index, word] of state.entries()) result.setUint32(4 * index, word);
  return new Uint8Array(result.buffer);
}

const sum = (...words: number[]): number => words.reduce((total, word) => (total + word) >>> 0, 0);
const left = (word: number, bits: number): number => ((word << bits) | (word >>> (32 - bits))) >>> 0;
const right = (word: number, bits: number): number => left(word, 32 - bits);

type Eight = [number, number, number, number, number, number, number, number];
type Five = [number, number, number, number, number];

function sha1Step(state: readonly number[], words: number[]): number[] {
  const at = (index: number) => words[index] as number;
  for (let t = 16; t < 80; t++) words.push(left(at(t - 3) ^ at(t - 8) ^ at(t - 14) ^ at(t - 16), 1));
  let [a, b, c, d, e] = state as Five;
  for (let t = 0; t < 80; t++) {
    const majority = (b & c) | (b & d) | (c & d);
    const parity = b ^ c ^ d;
    const [mixed, constant] =
      t < 20
        ? [(b & c) | (~b & d), 0x5a827999]
        : t < 40
          ? [parity, 0x6ed9eba1]
          : t < 60
            ? [majority, 0x8f1bbcdc]
            : [parity, 0xca62c1d6];
    [a, b, c, d, e] = [sum(left(a, 5), mixed, e, constant, at(t)), a, left(b, 30), c, d];
  }
  return [a, b, c, d, e];
}

function sha256Step(state: readonly number[], words: number[]): number[] {
  const at = (index: number) => words[index] as number;
  for (let t = 16; t < 64; t++) {
    const small = right(at(t - 15), 7) ^ right(at(t - 15), 18) ^ (at(t - 15) >>> 3);
    const large = right(at(t - 2), 17) ^ right(at(t - 2), 19) ^ (at(t - 2) >>> 10);
    words.push(sum(at(t - 16), small, at(t - 7), large));
  }
  let [a, b, c, d, e, f, g, h] = state as Eight;
  for (const [t, constant] of SHA256_ROUNDS.entries()) {
    const one = sum(h, right(e, 6) ^ right(e, 11) ^ right(e, 25), (e & f) ^ (~e & g), constant, at(t));
    const two = sum(right(a, 2) ^ right(a, 13) ^ right(a, 22), (a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [sum(one, two), a, b, c, sum(d, one), e, f, g];
  }
  return [a, b, c, d, e, f, g, h];
}
