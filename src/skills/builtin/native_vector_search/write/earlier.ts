import type { KnownVectors } from './known-vectors.js';

/** The index that the new one will replace, as far as making it asks. */
export interface Earlier {
  readonly vectors: KnownVectors;
  /** Those of these files that it has pieces of. */
  holding(names: readonly string[]): Promise<string[]>;
}

/** There is none. */
export const NOTHING_EARLIER: Earlier = { vectors: new Map(), holding: async () => [] };
