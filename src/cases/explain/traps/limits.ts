import { readErrorBody } from '../../../client/index.js';
import { formPairs } from '../../../util/index.js';
import { type Exchange, isDone, isForPlatform, textsIn } from '../exchange.js';
import { fieldsOf } from '../field-at-fault.js';
import type { Hit, Trap } from './trap.js';

const PAGE = /^(?:page_number|page_token|Page|PageToken)$/;

/** Each page after the first needs the token from the link in the page before it. */
export const pagePastEnd: Trap = {
  name: 'page-past-end',
  summary: 'A page was requested that does not exist, or without its token.',
  examples: [
    'GET /api/relay/rest/phone_numbers?page_number=9 -> 422 {"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}',
    'GET /api/relay/rest/queues?page_number=9 -> 200 {"data":[]}',
  ],
  lookAlikes: [
    'GET /api/relay/rest/phone_numbers?page_size=9 -> 200 {"data":[]}',
    'GET /api/relay/rest/phone_numbers?page_number=1&page_token=PA1 -> 200 {"data":[]}',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (at.call?.row.gives.kind !== 'page') return [];
      const sent = fieldsOf(at.call);
      const asked = Object.keys(at.fields).filter((name) => PAGE.test(name) && String(at.fields[name]) !== '0');
      const isEmpty =
        isDone(at) && Object.values(Object(at.answer) as object).some((one) => Array.isArray(one) && one.length === 0);
      const [field] = asked;
      // A token comes from the link of the page before, and its page can be empty.
      const hasToken = asked.some((name) => TOKEN.test(name));
      if (field === undefined || !(isEmpty ? !hasToken : [400, 404, 422].includes(at.status))) return [];
      const { operation, row, args } = at.call;
      const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !PAGE.test(name)));
      const link = hasToken ? undefined : linkBefore(at, exchanges);
      const fields = { ...rest, ...link };
      const message = readErrorBody(at.answer).errors[0]?.message;
      return [
        {
          at,
          field: link ? (Object.keys(link).find((name) => TOKEN.test(name)) ?? field) : field,
          level: isEmpty ? 'possible' : message === undefined || hasToken ? 'likely' : 'certain',
          cause: isEmpty
            ? 'the page is empty: it may be after the last one'
            : hasToken
              ? `the platform rejects the page that ${field} names`
              : `${field} was sent without the token of its page`,
          facts: [
            'A page after the first needs the token from the link in the page before it. The last page has no such link.',
            `All pages: for await (const item of platform.${operation}(${Object.keys(rest).length > 0 ? '{…}' : ''})) …`,
          ],
          fix: {
            operation,
            args: [...args.slice(0, row.args.length), ...(Object.keys(fields).length > 0 ? [fields] : [])],
          },
        },
      ];
    }),
};

const TOKEN = /token$/i;

/** The fields of the link to the next page that an earlier response of the same operation had. */
function linkBefore(at: Exchange, exchanges: readonly Exchange[]): Readonly<Record<string, string>> | undefined {
  const before = exchanges.findLast(
    (one) => one.number < at.number && isDone(one) && one.call?.operation === at.call?.operation,
  );
  const next = [...textsIn(before?.answer)].find(({ name }) => /^next(?:_page_uri)?$/.test(name))?.text;
  const pairs = next === undefined ? undefined : formPairs(next.slice(next.indexOf('?')));
  return pairs && Object.fromEntries(pairs);
}

/** A rate is not a quota: the next second has it again. */
const RATE = /\bper (?:second|sec|minute|min)\b|\bCPS\b|\ba second\b/i;
const QUOTA = /\b(?:daily|per day|a day|monthly|per month|quota|allowance)\b/i;
const USED_UP = /(?<!rate )limit .{0,30}\b(?:reached|exceeded|used)/i;
const isQuota = (message: string): boolean => QUOTA.test(message) || (USED_UP.test(message) && !RATE.test(message));

export const rateLimit: Trap = {
  name: 'rate-limit',
  summary: 'The platform limits the requests: in a short time, or a quota of the account.',
  examples: [
    'GET /api/relay/rest/queues -> 429',
    'POST /api/calling/calls -> 429',
    'POST /api/calling/calls -> 429 {"errors":[{"code":"rate_limit_exceeded","message":"Calls per second limit exceeded"}]}',
    'POST /api/messaging/messages {"to":"1"} -> 429 {"errors":[{"code":"rate_limit_exceeded","message":"Daily limit exceeded"}]}',
  ],
  lookAlikes: [
    'GET /api/relay/rest/queues -> 503',
    'POST /api/relay/rest/queues {"name":"rate limit 429"} -> 201',
    'GET https://api.weatherapi.com/v1/current.json?q=Paris -> 429',
  ],
  find: ({ exchanges }) => {
    const sent = new Map<string, number>();
    return exchanges.flatMap((at): Hit[] => {
      if (!isForPlatform(at)) return [];
      const name = at.call?.operation ?? `${at.entry.request.method} ${at.url.pathname}`;
      const same = sent.get(name) ?? 0;
      sent.set(name, same + 1);
      if (at.status !== 429) return [];
      const wait = at.entry.response?.headers?.['retry-after'];
      const message = readErrorBody(at.answer).errors[0]?.message ?? '';
      const waiting = wait === undefined ? [] : [`The response asks to wait ${wait} s.`];
      if (isQuota(message))
        return [
          {
            at,
            level: 'certain',
            cause: `a limit of the account is used up: “${message}”`,
            facts: [...waiting, 'It ends with its period. Ask the platform for a higher one.'],
          },
        ];
      return [
        {
          at,
          level: 'likely',
          cause: `the platform received too many requests${same > 0 ? `: the recording has ${same} ${name} before this one` : ''}`,
          facts: [
            ...waiting,
            'The client waits and tries again by itself, up to 2 times. A program without it must wait. Dialling is limited to 1 call per second.',
          ],
        },
      ];
    });
  },
};
