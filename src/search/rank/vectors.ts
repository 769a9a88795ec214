const BLOCK = 4096;
const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export interface Scored {
  /** Index of the chunk, starting at 0. */
  readonly at: number;
  readonly score: number;
}

/** Unit vectors that are scanned linearly: exact, and fast for data that fits into memory. */
export class Vectors {
  known = 0;
  readonly #blocks: Float32Array[] = [];
  #count = 0;

  constructor(readonly dimensions: number) {}

  get bytes(): number {
    return this.#blocks.length * BLOCK * this.dimensions * 4;
  }

  /** Adds the vector of the next chunk. A missing, zero or invalid vector has a similarity of 0. */
  add(vector: Float32Array | undefined): void {
    const slot = this.#count++;
    const isNew = slot % BLOCK === 0;
    if (isNew) this.#blocks.push(new Float32Array(BLOCK * this.dimensions));
    if (!vector || vector.length !== this.dimensions) return;
    const length = Math.sqrt(dot(vector, vector, 0));
    if (!(length > 0 && Number.isFinite(length))) return;
    this.known++;
    const block = this.#blocks.at(-1) as Float32Array;
    const start = (slot % BLOCK) * this.dimensions;
    for (let i = 0; i < vector.length; i++) block[start + i] = (vector[i] as number) / length;
  }

  similarities(question: Float32Array): Float32Array {
    const scores = new Float32Array(this.#count);
    const unit = unitOf(question);
    const { dimensions } = this;
    let at = 0;
    for (const block of this.#blocks) {
      const here = Math.min(BLOCK, this.#count - at);
      for (let row = 0, start = 0; row < here; row++) {
        let sum = 0;
        // biome-ignore lint/style/noNonNullAssertion: both reach as far, and this is where the time goes
        for (let i = 0; i < dimensions; i++) sum += block[start++]! * unit[i]!;
        scores[at++] = sum;
      }
    }
    return scores;
  }
}

/** Returns the best positive scores that pass the filter, best first. Equal scores keep their order. */
export function best(scores: Float32Array, max: number, mayCount?: (at: number) => boolean): Scored[] {
  const found: Scored[] = [];
  let worst = 0;
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] as number;
    if (!(score > worst) || mayCount?.(index) === false) continue;
    let place = found.length;
    while (place > 0 && (found[place - 1] as Scored).score < score) place--;
    found.splice(place, 0, { at: index, score });
    if (found.length > max) found.pop();
    if (found.length === max) worst = (found[max - 1] as Scored).score;
  }
  return found;
}

/** Reads a vector as files store it: little-endian 32-bit floats. Returns undefined if the length is invalid. */
export function vectorOf(bytes: Uint8Array): Float32Array | undefined {
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  const copy = IS_LITTLE_ENDIAN ? bytes : Buffer.from(bytes).swap32();
  const aligned = copy.byteOffset % 4 === 0 ? copy : copy.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

export function bytesOf(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return IS_LITTLE_ENDIAN ? bytes : Buffer.from(bytes).swap32();
}

export function unitOf(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector, 0));
  return length > 0 ? vector.map((value) => value / length) : vector;
}

function dot(a: Float32Array, b: Float32Array, start: number): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += (a[start + i] as number) * (b[i] as number);
  return sum;
}

export const vectorText = (vector: Float32Array): string => `[${vector.join(',')}]`;

export const vectorFromText = (text: string): Float32Array =>
  Float32Array.from(text.slice(1, -1).split(','), (number) => Number(number));
