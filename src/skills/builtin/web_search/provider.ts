/** One answer of a search engine. */
export interface SearchHit {
  readonly title: string;
  readonly link: string;
  readonly snippet: string;
}

/** A search engine. An empty list means that it found nothing; when it fails it throws a `ServiceFailure`. */
export interface SearchProvider {
  readonly name: string;
  search(query: string, count: number, signal?: AbortSignal): Promise<SearchHit[]>;
}
