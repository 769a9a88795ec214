import { Calls } from '../../call-of.js';
import { platformPath } from '../../import/platform-path.js';
import { type Exchange, isRedirected } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

/** The platform redirects requests to a wrong address, and a client can change a request that it sends again. */
export const redirectedRequest: Trap = {
  name: 'redirected-request',
  summary:
    'The request was redirected, for example from `http://`, another host or a trailing slash. Most clients then send a POST as a GET.',
  examples: ['POST /api/relay/rest/queues/ {"name":"a"} -> 302', 'POST /api/relay/rest/queues {"name":"a"} -> 308'],
  lookAlikes: ['GET /api/relay/rest/queues -> 304', 'POST /api/relay/rest/queues {"name":"302"} -> 201'],
  find({ exchanges }) {
    const calls = new Calls();
    return exchanges.flatMap((at, index): Hit[] => {
      if (!isRedirected(at)) return [];
      const target = targetOf(at);
      const call = at.call ?? (target && callAt(at, target, calls));
      const next = exchanges[index + 1];
      const isFollowed = next?.entry.request.method === 'GET' && isSamePlace(next.url, target);
      return [
        {
          at,
          level: 'certain',
          cause: target
            ? `the request was redirected to ${target.origin}${target.pathname}: ${reasonOf(at.url, target)}`
            : 'the request was redirected, but the response names no address',
          facts: [
            ...(losesBody(at)
              ? [
                  `After a ${at.status}, most clients send a GET without the body, so nothing was created or changed.`,
                  ...(isFollowed
                    ? [`Exchange ${next.number} is this GET. Its result is not that of the request.`]
                    : []),
                ]
              : []),
            ...(target && target.host !== at.url.host ? ['Most clients send no credentials to another host.'] : []),
            'Send the request to the right address. The client uses https:// and the host from PLATFORM_SPACE.',
          ],
          ...(call && { fix: { operation: call.operation, args: call.args } }),
        },
      ];
    });
  },
};

/** After 307 and 308, a client sends the same request again. */
const losesBody = ({ status, entry: { request } }: Exchange) =>
  status === 303 ? !/^(?:GET|HEAD)$/.test(request.method) : status < 303 && request.method === 'POST';

function targetOf({ entry, url }: Exchange): URL | undefined {
  const location = entry.response?.headers?.location;
  return location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
}

/** With a trailing slash, only the new address is that of an operation. */
function callAt({ entry, fields }: Exchange, target: URL, calls: Calls) {
  const { request } = entry;
  const op = platformPath(request.method, target.pathname, fields)?.operation;
  return op === undefined ? undefined : calls.of({ ...entry, op, request: { ...request, url: target.href } });
}

const plainPath = ({ pathname }: URL) => pathname.replace(/\/+$/, '');
const isSamePlace = (url: URL, target: URL | undefined) =>
  target?.host === url.host && target.pathname === url.pathname;

function reasonOf(from: URL, to: URL): string {
  if (plainPath(from) !== plainPath(to)) return 'the path is not that of the API';
  if (from.host !== to.host) return `the host ${from.host} is not that of the space`;
  if (from.protocol !== to.protocol) return `it was sent with ${from.protocol}// instead of ${to.protocol}//`;
  if (from.pathname.length > to.pathname.length) return 'the path ends with a slash';
  return from.pathname === to.pathname ? 'it is the same address' : 'the path needs a slash at the end';
}
