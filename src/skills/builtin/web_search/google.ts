import { askJson, isPlain, type JsonAnswer, kindOfStatus, plainLine, type Send, ServiceFailure } from '../../index.js';
import { SERVICE_URLS } from '../services.js';

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

/** The service returns at most 10 results a request, and the first 100 of a search. */
const PAGE_SIZE = 10;
const MAX_RESULTS = 100;
const TIMEOUT_MS = 10_000;
/** Later requests only add results, so a slow one must not use up the time for reading pages. */
const MORE_TIMEOUT_MS = 2000;
const MAX_LINE_LENGTH = 1000;

/** Google's Custom Search JSON API. It accepts no new customers, and ends for existing customers in 2027. */
export function googleSearch({
  api_key,
  search_engine_id,
  send,
  base_url = SERVICE_URLS.search,
}: GoogleOptions): SearchProvider {
  return {
    name: 'Google Custom Search',
    async search(query, count, signal) {
      const ask = async (start: number, num: number) => {
        const search = new URLSearchParams({ key: api_key, cx: search_engine_id, q: query, num: String(num) });
        if (start > 1) search.set('start', String(start));
        const url = `${base_url}?${search}`;
        const request = { method: 'GET', url, headers: { accept: 'application/json' }, ...(signal && { signal }) };
        return itemsIn(await askJson(send, request, start > 1 ? MORE_TIMEOUT_MS : TIMEOUT_MS));
      };
      const items = await allItems(ask, Math.max(1, Math.min(MAX_RESULTS, Math.floor(count))), signal);
      const hits = new Map(items.flatMap(hitsOf).map((hit) => [hit.link, hit]));
      return [...hits.values()];
    },
  };
}

/** Asks until there are `count` results, or no more. If a later request fails, the earlier results are enough. */
async function allItems(
  ask: (start: number, num: number) => Promise<readonly unknown[]>,
  count: number,
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  const items: unknown[] = [];
  while (items.length < count) {
    const num = Math.min(PAGE_SIZE, count - items.length);
    try {
      const more = await ask(items.length + 1, num);
      items.push(...more);
      if (more.length < num) return items;
    } catch (error) {
      signal?.throwIfAborted();
      if (items.length === 0 || !(error instanceof ServiceFailure)) throw error;
      return items;
    }
  }
  return items;
}

function itemsIn({ status, body }: JsonAnswer): readonly unknown[] {
  if (status !== 200) throw failureOf(status, body);
  const { items = [] } = isPlain(body) ? body : { items: undefined };
  if (!isPlain(body) || !Array.isArray(items))
    throw new ServiceFailure('malformed', 'the response has no list of results');
  return items;
}

function hitsOf(item: unknown): SearchHit[] {
  const { title, link, snippet } = isPlain(item) ? item : {};
  if (typeof link !== 'string' || !/^https?:/i.test(link) || !URL.canParse(link)) return [];
  return [{ title: lineOf(title) || link, link, snippet: lineOf(snippet) }];
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
