/** The state of a search for an earlier statement. */
export interface Search {
  readonly query: string;
  /** The index of the shown entry, or the number of entries if none matches. */
  readonly at: number;
  /** The input before the search began. */
  readonly draft: string;
  readonly found: string | undefined;
}

export const beginSearch = (entries: readonly string[], draft: string): Search => ({
  query: '',
  at: entries.length,
  draft,
  found: undefined,
});

/** Restarts the search with a new query: finds the latest entry that contains it. */
export const searched = (entries: readonly string[], search: Search, query: string): Search =>
  from(entries, { ...search, query }, entries.length);

/** Finds the next older entry that contains the query. The search is unchanged if there is no such entry. */
export function searchedOlder(entries: readonly string[], search: Search): Search {
  const next = from(entries, search, search.at);
  return next.found === undefined ? search : next;
}

function from(entries: readonly string[], search: Search, before: number): Search {
  if (search.query === '') return { ...search, at: entries.length, found: undefined };
  const wanted = search.query.toLowerCase();
  const shown = search.found;
  for (let at = before - 1; at >= 0; at--) {
    const entry = entries[at] as string;
    if (entry !== shown && entry.toLowerCase().includes(wanted)) return { ...search, at, found: entry };
  }
  return { ...search, at: entries.length, found: undefined };
}

/**
 * Returns the rest of the first line of the latest statement that starts with this text and did not fail, as a
 * suggestion.
 */
export function continuation(
  entries: readonly string[],
  text: string,
  hasFailed: (entry: string) => boolean = () => false,
): string {
  if (text.trim().length < 2 || text.includes('\n')) return '';
  const entry = entries.findLast((one) => one.length > text.length && one.startsWith(text) && !hasFailed(one));
  return entry === undefined ? '' : (entry.slice(text.length).split('\n', 1)[0] as string);
}
