import { mayBeLoopback, type WireRequest } from '../../http/index.js';

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly encoding: 'json' | 'form';
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Whether a URL is on this machine. The sandbox contacts no other hosts. */
export const isLocal = (url: string): boolean => isHttpUrl(url) && mayBeLoopback(new URL(url).hostname);

/** The problem of a request to a server that the sandbox does not contact. */
export const notSent = (url: string): string =>
  `${new URL(url).host} is not on this machine, so no request was sent: the sandbox only contacts servers on loopback`;

export const isHttpUrl = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** The URL without credentials and query, as the journal shows it. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Builds the HTTP request. A GET request has its fields in the query string. */
export function wireRequest({ url, method, encoding, payload }: OutboundRequest): WireRequest {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) form.append(name, String(value));
  if (method === 'GET') {
    const to = new URL(url);
    for (const [name, value] of form) to.searchParams.append(name, value);
    return { method, url: to.href, headers: {} };
  }
  const [type, body] =
    encoding === 'form'
      ? ['application/x-www-form-urlencoded', form.toString()]
      : ['application/json', JSON.stringify(payload)];
  return { method, url, headers: { 'content-type': type }, body };
}
