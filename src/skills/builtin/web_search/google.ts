import type { TransportFault, WireResponse } from '../../../http/index.js';
import type { Send } from '../../lib/fetch-page.js';
import { inOneLine } from '../../lib/html-text.js';
import { isPlain } from '../../parameter-schema.js';
import { SearchError, type SearchHit, type SearchProvider } from './provider.js';

export interface GoogleOptions {
  readonly api_key: string;
  readonly search_engine_id: string;
  readonly send: Send;
  readonly base_url?: string;
}

const MOST = 10;
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 2 * 2 ** 20;

/** Google's Custom Search JSON API. It takes no new customers, and ends for the others in 2027. */
export function googleSearch({
  api_key,
  search_engine_id,
  send,
  base_url = 'https://www.googleapis.com/customsearch/v1',
}: GoogleOptions): SearchProvider {
  return {
    name: 'Google Custom Search',
    async search(query, count, signal) {
      const num = String(Math.max(1, Math.min(MOST, Math.floor(count))));
      const url = `${base_url}?${new URLSearchParams({ key: api_key, cx: search_engine_id, q: query, num })}`;
      return hitsIn(await answered(send, url, signal));
    },
  };
}

async function answered(send: Send, url: string, signal: AbortSignal | undefined): Promise<WireResponse> {
  const headers = { accept: 'application/json' };
  try {
    // No redirects: the key would go along within the same origin, and there are none to be expected.
    return await send(
      { method: 'GET', url, headers, maxBytes: MOST_BYTES, ...(signal && { signal }) },
      { timeoutMs: TIMEOUT_MS, maxRedirects: 0 },
    );
  } catch (fault) {
    signal?.throwIfAborted();
    const { kind } = fault as Partial<TransportFault>;
    // A recording that has no such search says what it has.
    if (kind === 'miss') throw fault;
    if (kind === 'not_allowed') throw offline(fault as TransportFault);
    throw new SearchError(kind === 'timeout' || kind === 'aborted' ? 'late' : 'unreachable');
  }
}

/** The policy's own words name the host and nothing else; a redirect's would name where it leads to. */
const offline = (fault: TransportFault) => (/--live/.test(fault.message) ? fault : new SearchError('refused'));

function hitsIn({ status, body }: WireResponse): SearchHit[] {
  const document = parsed(body);
  if (status !== 200) throw new SearchError(failureOf(status, document), status);
  if (!isPlain(document)) throw new SearchError('malformed', status);
  const { items = [] } = document;
  if (!Array.isArray(items)) throw new SearchError('malformed', status);
  return items.flatMap((item) => {
    const { title, link, snippet } = isPlain(item) ? item : {};
    if (typeof link !== 'string' || !/^https?:/i.test(link) || !URL.canParse(link)) return [];
    return [{ title: lineOf(title) || link, link, snippet: lineOf(snippet) }];
  });
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined; // told by the status, or as malformed
  }
}

const lineOf = (value: unknown) => (typeof value === 'string' ? inOneLine(value).slice(0, 1000) : '');

function failureOf(status: number, document: unknown): SearchError['kind'] {
  const text = JSON.stringify(document ?? '');
  const isQuota = /"(reason|status)":"(\w*limitExceeded|quotaExceeded|RESOURCE_EXHAUSTED)\w*"/i.test(text);
  if (status === 429 || isQuota) return 'quota';
  if (status === 401 || status === 403 || /keyInvalid|API_KEY_INVALID/.test(text)) return 'auth';
  return status >= 500 ? 'unreachable' : 'refused';
}
