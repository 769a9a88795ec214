export interface Search {
  readonly query: string;
  /** The statements that contain the query, latest first, each once. */
  readonly matches: readonly string[];
  /** The index of the chosen match, or -1 before the user types or chooses. */
  readonly selected: number;
  readonly draft: string;
}

/** More matches are not listed. A longer query finds them. */
const MAX_MATCHES = 200;

export const beginSearch = (entries: readonly string[], draft: string): Search =>
  searched(entries, { query: '', matches: [], selected: -1, draft }, '');

/** Restarts the search with a new query, and chooses the latest match. */
export function searched(entries: readonly string[], search: Search, query: string): Search {
  const wanted = query.toLowerCase();
  const matches = new Set<string>();
  for (let index = entries.length - 1; index >= 0 && matches.size < MAX_MATCHES; index--) {
    const entry = entries[index] as string;
    if (entry.toLowerCase().includes(wanted)) matches.add(entry);
  }
  return { ...search, query, matches: [...matches], selected: query === '' || matches.size === 0 ? -1 : 0 };
}

/** Chooses the next older (`1`) or newer (`-1`) match. The search is unchanged at the ends. */
export function chosen(search: Search, step: 1 | -1): Search {
  const selected = search.selected + step;
  return search.matches[selected] === undefined ? search : { ...search, selected };
}

/** Returns the rest of the first line of the latest statement with this start that did not fail. */
export function continuation(
  entries: readonly string[],
  text: string,
  hasFailed: (entry: string) => boolean = () => false,
): string {
  if (text.trim().length < 2 || text.includes('\n')) return '';
  const entry = entries.findLast((one) => one.length > text.length && one.startsWith(text) && !hasFailed(one));
  return entry === undefined ? '' : (entry.slice(text.length).split('\n', 1)[0] as string);
}
