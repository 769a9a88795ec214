import { readableBody } from './body.js';
import type { CassetteEntry } from './format.js';
import type { Asked } from './key.js';

// Of an answer's headers, those that mean something to whoever reads it again. A list of what is kept, not of what
// is dropped: cookies and keys travel under names that nobody foresees.
const KEPT_HEADERS = [
  'content-type',
  'retry-after',
  'x-request-id',
  'location',
  'link',
  'etag',
  'last-modified',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-range',
  'www-authenticate',
  'allow',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-total-count',
];

/** The part of a request that is written down. */
export function keptRequest({ method, url, body, type }: Asked): CassetteEntry['request'] {
  const kept = body === undefined ? undefined : readableBody(typeof body === 'string' ? Buffer.from(body) : body);
  return {
    method,
    url,
    ...(kept && type !== undefined && type !== 'application/json' && { type }),
    ...(kept && { body: kept }),
  };
}

interface Came {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

/** The part of an answer that is written down. */
export function keptResponse({ status, headers, body }: Came): NonNullable<CassetteEntry['response']> {
  const kept = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
  const readable = readableBody(body);
  return { status, ...(Object.keys(kept).length > 0 && { headers: kept }), ...(readable && { body: readable }) };
}
