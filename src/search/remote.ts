import { askJson, kindOfStatus, type Send, ServiceFailure } from '../http/index.js';
import { attempt, isPlain, plainLine } from '../util/index.js';
import type { SearchResult, Source } from './source.js';

const HEALTH_MS = 5000;
const SEARCH_MS = 30_000;
const MAX_DETAIL_LENGTH = 200;

export interface RemoteAddress {
  /** The URL without credentials and without a trailing slash. */
  readonly base: string;
  readonly authorization?: string;
  readonly secrets: readonly string[];
}

/** Parses the address of a search server. Throws a TypeError if it is invalid. */
export function remoteAddress(text: string): RemoteAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('remote_url must be an http or https address');
  const [user, password] = [decoded(url.username), decoded(url.password)];
  url.username = '';
  url.password = '';
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  if (user === '' && password === '') return { base, secrets: [] };
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  return { base, authorization: `Basic ${basic}`, secrets: [basic, password].filter(Boolean) };
}

/** A percent sign may be literal. */
const decoded = (part: string): string => attempt(() => decodeURIComponent(part)) ?? part;

/** Checks the health of a search server. Throws a `ServiceFailure` if the server is unavailable. */
export async function remoteSource(
  { base, authorization }: RemoteAddress,
  { index_name, send }: { index_name: string; send: Send },
): Promise<Source> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(authorization && { authorization }),
  };
  // The user configures the address, so it may be private.
  const health = { method: 'GET', url: `${base}/health`, headers, allowPrivate: true };
  const { status, body: state } = await askJson(send, health, HEALTH_MS);
  if (status !== 200) throw new ServiceFailure(kindOfStatus(status), `${base}/health returned status ${status}`);
  const indexes = indexesIn(state);
  if (indexes.length > 0 && !indexes.includes(index_name))
    throw new ServiceFailure(
      'refused',
      `${base} has no index ${index_name}. Set index_name to one of these: ${plainLine(indexes.join(', '), MAX_DETAIL_LENGTH)}`,
    );
  return {
    stats: {},
    async find({ text: query, count, similarity_threshold, tags, keyword_weight }, signal) {
      const asked = { query, index_name, count, similarity_threshold };
      const body = JSON.stringify({
        ...asked,
        ...(tags.length > 0 && { tags }),
        ...(keyword_weight !== undefined && { keyword_weight }),
      });
      const request = { method: 'POST', url: `${base}/search`, headers, body, allowPrivate: true };
      const answer = await askJson(send, { ...request, ...(signal && { signal }) }, SEARCH_MS);
      if (answer.status !== 200)
        throw new ServiceFailure(
          kindOfSearch(answer.status),
          `${base}/search returned status ${answer.status}${why(answer.body)}`,
        );
      return foundIn(answer.body).slice(0, count);
    },
    close: async () => {},
  };
}

/** A 404 means that the index or the server is gone, so a search with different words does not help. */
const kindOfSearch = (status: number) => (status === 404 ? 'unreachable' : kindOfStatus(status));

const why = (body: unknown) =>
  isPlain(body) && typeof body.detail === 'string' ? `: ${plainLine(body.detail, MAX_DETAIL_LENGTH)}` : '';

/** Returns the names of the indexes, or an empty list if the server does not report them. */
function indexesIn(health: unknown): string[] {
  const { indexes } = isPlain(health) ? health : {};
  if (!Array.isArray(indexes)) return [];
  return indexes.filter((name) => typeof name === 'string');
}

function foundIn(body: unknown): SearchResult[] {
  if (!isPlain(body) || !Array.isArray(body.results))
    throw new ServiceFailure('malformed', 'the response of the search server has no results');
  return body.results.filter(isPlain).flatMap(({ content, score, metadata }) => {
    if (typeof content !== 'string') return [];
    const { filename, section, tags, metadata: inner } = isPlain(metadata) ? metadata : {};
    return [
      {
        content,
        score: typeof score === 'number' && Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : 0,
        filename: typeof filename === 'string' ? filename : '',
        section: typeof section === 'string' ? section : '',
        tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
        metadata: isPlain(inner) ? inner : {},
      },
    ];
  });
}
