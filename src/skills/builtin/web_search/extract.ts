import { fetchPage, inOneLine, isHtml, PageError, type Send } from '../../index.js';
import { articleText } from './article.js';
import { type QualityMetrics, qualityOf, type Scale } from './quality.js';
import { redditJsonAddress, redditPost } from './reddit.js';

export type Extraction = [text: string, metrics: QualityMetrics];

export interface ExtractOptions {
  readonly send: Send;
  readonly scale: Scale;
  readonly query: string;
  readonly limit: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; WebSearch/2.0; platform AI agent)',
  'accept-language': 'en;q=0.9, *;q=0.5',
};
const REDDIT_HEADERS = { 'user-agent': 'platform-WebSearch/2.0', accept: 'application/json' };
const MAX_BYTES = 2 ** 20;

/** Reads one page of a search. The metrics report a page that cannot be read; an abort is thrown. */
export async function extractPage(url: string, options: ExtractOptions): Promise<Extraction> {
  const until = performance.now() + options.timeoutMs;
  try {
    const json = redditJsonAddress(url);
    const post = json && (await readPost(json, url, options));
    if (post) return post;
    const left = Math.max(1, Math.round(until - performance.now()));
    return await readArticle(url, { ...options, timeoutMs: left });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof PageError) return ['', { error: error.message, quality_score: 0 }];
    throw error;
  }
}

async function readPost(json: string, url: string, { send, limit, timeoutMs, signal }: ExtractOptions) {
  try {
    const page = await fetchPage(send, json, { headers: REDDIT_HEADERS, timeoutMs, maxBytes: MAX_BYTES, signal });
    const post = redditPost(JSON.parse(page.text), url);
    return post && ([post[0].slice(0, limit), post[1]] satisfies Extraction);
  } catch (error) {
    // The JSON is refused or invalid, but the HTML page may still be readable.
    if (error instanceof PageError || error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

async function readArticle(url: string, options: ExtractOptions): Promise<Extraction> {
  const { send, scale, query, limit, timeoutMs, signal } = options;
  const page = await fetchPage(send, url, { headers: HEADERS, timeoutMs, maxBytes: MAX_BYTES, signal });
  const text = isHtml(page.type) ? await articleText(page.text) : inOneLine(page.text);
  return [text.slice(0, limit), qualityOf(text, page.url, query, scale)];
}
