import { resembling } from '../../util/index.js';
import type { Suggestion } from './suggestion.js';

const MAX_SUGGESTIONS = 200;

/** Returns the suggestions that start with the typed text, in their order, or else similar ones. */
export function ranked(items: readonly Suggestion[], typed: string): readonly Suggestion[] {
  if (typed === '') return items.slice(0, MAX_SUGGESTIONS);
  const low = typed.toLowerCase();
  // `rel` also matches `'relay_script'`, because outside a string the suggestion includes the quotes.
  const matches = items.filter(({ text }) => bare(text).startsWith(low));
  return (matches.length > 0 ? matches : resembling(items, typed, ({ text }) => text)).slice(0, MAX_SUGGESTIONS);
}

const bare = (text: string) => text.toLowerCase().replace(/^['"]/, '');
