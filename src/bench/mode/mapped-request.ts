import type { AccountNow } from '../../client/index.js';
import type { WireRequest } from '../../http/index.js';

/** Whether a URL is at an address or below it: `https://h.example/v2/api` is below `https://h.example/v2`. */
export function isUnder(url: string, map: string): boolean {
  const [own, at] = [new URL(url), new URL(map)];
  const folder = at.pathname.replace(/\/$/, '');
  return own.origin === at.origin && (own.pathname === folder || own.pathname.startsWith(`${folder}/`));
}

/** Returns a mapped URL at another host, without the path of the mapped address. */
export function movedTo(base: string, url: string, maps: readonly string[]): string {
  const map = maps.find((one) => isUnder(url, one));
  if (map === undefined) return url;
  const { pathname, search } = new URL(url);
  return base.replace(/\/$/, '') + pathname.slice(new URL(map).pathname.replace(/\/$/, '').length) + search;
}

interface Target {
  readonly credentials: AccountNow['credentials'];
  readonly maps: readonly string[];
  readonly isLive: boolean;
}

/** Returns a request of any client as the platform of this session accepts it. Offline, the account is the simulated one. */
export function requestFor(request: WireRequest, { credentials, maps, isLive }: Target): WireRequest {
  const { base, project, token } = credentials;
  const url = movedTo(base, request.url, maps);
  const { authorization } = request.headers;
  if (isLive || authorization === undefined) return { ...request, url };
  const own = Buffer.from(/^Basic (.*)$/i.exec(authorization)?.[1] ?? '', 'base64').toString('utf8');
  const user = own.slice(0, Math.max(0, own.indexOf(':')));
  const basic = Buffer.from(`${project}:${token}`).toString('base64');
  return {
    ...request,
    url: user === '' ? url : url.replace(`/Accounts/${encodeURIComponent(user)}`, `/Accounts/${project}`),
    headers: { ...request.headers, authorization: `Basic ${basic}` },
  };
}
