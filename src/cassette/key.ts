import type { WireRequest } from '../http/index.js';
import { bytesOf } from './body.js';
import type { CassetteEntry } from './format.js';

/** What makes two requests the same: method, address with its query in any order, and the body as data. */
export function keyOf(request: Pick<WireRequest, 'method' | 'url' | 'body'>): string {
  const url = new URL(request.url);
  url.searchParams.sort();
  return `${request.method} ${url.origin}${url.pathname}${url.search}\n${canonical(request.body)}`;
}

export const keyOfEntry = ({ request }: CassetteEntry): string =>
  keyOf({ method: request.method, url: request.url, body: bytesOf(request.body) });

function canonical(body: WireRequest['body']): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  if (text[0] !== '{' && text[0] !== '[') return text;
  try {
    const utf8 = typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString('utf8');
    return JSON.stringify(sorted(JSON.parse(utf8)));
  } catch {
    return text;
  }
}

/** Keys of objects in one order: the order they were written in means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
