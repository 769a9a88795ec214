import type { WireRequest } from '../../http/index.js';
import type { PageSession, PageSessions } from './page-sessions.js';

/** Only the script of the page sends this header: a form cannot, and another origin would need our permission. */
const PAGE_HEADER = 'x-patchbay-page';

/** Cookies do not belong to a port, so the name has it. */
const cookieName = (url: string) => `patchbay_page_${new URL(url).port || '80'}`;

export const sessionCookie = ({ url }: Pick<WireRequest, 'url'>, session: string): string =>
  `${cookieName(url)}=${session}; Path=/_patchbay/; HttpOnly; SameSite=Strict`;

/** The session of a request. Undefined if it is not signed in. */
export function sessionOf(
  { url, headers }: Pick<WireRequest, 'url' | 'headers'>,
  sessions: PageSessions,
): PageSession | undefined {
  const name = `${cookieName(url)}=`;
  for (const pair of (headers.cookie ?? '').split(';').map((one) => one.trim())) {
    const session = pair.startsWith(name) ? sessions.find(pair.slice(name.length)) : undefined;
    if (session) return session;
  }
  return undefined;
}

/** Whether the browser, if it reports the origin of the request, reports our own. */
export const isSameOrigin = ({ url, headers }: Pick<WireRequest, 'url' | 'headers'>): boolean => {
  const { origin, 'sec-fetch-site': site } = headers;
  return (origin === undefined || origin === new URL(url).origin) && (site === undefined || site === 'same-origin');
};

/** Whether the user or the page itself opened a document, and not a page of another origin. */
export const isOpenedByUser = ({ headers: { 'sec-fetch-site': site } }: Pick<WireRequest, 'headers'>): boolean =>
  site === undefined || site === 'none' || site === 'same-origin';

/** Whether the script of the page sent the request. A request that changes something must name its origin. */
export const isFromPage = (request: Pick<WireRequest, 'method' | 'url' | 'headers'>): boolean =>
  request.headers[PAGE_HEADER] === '1' &&
  isSameOrigin(request) &&
  (request.method === 'GET' || request.headers.origin !== undefined);
