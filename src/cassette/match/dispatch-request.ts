import { stringify } from 'node:querystring';
import type { Dispatcher } from 'undici';
import type { Requested } from './key.js';

type Options = Dispatcher.DispatchOptions;

export function requestedOf({ origin, path, method, query, headers }: Options): Omit<Requested, 'body'> {
  if (!origin) throw new TypeError('the request has no origin. Dispatch it with an absolute URL');
  const base = typeof origin === 'string' ? origin.replace(/\/$/, '') : origin.origin;
  const words = query ? stringify(query) : '';
  const url = `${base}${path}${words && `${path.includes('?') ? '&' : '?'}${words}`}`;
  return { method: method ?? 'GET', url, type: headerOf(headers, 'content-type') };
}

function headerOf(headers: Options['headers'], wanted: string): string | undefined {
  if (!headers) return undefined;
  for (const [name, value] of pairsOf(headers)) {
    if (name.length === wanted.length && name.toLowerCase() === wanted && value !== undefined)
      return typeof value === 'string' ? value : String(value[0]);
  }
  return undefined;
}

type Pair = readonly [string, string | readonly string[] | undefined];

function pairsOf(headers: NonNullable<Options['headers']>): Iterable<Pair> {
  if (Array.isArray(headers)) {
    if (Array.isArray(headers[0])) return headers as unknown as Pair[];
    return headers.flatMap((name, i): Pair[] => (i % 2 === 0 ? [[String(name), String(headers[i + 1])]] : []));
  }
  return Symbol.iterator in headers ? (headers as Iterable<Pair>) : (Object.entries(headers) as Pair[]);
}
