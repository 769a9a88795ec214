import { type Exchange, isDone, isFailed, isForPlatform, textsIn } from '../exchange.js';
import type { Hit, Level, Trap } from './trap.js';

interface Known {
  last: Exchange;
  revoked: Exchange | undefined;
}

/** A recording has no credentials, so what was wrong with them is known only from the words of the server. */
export const refusedCredentials: Trap = {
  name: 'refused-credentials',
  summary: 'The platform refused the credentials: missing, wrong, of another project, expired or revoked.',
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
      const checks = isExpired ? [RENEW] : [checkOf({ at, last, later }), DOCTOR];
      return [{ at, ...causeOf({ at, last, revoked, later, isExpired }), facts: checks }];
    });
  },
};

const RENEW = 'Create a new API token in the space, or with project.tokens.create.';
const DOCTOR = 'Run `patchbay doctor` to see which credentials are used.';

/** What can be wrong. A token that never worked in the recording, or that worked later, did not expire. */
const checkOf = ({ at, last, later }: Pick<Credentials, 'at' | 'last' | 'later'>): string =>
  'Check what this request sent: no Authorization header, an empty or wrong project id or token, or credentials of another project or space' +
  (last && !later ? '. Or the token expired or was revoked since.' : '.') +
  (last && apiOf(last) !== apiOf(at) ? ` A token can also lack the scope for ${apiOf(at)}.` : '');

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
      cause: `the credentials were refused, unlike those of the requests before and after it (exchanges ${last.number} and ${later.number})`,
    };
  if (later)
    return {
      level: 'possible',
      cause: `the credentials were refused, unlike those of exchange ${later.number}, after it`,
    };
  if (revoked && last)
    return { level: 'likely', cause: `the credentials were refused: exchange ${revoked.number} revoked a token` };
  if (!last)
    return { level: 'possible', cause: 'the credentials were refused: no request of the case to this host succeeded' };
  const other = apiOf(last) === apiOf(at) ? '' : `, which was for ${apiOf(last)} and not for ${apiOf(at)}`;
  return {
    level: 'possible',
    cause: `the credentials were refused, unlike those of exchange ${last.number}, before it${other}`,
  };
}
