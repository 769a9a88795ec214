import { TransportFault } from '../../../http/index.js';
import type { Embedder } from './embed/index.js';
import type { Hit, IndexStats, Question, SearchIndex } from './search-index.js';

/** What was found, as it is told. Who answers may say less than our own indexes do. */
export type Found = Pick<Hit, 'content' | 'score' | 'filename' | 'section' | 'tags' | 'metadata'>;

export type Asked = Omit<Question, 'vector'>;

/** Answers questions, here or elsewhere. */
export interface Source {
  readonly stats: Partial<IndexStats>;
  find(question: Asked, signal?: AbortSignal): Promise<readonly Found[]>;
  close(): Promise<void>;
}

/** An index of ours with the embedder that made it, or with none: then words alone decide. */
export function localSource(
  index: SearchIndex,
  embedder: Embedder | undefined,
  warn: (message: string) => void = () => {},
): Source {
  return {
    stats: index.stats,
    async find(question, signal) {
      const isAsked = embedder && question.keyword_weight !== 1 && index.stats.chunks_with_vectors > 0;
      const vector = isAsked ? await vectorOrNone(question.text, signal) : undefined;
      signal?.throwIfAborted();
      return index.search({ ...question, vector }, signal);
    },
    async close() {
      await Promise.all([index.close(), embedder?.close?.()]);
    },
  };

  /** An embedder that fails is as one that is not here: the words are still there to be searched, and that is told. */
  async function vectorOrNone(text: string, signal: AbortSignal | undefined): Promise<Float32Array | undefined> {
    const { model, dimensions } = index.stats;
    try {
      const [vector] = (await embedder?.embed([text], signal)) ?? [];
      if (vector === undefined || dimensions === 0 || vector.length === dimensions) return vector;
      warn(`${model} made ${vector.length} numbers, the index has ${dimensions}: only words are searched`);
    } catch (error) {
      // What may not be sent, or was not recorded, is for whoever runs this to mend.
      if (signal?.aborted || error instanceof TransportFault || !(error instanceof Error)) throw error;
      warn(`${error.message}: only words are searched`);
    }
    return undefined;
  }
}
