import type { Send } from '../../http/index.js';
import { type Embedder, modelName } from './embedder.js';
import { hashEmbedder } from './hash.js';
import { httpEmbedder } from './http.js';
import { transformersEmbedder } from './transformers.js';

export { type Embedder, EmbedderMissing, modelName } from './embedder.js';

export interface EmbedderOptions {
  /** `mini`, `base`, `large`, `hash`, a full model name, or `none`. */
  readonly model: string;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly send: Send;
}

/** Returns the embedder of a model. Throws `EmbedderMissing` if its package is not installed. */
export async function embedderFor({ model, url, key, send }: EmbedderOptions): Promise<Embedder | undefined> {
  const name = modelName(model);
  if (name === 'none' || name === '') return undefined;
  const hash = hashEmbedder(name);
  if (hash) return hash;
  return url ? httpEmbedder({ model: name, url, key, send }) : transformersEmbedder(name);
}
