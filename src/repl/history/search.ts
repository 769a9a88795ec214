/** Looking for an earlier statement by a piece of it. */
export interface Search {
  readonly query: string;
  /** The entry that is shown; the number of entries when none fits. */
  readonly at: number;
  /** What was being written before. */
  readonly draft: string;
  readonly found: string | undefined;
}

export const beginSearch = (entries: readonly string[], draft: string): Search => ({
  query: '',
  at: entries.length,
  draft,
  found: undefined,
});

/** The same search with another text: the latest entry that holds it. */
export const searched = (entries: readonly string[], search: Search, query: string): Search =>
  from(entries, { ...search, query }, entries.length);

/** The next older entry that holds the text; the one shown stays when there is none. */
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

/** How the latest statement that begins like this goes on: what could be meant, before a key is pressed. */
export function continuation(entries: readonly string[], text: string): string {
  if (text.trim().length < 2 || text.includes('\n')) return '';
  const entry = entries.findLast((one) => one.length > text.length && one.startsWith(text));
  return entry === undefined ? '' : (entry.slice(text.length).split('\n', 1)[0] as string);
}
