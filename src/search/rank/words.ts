const MAX_WORDS = 32;
const MAX_WORD_LENGTH = 64;

/** Returns the distinct words of a question without stop words, or all words if only stop words occur. */
export function wordsOf(question: string): string[] {
  const all = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])]
    .filter((word) => word.length <= MAX_WORD_LENGTH)
    .slice(0, MAX_WORDS * 4);
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : all).slice(0, MAX_WORDS);
}

/** Builds an FTS5 expression that matches any of the words. Quoted words cannot contain FTS5 syntax. */
export const anyOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' OR ');

/** Approximates the stemmer of the tokenizer, closely enough to test whether a text contains a word. */
export const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(ies|ing|edly|ed|es|ly|s|e|y)$/, '') : word;

export function shareIn(text: string, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(stemOf(word))).length / words.length;
}

/** English words that occur in nearly every text. In other languages, common words have a low weight anyway. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both but
by can could did do does doing down during each few for from further had has have having he her here hers him his how i
if in into is it its itself just me more most my no nor not now of off on once only or other our ours out over own please
s same she should so some such t tell than that the their theirs them then there these they this those through to too
under until up very was we were what when where which while who whom why will with would you your yours`.split(/\s+/),
);
