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
export function localSource(index: SearchIndex, embedder: Embedder | undefined): Source {
  return {
    stats: index.stats,
    async find(question, signal) {
      const isAsked = embedder && question.keyword_weight !== 1 && index.stats.chunks_with_vectors > 0;
      const [vector] = isAsked ? await embedder.embed([question.text], signal) : [];
      signal?.throwIfAborted();
      return index.search({ ...question, vector }, signal);
    },
    async close() {
      await Promise.all([index.close(), embedder?.close?.()]);
    },
  };
}
