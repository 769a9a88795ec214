/** Creates vectors from texts. An index records its model, and only that model can query it. */
export interface Embedder {
  readonly model: string;
  /** The number of dimensions, if it is known before the first text. */
  readonly dimensions?: number;
  /** Returns one vector per text, in order. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  close?(): Promise<void>;
}

/** Thrown if no embedder for a model is available. The message says how to get one. */
export class EmbedderMissing extends Error {
  override readonly name = 'EmbedderMissing';
}

const SHORT: Readonly<Record<string, string>> = {
  mini: 'sentence-transformers/all-MiniLM-L6-v2',
  base: 'sentence-transformers/all-mpnet-base-v2',
  large: 'sentence-transformers/all-mpnet-base-v2',
  hash: 'hash-256',
};

/** Returns the full model name for a short name such as `mini`. */
export const modelName = (name: string): string => (Object.hasOwn(SHORT, name) ? (SHORT[name] as string) : name);

/** Converts vectors to Float32Arrays. Throws unless there is one per text, all finite and of the same length. */
export function checkedVectors(vectors: readonly ArrayLike<number>[], count: number, model: string): Float32Array[] {
  const made = vectors.map((vector) => Float32Array.from(vector));
  const length = made[0]?.length ?? 0;
  const isGood =
    made.length === count && made.every((vector) => vector.length === length && vector.every(Number.isFinite));
  if (!isGood || (count > 0 && length === 0))
    throw new Error(`${model} did not return ${count} vectors of the same length`);
  return made;
}
