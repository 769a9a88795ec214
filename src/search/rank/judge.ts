import type { Chunk, Hit, Question } from '../search-index.js';
import { choose } from './choose.js';
import { filenameSignal, keywordSignal, metadataSignal, relevance } from './signals.js';
import { shareIn } from './words.js';

export interface Candidate {
  readonly chunk: Chunk;
  /** Cosine similarity; 0 without a vector. */
  readonly vector: number;
  /** Score of the full-text index, on its own scale; 0 if the index did not find the chunk. */
  readonly strength: number;
}

/** Number of candidates to rank. It is at least 30, so that the order does not depend on a small `count`. */
export const poolFor = (count: number): number => Math.max(3 * count, 30);

/** Scores candidates in the same way for every kind of index. */
export function judge(candidates: readonly Candidate[], words: readonly string[], question: Question): Hit[] {
  const { count, similarity_threshold, keyword_weight } = question;
  const phrase = question.text.trim().toLowerCase();
  const top = bestOf(candidates, words);
  const hits = candidates.map(({ chunk, vector, strength }) => {
    const signals = {
      vector: Math.min(1, Math.max(0, vector)),
      keyword: keywordSignal(strength, top),
      filename: filenameSignal(chunk.filename, words),
      metadata: metadataSignal(chunk, words),
      phrase: words.length > 1 && chunk.content.toLowerCase().includes(phrase) ? 1 : 0,
    };
    return { ...chunk, score: relevance(signals, keyword_weight) };
  });
  const relevant = hits.filter(({ score }) => score > 0 && score >= similarity_threshold);
  return choose(relevant, count);
}

function bestOf(candidates: readonly Candidate[], words: readonly string[]): { strength: number; share: number } {
  const [top] = [...candidates].sort((a, b) => b.strength - a.strength);
  // Every match of the full-text index contains one of the words, even if only its stemmer finds it: "cat" for "cats".
  const least = top && top.strength > 0 ? 1 / words.length : 0;
  return { strength: top?.strength ?? 0, share: top ? Math.max(least, shareIn(top.chunk.content, words)) : 0 };
}
