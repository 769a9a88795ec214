import { type Exchange, isDone, isFailed, textsIn } from '../exchange.js';
import { fieldsOf } from '../field-at-fault.js';
import type { Hit, Trap } from './trap.js';

const PAGE = /^(?:page_number|page_token|Page|PageToken)$/;

/** Each page after the first needs the token from the link in the page before it. */
export const pagePastEnd: Trap = {
  name: 'page-past-end',
  summary: 'A page was requested that does not exist, or without its token.',
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (at.call?.row.gives.kind !== 'page') return [];
      const sent = fieldsOf(at.call);
      const asked = Object.keys(at.fields).filter((name) => PAGE.test(name) && String(at.fields[name]) !== '0');
      const isEmpty =
        isDone(at) && Object.values(Object(at.answer) as object).some((one) => Array.isArray(one) && one.length === 0);
      const [field] = asked;
      if (field === undefined || !(isEmpty || [400, 404, 422].includes(at.status))) return [];
      const { operation, row, args } = at.call;
      const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !PAGE.test(name)));
      const fields = Object.keys(rest).length > 0 ? [rest] : [];
      return [
        {
          at,
          field,
          cause: isEmpty
            ? 'the page is empty: it is after the last one'
            : `the page that ${field} asks for does not exist`,
          facts: [
            'A page after the first needs the token from the link in the page before it. The last page has no such link.',
            `All pages: for await (const item of platform.${operation}(${fields.length > 0 ? '{…}' : ''})) …`,
          ],
          fix: { operation, args: [...args.slice(0, row.args.length), ...fields] },
        },
      ];
    }),
};

export const rateLimit: Trap = {
  name: 'rate-limit',
  summary: 'Too many requests were sent in a short time.',
  find: ({ exchanges }) => {
    const sent = new Map<string, number>();
    return exchanges.flatMap((at): Hit[] => {
      if (!at.call) return [];
      const same = sent.get(at.call.operation) ?? 0;
      sent.set(at.call.operation, same + 1);
      if (at.status !== 429) return [];
      const wait = at.entry.response?.headers?.['retry-after'];
      return [
        {
          at,
          cause: `too many requests in a short time${same > 0 ? `: ${same} ${at.call.operation} before this one` : ''}`,
          facts: [
            ...(wait === undefined ? [] : [`The response asks to wait ${wait} s.`]),
            'The client waits and tries again by itself, up to 2 times. A program without it must wait. Dialling is limited to 1 call per second.',
          ],
          fix: { operation: at.call.operation, args: at.call.args },
        },
      ];
    });
  },
};

/** A token can expire or be revoked between two requests. */
export const expiredToken: Trap = {
  name: 'expired-token',
  summary: 'The credentials stopped working, or never worked.',
  find: ({ exchanges }) => {
    const done = new Map<string, { last: Exchange; revoked: Exchange | undefined }>();
    return exchanges.flatMap((at): Hit[] => {
      const { last, revoked } = done.get(at.url.host) ?? {};
      if (isDone(at))
        done.set(at.url.host, {
          last: at,
          revoked: at.call?.operation === 'project.tokens.delete' ? at : revoked,
        });
      const codes = [...textsIn(at.answer)].map(({ text }) => text).join(' ');
      const isExpired = isFailed(at) && /token_expired|token (?:has |is )?expired/i.test(codes);
      if (!at.call || (at.status !== 401 && !isExpired)) return [];
      return [
        {
          at,
          cause: causeOf(last, revoked, isExpired),
          facts: [ADVICE],
          fix: { operation: at.call.operation, args: at.call.args },
        },
      ];
    });
  },
};

const ADVICE =
  'Run `patchbay doctor` to see which credentials are used. Create a new API token in the space, or with project.tokens.create.';

function causeOf(last: Exchange | undefined, revoked: Exchange | undefined, isExpired: boolean): string {
  if (revoked) return `the token was rejected: exchange ${revoked.number} revoked a token`;
  if (last) return `the token expired or was revoked: the credentials still worked in exchange ${last.number}`;
  return isExpired ? 'the token has expired' : 'the credentials are wrong: no request of the case succeeded with them';
}
