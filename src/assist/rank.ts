import type { Suggestion } from './suggestion.js';

const MOST = 200;

/** What begins as typed, in the order it was offered; then what resembles it. */
export async function ranked(items: readonly Suggestion[], typed: string): Promise<readonly Suggestion[]> {
  if (typed === '') return items.slice(0, MOST);
  const low = typed.toLowerCase();
  // `rel` is meant as `'relay_script'` where quotes are still to come.
  const begins = items.filter(({ text }) => bare(text).startsWith(low));
  if (begins.length > 0) return begins.slice(0, MOST);
  const { default: fuzzysort } = await import('fuzzysort');
  return fuzzysort.go(typed, items, { key: 'text', threshold: 0.4, limit: MOST }).map(({ obj }) => obj);
}

const bare = (text: string) => text.toLowerCase().replace(/^['"]/, '');
