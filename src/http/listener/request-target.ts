import type { IncomingMessage } from 'node:http';

/** Where a request is addressed to. */
export interface RequestTarget {
  /** A name or an address, with the port if there is one. */
  readonly host: string;
  /** With its query. */
  readonly path: string;
}

const ABSOLUTE = /^https?:\/\/([^/?#]+)([^#]*)/i;

/**
 * The target in any form of RFC 9112 §3.2, or undefined if it has none of them. The host is not checked. The host of an absolute address replaces
 * the Host header, as the RFC demands. CONNECT has the fourth form and never reaches this.
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
