import { hostClass } from '../../../redact/index.js';
import { type Exchange, isDone, textsIn } from '../exchange.js';
import type { Hit, Story, Trap } from './trap.js';

const IS_URL_FIELD = /url$|callback$|web_?hook$/i;

/** The URLs that the platform shall call, with their fields. */
const targetsIn = ({ fields }: Exchange) =>
  [...textsIn(fields)].flatMap(({ name, text }) =>
    IS_URL_FIELD.test(name) && URL.canParse(text) ? [{ name, url: new URL(text) }] : [],
  );

/** The platform calls from the internet. */
export const unreachableCallback: Trap = {
  name: 'unreachable-callback',
  summary: 'A callback URL is on this machine or in a private network, where the platform cannot reach it.',
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      const wrong =
        at.call && isDone(at) ? targetsIn(at).find(({ url }) => hostClass(url.hostname) !== 'public') : undefined;
      if (!wrong) return [];
      return [
        {
          at,
          field: wrong.name,
          cause: `the platform cannot reach ${wrong.url.host}: it is a private address`,
          facts: ['Use a public address, such as that of a tunnel. The sandbox does call servers on this machine.'],
        },
      ];
    }),
};

/** The server of the user failed when the platform called it. */
export const failedCallback: Trap = {
  name: 'failed-callback',
  summary: 'The server of the user answered a callback with an error, or not at all.',
  find: (story) =>
    story.webhooks.flatMap(({ number, entry }): Hit[] => {
      const status = entry.response?.status ?? 0;
      if (status >= 200 && status < 300) return [];
      const url = new URL(entry.request.url);
      const at = senderOf(url, number, story);
      if (!at) return [];
      const outcome = status === 0 ? `did not answer${entry.fault ? ` (${entry.fault})` : ''}` : `answered ${status}`;
      const field = targetsIn(at).find((one) => isSame(one.url, url))?.name;
      return [
        {
          at,
          ...(field !== undefined && { field }),
          cause: `${url.host}${url.pathname} ${outcome} when the platform called it (webhook ${number}, ${entry.event})`,
          facts: ['The platform needs a response with a status from 200 to 299. Look at the log of that server.'],
        },
      ];
    }),
};

const isSame = (one: URL, other: URL) => one.origin === other.origin && one.pathname === other.pathname;

/** The request that named the URL, or else the last one before the callback. */
function senderOf(url: URL, number: number, { exchanges }: Story): Exchange | undefined {
  const before = exchanges.filter((one) => one.number < number && one.call);
  return before.findLast((one) => targetsIn(one).some((target) => isSame(target.url, url))) ?? before.at(-1);
}
