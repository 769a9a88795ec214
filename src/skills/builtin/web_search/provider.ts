/** One answer of a search engine. */
export interface SearchHit {
  readonly title: string;
  readonly link: string;
  readonly snippet: string;
}

/** A search engine. An empty list means that it found nothing; everything else that goes wrong is a `SearchError`. */
export interface SearchProvider {
  readonly name: string;
  search(query: string, count: number, signal?: AbortSignal): Promise<SearchHit[]>;
}

/** Why a search engine gave no answer. Never with the address of the request: it holds the key. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  constructor(
    readonly kind: 'quota' | 'auth' | 'refused' | 'unreachable' | 'late' | 'malformed',
    readonly status?: number,
  ) {
    super(WORDS[kind]);
  }
}

const WORDS = {
  quota: 'the quota of the search service is used up',
  auth: 'the search service does not accept the key or the search engine id',
  refused: 'the search service refused the request',
  unreachable: 'the search service cannot be reached',
  late: 'the search service did not answer in time',
  malformed: 'the search service answered with something that cannot be read',
} as const;
