import { setTimeout as sleep } from 'node:timers/promises';
import {
  beforeOver,
  guardedTransport,
  type Send,
  ServiceFailure,
  sendAndFollow,
  type Transport,
  timerMs,
  withTimeLimit,
} from '../../index.js';
import { type Extraction, extractPage } from './extract.js';
import { formatInOrder, formatPages, formatSnippets } from './format.js';
import { googleSearch, type SearchHit, type SearchProvider } from './google.js';
import { chooseBest, MAIN_SCALE, type Scale, type Scraped } from './quality.js';

export interface ScraperOptions {
  readonly api_key: string;
  readonly search_engine_id: string;
  /** Maximum characters of one page, and of all pages of an answer together. */
  readonly max_content_length?: number;
  /** Defaults to Google Custom Search. */
  readonly provider?: SearchProvider;
  readonly scale?: Scale;
  /** Defaults to a transport for public addresses. `send` takes precedence. */
  readonly transport?: Transport;
  readonly send?: Send;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Times are in seconds. */
export interface BestOptions extends CallOptions {
  readonly num_results?: number;
  /** Number of pages to read per requested result. */
  readonly oversample_factor?: number;
  /** Delay between two pages, if they are not read all at once. */
  readonly delay?: number;
  readonly min_quality_score?: number;
  readonly per_page_timeout?: number;
  /** Limit for the search and all pages. Pages that are not read by then are abandoned. */
  readonly overall_deadline?: number;
  /** Whether to read all pages at once. */
  readonly parallel_scrape?: boolean;
  /** Whether to return only the snippets of the search engine. */
  readonly snippets_only?: boolean;
}

export interface Found {
  readonly isFound: boolean;
  readonly text: string;
}

/** The factor is not exact: 10 × 1.1 is slightly more than 11. */
const ROUNDING = 1e-9;

/** Searches the web and reads the results. */
export class WebSearchScraper {
  readonly provider: SearchProvider;
  readonly max_content_length: number;
  readonly #send: Send;
  readonly #scale: Scale;
  readonly #made: Transport | undefined;

  constructor({
    api_key,
    search_engine_id,
    max_content_length = 32_768,
    scale = MAIN_SCALE,
    ...options
  }: ScraperOptions) {
    this.#made = options.send || options.transport ? undefined : guardedTransport();
    const through = (options.transport ?? this.#made) as Transport;
    this.#send = options.send ?? ((request, more) => sendAndFollow(through, request, more));
    this.provider = options.provider ?? googleSearch({ api_key, search_engine_id, send: this.#send });
    this.max_content_length = max_content_length;
    this.#scale = scale;
  }

  /** Returns the results of the search engine. Throws a `ServiceFailure` if the search fails. */
  async search_google(query: string, num_results = 5, { signal }: CallOptions = {}): Promise<SearchHit[]> {
    return (await this.provider.search(query, num_results, signal)).slice(0, num_results);
  }

  /** Returns the best pages for a query as text for a model. */
  async search_and_scrape_best(query: string, options: BestOptions = {}): Promise<string> {
    return (await this.find(query, options)).text;
  }

  /** Returns the text of a page and its metrics. If the page cannot be read, `error` holds the reason. */
  async extract_text_from_url(
    url: string,
    content_limit = this.max_content_length,
    timeout = 10,
    { signal }: CallOptions = {},
  ): Promise<Extraction> {
    return this.#extract(url, '', { limit: content_limit, timeoutMs: timeout * 1000, signal });
  }

  /** Returns pages in the order of the search engine, read one at a time. Kept for compatibility. */
  async search_and_scrape(query: string, num_results = 3, delay = 0.5, options: CallOptions = {}): Promise<string> {
    return (await this.findInOrder(query, { num_results, delay, ...options })).text;
  }

  /** Like `search_and_scrape_best`, but also returns whether anything was found. */
  async find(query: string, options: BestOptions = {}): Promise<Found> {
    const { num_results = 3, oversample_factor = 4, min_quality_score = 0.2, snippets_only = false } = options;
    const { overall_deadline = 10, signal } = options;
    return withTimeLimit({ seconds: overall_deadline, signal }, async (deadline) => {
      const looked = Math.ceil(num_results * (snippets_only ? 1 : oversample_factor) - ROUNDING);
      const hits = await this.#search(query, looked, deadline);
      if (hits.length === 0) return nothing(query);
      if (snippets_only) return { isFound: true, text: formatSnippets(query, hits.slice(0, num_results)) };
      const pages = await this.#scrape(query, hits, options, deadline);
      const good = pages.filter(({ text, metrics }) => text !== '' && metrics.quality_score >= min_quality_score);
      const best = chooseBest(good, num_results);
      if (best.length === 0) return { isFound: true, text: formatSnippets(query, hits.slice(0, num_results)) };
      return { isFound: true, text: formatPages(query, best, hits.length, this.max_content_length) };
    });
  }

  /** Like `search_and_scrape`, but also returns whether anything was found. */
  async findInOrder(
    query: string,
    { num_results, delay, signal }: CallOptions & { num_results: number; delay: number },
  ): Promise<Found> {
    const hits = await this.search_google(query, num_results, { signal });
    if (hits.length === 0) return nothing(query);
    const pages: Scraped[] = [];
    await this.#readInOrder(query, hits, pages, { delay, timeoutMs: 10_000, signal });
    return { isFound: true, text: formatInOrder(query, pages, this.max_content_length) };
  }

  async close(): Promise<void> {
    await this.#made?.close?.();
  }

  async #search(query: string, count: number, deadline: AbortSignal): Promise<SearchHit[]> {
    const hits = await beforeOver(this.search_google(query, count, { signal: deadline }), deadline);
    if (!hits) throw new ServiceFailure('timeout', 'no answer before the deadline');
    return hits;
  }

  /** Returns the pages that were read before the deadline. The deadline aborts the others. */
  async #scrape(
    query: string,
    hits: readonly SearchHit[],
    { delay = 0.5, per_page_timeout = 2, parallel_scrape = true }: BestOptions,
    deadline: AbortSignal,
  ): Promise<Scraped[]> {
    const limits = { delay, timeoutMs: per_page_timeout * 1000, signal: deadline };
    const pages: Scraped[] = [];
    const reading = parallel_scrape
      ? Promise.all(hits.map((hit) => this.#readInOrder(query, [hit], pages, limits)))
      : this.#readInOrder(query, hits, pages, limits);
    await beforeOver<unknown>(reading, deadline);
    return [...pages];
  }

  async #readInOrder(
    query: string,
    hits: readonly SearchHit[],
    pages: Scraped[],
    { delay, timeoutMs, signal }: { delay: number; timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<void> {
    for (const [index, hit] of hits.entries()) {
      if (index > 0 && delay > 0) await sleep(timerMs(delay * 1000), undefined, signal && { signal });
      const [text, metrics] = await this.#extract(hit.link, query, {
        limit: this.max_content_length,
        timeoutMs,
        signal,
      });
      pages.push({ ...hit, text, metrics });
    }
  }

  #extract(
    url: string,
    query: string,
    limits: { limit: number; timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<Extraction> {
    return extractPage(url, { send: this.#send, scale: this.#scale, query, ...limits });
  }
}

const nothing = (query: string): Found => ({ isFound: false, text: `Nothing was found on the web for "${query}".` });
