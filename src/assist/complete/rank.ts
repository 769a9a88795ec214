import { resembling } from '../../util/index.js';
import type { Suggestion } from './suggestion.js';

const MAX_SUGGESTIONS = 200;

/**
 * Returns the suggestions that start with the typed text, in their order, or else similar ones. The globals of
 * JavaScript are many, and one of them is similar to almost any text. So they must start with the typed text.
 */
export function ranked(
  items: readonly Suggestion[],
  typed: string,
  globals: readonly Suggestion[] = [],
): readonly Suggestion[] {
  if (typed === '') return [...items, ...globals].slice(0, MAX_SUGGESTIONS);
  const low = typed.toLowerCase();
  // `rel` also matches `'relay_script'`, because outside a string the suggestion includes the quotes.
  const matches = [...items, ...globals].filter(({ text }) => bare(text).startsWith(low));
  return (matches.length > 0 ? matches : resembling(items, typed, ({ text }) => text)).slice(0, MAX_SUGGESTIONS);
}

const bare = (text: string) => text.toLowerCase().replace(/^['"]/, '');
