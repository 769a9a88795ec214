import type { Chunk } from '../search-index.js';
import { shareIn } from './words.js';

/** How well a chunk matches a question, by signal, from 0 to 1. */
export interface Signals {
  readonly vector: number;
  readonly keyword: number;
  readonly filename: number;
  readonly metadata: number;
  /** 1 if the chunk contains the question verbatim. */
  readonly phrase: number;
}

/** Maximum of the keyword signal, so that agreement with other signals always raises the score. */
const MAX_OF_WORDS = 0.9;

/** Scores of a full-text index have no absolute scale: the best match gets the share of words it contains. */
export const keywordSignal = (strength: number, { strength: top, share }: { strength: number; share: number }) =>
  top > 0 ? (MAX_OF_WORDS * share * strength) / top : 0;

/** How well a file name matches the words. The name itself counts more than its folders. */
export function filenameSignal(filename: string, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const path = plain(filename);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const phrase = words.join(' ');
  if (name.includes(phrase)) return 1;
  if (path.includes(phrase)) return 0.7;
  return Math.max(shareIn(name, words) ** 1.5, 0.5 * shareIn(path, words) ** 1.5);
}

const plain = (filename: string) =>
  filename
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/[-_.\s]+/g, ' ');

/** Share of the words that occur in the section, tags and metadata of a chunk. */
export function metadataSignal({ section, tags, metadata }: Chunk, words: readonly string[]): number {
  const values = Object.values(metadata).filter((value) => typeof value === 'string' || Array.isArray(value));
  return shareIn([section, ...tags, ...values.flat().map(String)].join(' '), words);
}

/** Combines the signals. The strongest one is the base, and each further one removes part of the remaining doubt. */
export function relevance(signals: Signals, keyword_weight?: number): number {
  const { vector, keyword, filename, metadata, phrase } = signals;
  const isWeighted = keyword_weight !== undefined;
  const strongest = isWeighted ? keyword_weight * keyword + (1 - keyword_weight) * vector : Math.max(vector, keyword);
  const further = [filename / 4, metadata / 4, phrase / 2, isWeighted ? 0 : Math.min(vector, keyword) / 4];
  return 1 - further.reduce((doubt, sign) => doubt * (1 - sign), 1 - strongest);
}
