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

// Matches URLs that `URL` would not change and whose query form encoding would not change. They need no parsing.
const PLAIN =
  /^https?:\/\/[a-z0-9-]+(?:\.[a-z][a-z0-9-]*)*(?::(?!80\/|443\/)[1-9]\d{1,3})?\/[\w~:@,;!$()*-]*(?:[/.][\w~:@,;!$()*-]+)*(?:\?[\w.*-]+=[\w.*-]*(?:&[\w.*-]+=[\w.*-]*)*)?$/;

export const isPlainAddress = (url: string): boolean => PLAIN.test(url);

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
