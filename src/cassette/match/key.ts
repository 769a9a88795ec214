import { isPlainAddress } from '../format/quick-check.js';
import type { CassetteEntry } from '../format/schema.js';
import { bodyKey, recordedBodyKey } from './body-key.js';

export interface Requested {
  readonly method: string;
  readonly url: string;
  readonly body?: string | Uint8Array | undefined;
  readonly type?: string | undefined;
}

// Two requests are equal if they have the same method, the same URL with its query in any order, and equivalent bodies.

export const addressKey = ({ method, url }: Pick<Requested, 'method' | 'url'>): string =>
  `${method} ${canonicalAddress(url)}`;

export const bodyKeyOf = ({ body, type }: Requested): string => bodyKey(body, type);

export const recordedBodyKeyOf = ({ request }: CassetteEntry): string => recordedBodyKey(request.body, request.type);

/** Normalizes a URL and sorts its query by name. Throws for an invalid URL. */
function canonicalAddress(address: string): string {
  if (isPlainAddress(address)) {
    const query = address.indexOf('?') + 1;
    if (query === 0 || !address.includes('&', query)) return address;
    return address.slice(0, query) + address.slice(query).split('&').sort(byName).join('&');
  }
  const url = new URL(address);
  url.searchParams.sort();
  return `${url.origin}${url.pathname}${url.search}`;
}

const nameOf = (pair: string) => pair.slice(0, pair.indexOf('='));

function byName(one: string, other: string): number {
  const [a, b] = [nameOf(one), nameOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
