export interface NewChunk {
  readonly content: string;
  readonly filename: string;
  readonly section?: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly vector?: Float32Array | undefined;
}

/** Receives chunks. The existing index stays in place until `finish`. */
export interface ChunkSink {
  add(chunk: NewChunk): void | Promise<void>;
  finish(config: Readonly<Record<string, string>>): Promise<void>;
  abandon(): Promise<void>;
}
