/** A piece of a document, as every kind of index holds it. */
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
  /** What the index's own embedder makes of it; without one words alone decide. */
  readonly vector?: Float32Array | undefined;
  readonly count: number;
  /** What is less relevant is left out, from 0 to 1. */
  readonly similarity_threshold: number;
  /** Only what has one of them; everything when there are none. */
  readonly tags: readonly string[];
  /** From 0, the vector alone, to 1, the words alone. Without it the stronger of the two counts. */
  readonly keyword_weight?: number | undefined;
}

export interface Hit extends Chunk {
  /** From 0 to 1. */
  readonly score: number;
}

export interface IndexStats {
  readonly total_chunks: number;
  readonly total_files: number;
  /** Chunks that can be found by what they mean. */
  readonly chunks_with_vectors: number;
  readonly model: string;
  readonly dimensions: number;
}

/** What can be searched, wherever it is. */
export interface SearchIndex {
  readonly stats: IndexStats;
  /** What its owner should know, though it works. */
  readonly warnings: readonly string[];
  search(question: Question, signal?: AbortSignal): Promise<Hit[]>;
  close(): Promise<void>;
}
