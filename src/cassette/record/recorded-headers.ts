import { statusText } from '../../http/index.js';
import { readableBody } from '../format/body.js';
import { type CassetteEntry, isPrintable } from '../format/schema.js';
import type { Requested } from '../match/key.js';

// The response headers that are useful to readers of a recording. A list of allowed headers is safer than a list of
// excluded ones, because cookies and keys can have any name.
const KEPT_HEADERS = [
  ...'content-type retry-after x-request-id location link etag last-modified cache-control content-disposition'.split(
    ' ',
  ),
  ...'content-language content-range www-authenticate allow x-ratelimit-limit x-ratelimit-remaining'.split(' '),
  ...'x-ratelimit-reset x-total-count'.split(' '),
];

// Trailers contain values that are known only after the body: checksums, timings, and the status of a remote call.
const KEPT_TRAILERS = [
  ...KEPT_HEADERS,
  ...'content-digest content-md5 digest grpc-message grpc-status repr-digest server-timing x-checksum'.split(' '),
];

export function keptRequest({ method, url, body, type }: Requested): CassetteEntry['request'] {
  const kept = body === undefined ? undefined : readableBody(typeof body === 'string' ? Buffer.from(body) : body);
  return {
    method,
    url: isPrintable(url) ? url : new URL(url).href,
    ...(kept && type !== undefined && type !== 'application/json' && isPrintable(type) && { type }),
    ...(kept && { body: kept }),
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Came {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly trailers?: Headers | undefined;
}

export function keptResponse({
  status,
  reason,
  headers,
  body,
  trailers,
}: Came): NonNullable<CassetteEntry['response']> {
  const kept = keptOf(KEPT_HEADERS, headers);
  const readable = readableBody(body);
  const behind = trailers && keptOf(KEPT_TRAILERS, trailers);
  return {
    status,
    ...(reason !== undefined && reason !== statusText(status) && isPrintable(reason) && { reason }),
    ...(kept && { headers: kept }),
    ...(readable && { body: readable }),
    ...(behind && { trailers: behind }),
  };
}

function keptOf(names: readonly string[], headers: Headers): Record<string, string> | undefined {
  const kept = names.flatMap((name) => {
    const value = headers[name];
    const text = Array.isArray(value) ? value.join(', ') : value;
    return text !== undefined && isPrintable(text) ? [[name, text]] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
