import type { KnownVectors } from './known-vectors.js';

/** The index that the new one replaces, as far as the build needs it. */
export interface Earlier {
  readonly vectors: KnownVectors;
  /** Returns those of the given files that the earlier index has chunks of. */
  holding(names: readonly string[]): Promise<string[]>;
}

/** For a build without an earlier index. */
export const NOTHING_EARLIER: Earlier = { vectors: new Map(), holding: async () => [] };
