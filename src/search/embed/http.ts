import { askJson, kindOfStatus, type Send, ServiceFailure } from '../../http/index.js';
import { isPlain } from '../../util/index.js';
import { checkedVectors, type Embedder } from './embedder.js';

const TIMEOUT_MS = 60_000;

export interface HttpEmbedderOptions {
  readonly model: string;
  readonly url: string;
  readonly key?: string | undefined;
  readonly send: Send;
}

/** Creates an embedder for the common API: `{ model, input: […] }` returns `{ data: [{ embedding }] }`. */
export function httpEmbedder({ model, url, key, send }: HttpEmbedderOptions): Embedder {
  return {
    model,
    async embed(texts, signal) {
      const headers = {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
      };
      const body = JSON.stringify({ model, input: texts });
      // The user configures the URL, so it may be private.
      const request = { method: 'POST', url, headers, body, allowPrivate: true, ...(signal && { signal }) };
      const answer = await askJson(send, request, TIMEOUT_MS);
      if (answer.status !== 200)
        throw new ServiceFailure(kindOfStatus(answer.status), `the embedding service returned status ${answer.status}`);
      const vectors = vectorsIn(answer.body);
      if (!vectors) throw new ServiceFailure('malformed', 'the response of the embedding service has no embeddings');
      return checkedVectors(vectors, texts.length, model);
    },
  };
}

function vectorsIn(body: unknown): number[][] | undefined {
  if (!isPlain(body) || !Array.isArray(body.data)) return undefined;
  const entries = body.data.filter(isPlain);
  const ordered = entries.every(({ index }) => Number.isInteger(index))
    ? [...entries].sort((a, b) => Number(a.index) - Number(b.index))
    : entries;
  const vectors = ordered.map(({ embedding }) => embedding);
  return vectors.every(isVector) ? vectors : undefined;
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((number) => typeof number === 'number');
