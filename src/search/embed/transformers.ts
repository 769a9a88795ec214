import { mayReach } from '../../http/index.js';
import { checkedVectors, type Embedder, EmbedderMissing } from './embedder.js';

export interface Transformers {
  readonly env: { allowRemoteModels: boolean };
  pipeline(task: 'feature-extraction', model: string): Promise<Extractor>;
}

interface Extractor {
  (
    texts: string[],
    options: { pooling: 'mean'; normalize: boolean },
  ): Promise<{
    readonly data: ArrayLike<number>;
    readonly dims: readonly number[];
  }>;
  dispose?(): Promise<unknown>;
}

/** The name is a variable, so that the compiler does not resolve the optional package. */
const PACKAGE = '@huggingface/transformers';
const HUB = 'https://huggingface.co';
const usual = (): Promise<Transformers> => import(PACKAGE);

/** Runs the model in this process. The package is optional, and it downloads the weights on first use. */
export async function transformersEmbedder(model: string, load = usual): Promise<Embedder> {
  let transformers: Transformers;
  try {
    transformers = await load();
  } catch (cause) {
    throw new EmbedderMissing(
      `vectors of ${model} require the package ${PACKAGE} (npm install ${PACKAGE}) or an embedding_url`,
      { cause },
    );
  }
  transformers.env.allowRemoteModels = mayReach(HUB);
  // Xenova publishes the same weights for this runtime.
  const name = model.replace(/^sentence-transformers\//, 'Xenova/');
  let making: Promise<Extractor> | undefined;
  return {
    model,
    async embed(texts, signal) {
      signal?.throwIfAborted();
      const extract = await (making ??= made(transformers, name));
      signal?.throwIfAborted();
      const { data, dims } = await extract([...texts], { pooling: 'mean', normalize: true });
      const length = dims.at(-1) ?? 0;
      const all = Float32Array.from(data);
      const vectors = texts.map((_, index) => all.subarray(index * length, (index + 1) * length));
      return checkedVectors(vectors, texts.length, model);
    },
    async close() {
      await (await making)?.dispose?.();
    },
  };
}

async function made(transformers: Transformers, name: string): Promise<Extractor> {
  try {
    return await transformers.pipeline('feature-extraction', name);
  } catch (cause) {
    const hint = mayReach(HUB) ? '' : '. If its weights are not on this machine yet, use --live to download them';
    throw new Error(`the model ${name} cannot be loaded${hint}`, { cause });
  }
}
