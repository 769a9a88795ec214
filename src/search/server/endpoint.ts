import {
  type BasicAuth,
  isAuthorized,
  jsonResponse,
  type Transport,
  type WireRequest,
  type WireResponse,
} from '../../http/index.js';
import { jsonOf } from '../../util/index.js';
import { wordsOf } from '../rank/words.js';
import type { SearchResult, Source } from '../source.js';
import { searchRequest } from './request.js';

export interface Served {
  names(): string[];
  get(name: string): Source | undefined;
  /** Reopens an index, optionally from another file. Returns an error message on failure. */
  reload(name: string, path: string | undefined): Promise<string | undefined>;
}

interface EndpointOptions {
  readonly auth: BasicAuth;
  readonly log: (message: string) => void;
}

/** Handles `POST /search`, `POST /reload_index` and, without authentication, `GET /health`. */
export function searchEndpoint(served: Served, { auth, log }: EndpointOptions): Transport {
  const detail = (status: number, text: string, headers?: Record<string, string>) =>
    jsonResponse(status, { detail: text }, headers);

  async function search(body: string): Promise<WireResponse> {
    const request = searchRequest(jsonOf(body));
    if (typeof request === 'string') return detail(422, request);
    const { index_name, ...question } = request;
    const source = served.get(index_name);
    if (!source) return detail(404, `unknown index ${index_name}`);
    const results = (await source.find(question)).map(shown);
    const words = wordsOf(question.text);
    const query_analysis = {
      original_query: question.text,
      enhanced_query: words.join(' '),
      detected_language: 'en',
      pos_analysis: {},
    };
    return jsonResponse(200, { results, query_analysis });
  }

  async function reload({ searchParams }: URL): Promise<WireResponse> {
    const index = searchParams.get('index_name') ?? 'default';
    const problem = await served.reload(index, searchParams.get('index_path') ?? undefined);
    return problem === undefined
      ? jsonResponse(200, { status: 'reloaded', index, backend: 'sqlite' })
      : detail(400, problem);
  }

  function health(): WireResponse {
    const indexes = served.names();
    const facts = { backend: 'sqlite', indexes, ssl_enabled: false, auth_required: true, connection_string: null };
    return jsonResponse(200, { status: 'healthy', ...facts });
  }

  async function answer(url: URL, { method, headers, body = '' }: WireRequest): Promise<WireResponse> {
    const wanted = { '/health': 'GET', '/search': 'POST', '/reload_index': 'POST' }[url.pathname];
    if (wanted === undefined) return detail(404, 'nothing is here');
    if (url.pathname !== '/health' && !isAuthorized(headers.authorization, auth))
      return detail(401, 'a user name and a password are needed', { 'www-authenticate': 'Basic' });
    if (method !== wanted) return jsonResponse(405, { detail: `only ${wanted}` }, { allow: wanted });
    if (url.pathname === '/health') return health();
    return url.pathname === '/search' ? search(Buffer.from(body).toString()) : reload(url);
  }

  return {
    async send(request: WireRequest) {
      try {
        return await answer(new URL(request.url), request);
      } catch (error) {
        // Report a failure, so that clients can distinguish it from an empty result. The reason is only logged.
        log(error instanceof Error ? error.message : String(error));
        return detail(500, 'the search failed');
      }
    },
  };
}

const shown = ({ content, score, filename, section, tags, metadata }: SearchResult) => ({
  content,
  score,
  metadata: { filename, section, tags, metadata },
});
