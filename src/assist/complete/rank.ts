import { resembling } from '../../util/index.js';
import type { Suggestion } from './suggestion.js';

const MOST = 200;

/** What begins as typed, in the order it was offered; when nothing does, what resembles it. */
export function ranked(items: readonly Suggestion[], typed: string): readonly Suggestion[] {
  if (typed === '') return items.slice(0, MOST);
  const low = typed.toLowerCase();
  // `rel` is meant as `'relay_script'` where quotes are still to come.
  const begins = items.filter(({ text }) => bare(text).startsWith(low));
  return (begins.length > 0 ? begins : resembling(items, typed, ({ text }) => text)).slice(0, MOST);
}

const bare = (text: string) => text.toLowerCase().replace(/^['"]/, '');
