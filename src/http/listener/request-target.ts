import type { IncomingMessage } from 'node:http';

/** The target of a request. */
export interface RequestTarget {
  /** A name or an address, with the port if there is one. */
  readonly host: string;
  /** The path with its query. */
  readonly path: string;
}

const ABSOLUTE = /^https?:\/\/([^/?#]+)([^#]*)/i;

/**
 * Parses the forms of RFC 9112 §3.2, or returns undefined for other text. Does not check the host. The host of an
 * absolute URL replaces the Host header, as the RFC requires. CONNECT uses the fourth form and is handled elsewhere.
 */
export function requestTarget({ method, url = '/', headers }: IncomingMessage): RequestTarget | undefined {
  return url.startsWith('/') ? { host: headers.host ?? '', path: url } : otherForm(method, url, headers.host);
}

function otherForm(method: string | undefined, url: string, host = ''): RequestTarget | undefined {
  if (url === '*') return method === 'OPTIONS' ? { host, path: '/' } : undefined;
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return undefined;
  return { host: authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}
