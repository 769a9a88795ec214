import { STOP_WORDS } from './words.js';

/** The usual BM25 parameters: `K1` limits the effect of repeated words, `B` the effect of the length of a text. */
const K1 = 1.2;
const B = 0.75;

/** Ranks the items that share a word with the question by Okapi BM25. Items with equal scores keep their order. */
export function rankByWords<T>(
  question: string,
  items: readonly T[],
  wordsOf: (item: T) => readonly string[],
): { readonly item: T; readonly score: number }[] {
  const asked = new Set(stemmedWords(question));
  const texts = items.map((item) => {
    const all = wordsOf(item);
    return { item, length: all.length, counts: countOf(asked, all) };
  });
  const average = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  const weights = [...asked].map((word) => {
    const holders = texts.filter(({ counts }) => counts.has(word)).length;
    return [word, Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5))] as const;
  });
  return texts
    .map(({ item, length, counts }) => {
      const damping = K1 * (1 - B + (B * length) / average);
      const score = weights.reduce((sum, [word, weight]) => {
        const count = counts.get(word) ?? 0;
        return sum + (weight * count * (K1 + 1)) / (count + damping);
      }, 0);
      return { item, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function countOf(asked: ReadonlySet<string>, text: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text) if (asked.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the words of a text in lower case and without accents, reduced to the singular. */
export const stemmedWords = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => !STOP_WORDS.has(word))
    .map(singular);

function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
