/** A part of a document, as every kind of index stores it. */
export interface Chunk {
  readonly id: number;
  readonly content: string;
  readonly filename: string;
  readonly section: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Question {
  readonly text: string;
  /** The vector of the question from the embedder of the index. Without it, only words are searched. */
  readonly vector?: Float32Array | undefined;
  readonly count: number;
  /** Minimum score of a result, from 0 to 1. */
  readonly similarity_threshold: number;
  /** Only chunks with one of these tags match. An empty list matches all chunks. */
  readonly tags: readonly string[];
  /** From 0 (only the vector) to 1 (only words). By default, the stronger of the two counts. */
  readonly keyword_weight?: number | undefined;
}

export interface Hit extends Chunk {
  /** Relevance, from 0 to 1. */
  readonly score: number;
}

export interface IndexStats {
  readonly total_chunks: number;
  readonly total_files: number;
  /** Number of chunks that can be found by meaning. */
  readonly chunks_with_vectors: number;
  readonly model: string;
  readonly dimensions: number;
}

/** An index that can be searched, in a file or in Postgres. */
export interface SearchIndex {
  readonly stats: IndexStats;
  /** Problems that do not prevent searching, to report to the user. */
  readonly warnings: readonly string[];
  search(question: Question, signal?: AbortSignal): Promise<Hit[]>;
  close(): Promise<void>;
}
