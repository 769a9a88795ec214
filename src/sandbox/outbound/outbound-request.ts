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

/** The defaults of a request of cXML, and the limits of what a URL may set: open, read and total, in milliseconds. */
const TIMES = { ot: [2000, 10_000], rt: [5000, 15_000], tt: [15_000, 15_000] } as const;
const MIN_MS = 100;

/** How long a server may take to respond. A fragment such as `#rt=500&tt=2000` changes it. */
export function timeLimitOf(url: string): { readonly ms: number; readonly problem?: string } {
  const given = new URLSearchParams(URL.canParse(url) ? new URL(url).hash.slice(1) : '');
  const values: Record<string, number> = {};
  let problem: string | undefined;
  for (const [name, [standard, max]] of Object.entries(TIMES)) {
    const text = given.get(name);
    const isValid = text === null || (/^\d{1,6}$/.test(text) && Number(text) >= MIN_MS && Number(text) <= max);
    if (!isValid) problem = `${name}=${text} in the URL must be ${MIN_MS}–${max} milliseconds, so it is ignored`;
    values[name] = text !== null && isValid ? Number(text) : standard;
  }
  // A connection to this machine opens at once, so only the other two limits apply.
  const { rt = 0, tt = 0 } = values;
  return { ms: Math.min(rt, tt), ...(problem !== undefined && { problem }) };
}
