/** Makes vectors of texts. Which one made an index is written in it, and only that one may ask it. */
export interface Embedder {
  readonly model: string;
  /** As far as it is known before the first text. */
  readonly dimensions?: number;
  /** One vector for each text, in order. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  close?(): Promise<void>;
}

/** There is no way to make vectors of this model here; says what would be one. */
export class EmbedderMissing extends Error {
  override readonly name = 'EmbedderMissing';
}

const SHORT: Readonly<Record<string, string>> = {
  mini: 'sentence-transformers/all-MiniLM-L6-v2',
  base: 'sentence-transformers/all-mpnet-base-v2',
  large: 'sentence-transformers/all-mpnet-base-v2',
  hash: 'hash-256',
};

/** The name that stands in files for what people call `mini`. */
export const modelName = (name: string): string => (Object.hasOwn(SHORT, name) ? (SHORT[name] as string) : name);

/** Vectors as they must be: one for each text, all of one length, all numbers. */
export function checkedVectors(vectors: readonly ArrayLike<number>[], count: number, model: string): Float32Array[] {
  const made = vectors.map((vector) => Float32Array.from(vector));
  const length = made[0]?.length ?? 0;
  const isGood =
    made.length === count && made.every((vector) => vector.length === length && vector.every(Number.isFinite));
  if (!isGood || (count > 0 && length === 0)) throw new Error(`${model} did not make ${count} vectors of one length`);
  return made;
}
