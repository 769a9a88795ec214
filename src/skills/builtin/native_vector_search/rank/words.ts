import { STOP_WORDS } from './stop-words.js';

const MOST_WORDS = 32;
const LONGEST_WORD = 64;

/** The words of a question that say what it is about, each once. When all of them are small words, those. */
export function wordsOf(question: string): string[] {
  const all = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])]
    .filter((word) => word.length <= LONGEST_WORD)
    .slice(0, MOST_WORDS * 4);
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
}

/** For FTS5: any of the words will do. In quotes nothing in them is syntax. */
export const anyOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' OR ');

/** Near enough to what the tokenizer makes of a word to tell whether a text has it. */
export const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(ies|ing|edly|ed|es|ly|s|e|y)$/, '') : word;

/** How many of the words a text has, as a share. */
export function shareIn(text: string, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(stemOf(word))).length / words.length;
}
