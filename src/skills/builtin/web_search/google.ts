import { askJson, isPlain, type JsonAnswer, kindOfStatus, plainLine, type Send, ServiceFailure } from '../../index.js';

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

export interface GoogleOptions {
  readonly api_key: string;
  readonly search_engine_id: string;
  readonly send: Send;
  readonly base_url?: string;
}

const MAX_RESULTS = 10;
const TIMEOUT_MS = 10_000;
const MAX_LINE_LENGTH = 1000;

/** Google's Custom Search JSON API. It accepts no new customers, and ends for existing customers in 2027. */
export function googleSearch({
  api_key,
  search_engine_id,
  send,
  base_url = 'https://www.googleapis.com/customsearch/v1',
}: GoogleOptions): SearchProvider {
  return {
    name: 'Google Custom Search',
    async search(query, count, signal) {
      const num = String(Math.max(1, Math.min(MAX_RESULTS, Math.floor(count))));
      const url = `${base_url}?${new URLSearchParams({ key: api_key, cx: search_engine_id, q: query, num })}`;
      const request = { method: 'GET', url, headers: { accept: 'application/json' }, ...(signal && { signal }) };
      return hitsIn(await askJson(send, request, TIMEOUT_MS));
    },
  };
}

function hitsIn({ status, body }: JsonAnswer): SearchHit[] {
  if (status !== 200) throw failureOf(status, body);
  const { items = [] } = isPlain(body) ? body : { items: undefined };
  if (!isPlain(body) || !Array.isArray(items))
    throw new ServiceFailure('malformed', 'the response has no list of results');
  return items.flatMap((item) => {
    const { title, link, snippet } = isPlain(item) ? item : {};
    if (typeof link !== 'string' || !/^https?:/i.test(link) || !URL.canParse(link)) return [];
    return [{ title: lineOf(title) || link, link, snippet: lineOf(snippet) }];
  });
}

const lineOf = (value: unknown) => (typeof value === 'string' ? plainLine(value, MAX_LINE_LENGTH) : '');

/** The service reports an exceeded quota as 429 or 403, and an invalid key as 400. */
function failureOf(status: number, body: unknown): ServiceFailure {
  const text = JSON.stringify(body ?? '');
  const message = `HTTP status ${status}`;
  if (/"(reason|status)":"\w*(limitExceeded|quotaExceeded|RESOURCE_EXHAUSTED)\w*"/i.test(text))
    return new ServiceFailure('quota', message);
  if (/"(keyInvalid|API_KEY_INVALID)"/.test(text)) return new ServiceFailure('auth', message);
  return new ServiceFailure(kindOfStatus(status), message);
}
