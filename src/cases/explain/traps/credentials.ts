import { type Exchange, isDone, isFailed, isForPlatform, textsIn } from '../exchange.js';
import type { Hit, Level, Trap } from './trap.js';

interface Known {
  last: Exchange;
  revoked: Exchange | undefined;
}

/** A token can expire or be revoked, and one request can be sent with other credentials than the rest. */
export const expiredToken: Trap = {
  name: 'expired-token',
  summary: 'The credentials stopped working, never worked, or were missing in one request.',
  examples: [
    `GET /api/relay/rest/queues -> 200 {"data":[]}
GET /api/relay/rest/queues -> 401 {"error":"Unauthorized"}`,
    'POST /api/calling/calls -> 401 {"error":"Unauthorized"}',
  ],
  lookAlikes: [
    'GET /api/relay/rest/queues -> 403 {"error":"Forbidden"}',
    'GET /api/relay/rest/queues/401 -> 404 {"error":"Not Found"}',
  ],
  find: ({ exchanges }) => {
    const done = new Map<string, Known>();
    const lastDone = new Map<string, Exchange>();
    for (const one of exchanges) if (isDone(one)) lastDone.set(one.url.host, one);
    return exchanges.flatMap((at): Hit[] => {
      const { last, revoked } = done.get(at.url.host) ?? {};
      if (isDone(at))
        done.set(at.url.host, {
          last: at,
          revoked: at.call?.operation === 'project.tokens.delete' ? at : revoked,
        });
      const codes = [...textsIn(at.answer)].map(({ text }) => text).join(' ');
      const isExpired = isFailed(at) && /token_expired|token (?:has |is )?expired/i.test(codes);
      if (!isForPlatform(at) || (at.status !== 401 && !isExpired)) return [];
      const after = lastDone.get(at.url.host);
      const later = after && after.number > at.number ? after : undefined;
      return [{ at, ...causeOf({ at, last, revoked, later, isExpired }), facts: [ADVICE] }];
    });
  },
};

const ADVICE =
  'Run `patchbay doctor` to see which credentials are used. Create a new API token in the space, or with project.tokens.create.';

interface Credentials extends Partial<Known> {
  readonly at: Exchange;
  readonly later: Exchange | undefined;
  readonly isExpired: boolean;
}

/** The API of a path, which the scopes of a token name: `/api/messaging`. */
const apiOf = ({ url }: Exchange): string => url.pathname.split('/').slice(0, 3).join('/');

function causeOf({ at, last, revoked, later, isExpired }: Credentials): {
  readonly level: Level;
  readonly cause: string;
} {
  if (isExpired) return { level: 'certain', cause: 'the token has expired' };
  if (last && later)
    return {
      level: 'possible',
      cause: `this request may have been sent without credentials, or with other ones: requests before and after it succeeded (exchanges ${last.number} and ${later.number})`,
    };
  if (later)
    return {
      level: 'possible',
      cause: `the credentials of this request may have been wrong or missing: exchange ${later.number}, after it, succeeded`,
    };
  if (revoked) return { level: 'likely', cause: `the token was rejected: exchange ${revoked.number} revoked a token` };
  if (last && apiOf(last) !== apiOf(at))
    return {
      level: 'possible',
      cause: `the token may lack the scope for ${apiOf(at)}, or it expired or was revoked: for ${apiOf(last)}, the credentials worked in exchange ${last.number}`,
    };
  if (last)
    return {
      level: 'possible',
      cause: `the token may have expired or been revoked: the credentials still worked in exchange ${last.number}`,
    };
  return { level: 'likely', cause: 'the credentials are wrong: no request of the case to this host succeeded' };
}
