/** One result of a search engine. */
export interface SearchHit {
  readonly title: string;
  readonly link: string;
  readonly snippet: string;
}

/** A search engine. It returns an empty list if it finds nothing, and throws a `ServiceFailure` if the search fails. */
export interface SearchProvider {
  readonly name: string;
  search(query: string, count: number, signal?: AbortSignal): Promise<SearchHit[]>;
}
