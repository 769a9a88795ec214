// How a filter reads its words. The server imports this too, so that bodies are searched as the lists are.

/** The server searches the two bodies of a request if they have at most this size together. */
export const MAX_SEARCHED_KB = 64;

/** The words of a filter. Each has to occur, in any order. */
export const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The words that a text does not have. */
export function missingWords(words: readonly string[], text: string): readonly string[] {
  if (words.length === 0) return words;
  const all = text.toLowerCase();
  return words.filter((word) => !all.includes(word));
}

export const hasWords = (words: readonly string[], text: string): boolean => missingWords(words, text).length === 0;

export interface MatchedPart {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Short, so that the word is visible in a narrow list. */
const MAX_BEFORE = 8;
const MAX_AFTER = 80;

/** The surroundings of the first word that a text has, in one line. */
export function matchedPart(words: readonly string[], text: string): MatchedPart | undefined {
  const lower = text.toLowerCase();
  // A few letters are longer in lower case.
  const shown = lower.length === text.length ? text : lower;
  const word = words.find((one) => lower.includes(one));
  if (word === undefined) return undefined;
  const start = lower.indexOf(word);
  const end = start + word.length;
  const line = (part: string) => part.replace(/\s+/g, ' ');
  return {
    before: (start > MAX_BEFORE ? '…' : '') + line(shown.slice(Math.max(0, start - MAX_BEFORE), start)),
    match: shown.slice(start, end),
    after: line(shown.slice(end, end + MAX_AFTER)),
  };
}
