import { TransportFault } from '../http/index.js';
import type { Embedder } from './embed/index.js';
import type { Hit, IndexStats, Question, SearchIndex } from './search-index.js';

/** One result. A remote server may return fewer fields than a local index. */
export type SearchResult = Pick<Hit, 'content' | 'score' | 'filename' | 'section' | 'tags' | 'metadata'>;

export type SearchQuery = Omit<Question, 'vector'>;

export interface Source {
  readonly stats: Partial<IndexStats>;
  find(question: SearchQuery, signal?: AbortSignal): Promise<readonly SearchResult[]>;
  close(): Promise<void>;
}

/** Creates a source from a local index and the embedder of its model. Without an embedder, only words are searched. */
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

  /** Returns the vector of the question. If the embedder fails, it warns and only words are searched. */
  async function vectorOrNone(text: string, signal: AbortSignal | undefined): Promise<Float32Array | undefined> {
    const { model, dimensions } = index.stats;
    try {
      const [vector] = (await embedder?.embed([text], signal)) ?? [];
      if (vector === undefined || dimensions === 0 || vector.length === dimensions) return vector;
      warn(
        `${model} returned a vector with ${vector.length} dimensions, but the index has ${dimensions}. The search uses only words`,
      );
    } catch (error) {
      // Rethrow an abort, and a TransportFault, which the user has to fix.
      if (signal?.aborted || error instanceof TransportFault || !(error instanceof Error)) throw error;
      warn(`${error.message}. The search uses only words`);
    }
    return undefined;
  }
}
