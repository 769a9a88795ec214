import { isDeepStrictEqual } from 'node:util';
import { type CassetteDocument, textOf, type WebhookEntry } from '../../../cassette/index.js';
import { hostClass } from '../../../redact/index.js';
import { counted, groupBy } from '../../../util/index.js';
import { type Exchange, isDone, textsIn } from '../exchange.js';
import { type Hit, lastBefore, type Story, type Trap } from './trap.js';

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
  examples: [
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"http://192.168.1.7:3000/voice"} -> 200',
  ],
  lookAlikes: [
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://ivr.example.org/voice"} -> 200',
    'PUT /api/relay/rest/phone_numbers/N1 {"name":"localhost line"} -> 200',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      const wrong =
        at.call && isDone(at) ? targetsIn(at).find(({ url }) => hostClass(url.hostname) !== 'public') : undefined;
      if (!wrong) return [];
      return [
        {
          at,
          field: wrong.name,
          level: 'certain',
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
  examples: [
    `PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://ivr.example.org/voice"} -> 200
POST https://ivr.example.org/voice -> 500`,
  ],
  lookAlikes: [
    `PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://ivr.example.org/voice"} -> 200
POST https://ivr.example.org/voice -> 200`,
    `PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://ivr.example.org/voice"} -> 200
POST https://ivr.example.org/voice`,
    `PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://ivr.example.org/voice"} -> 200
GET https://bot.example.net/robots.txt -> 404`,
  ],
  find: (story) => {
    const senderOf = sendersIn(story);
    const byUrl = groupBy(story.webhooks, ({ entry }) => entry.request.url);
    return story.webhooks.flatMap(({ number, entry }): Hit[] => {
      const status = entry.response?.status ?? 0;
      if (entry.unanswered || (status >= 200 && status < 300)) return [];
      const url = new URL(entry.request.url);
      const at = senderOf(url, number) ?? webhookExchange(number, entry);
      const later = byUrl.get(entry.request.url)?.find((one) => one.number > number && isRepeated(entry, one.entry));
      const ending = lastLineOf(entry);
      const [address, isAssumed] = [`${url.host}${url.pathname}`, entry.event === 'assumed callback'];
      const outcome = status === 0 ? `did not answer${entry.fault ? ` (${entry.fault})` : ''}` : `answered ${status}`;
      const field = targetsIn(at).find((one) => isSame(one.url, url))?.name;
      return [
        {
          at,
          ...(field !== undefined && { field }),
          level: isAssumed ? 'possible' : 'likely',
          cause: isAssumed
            ? `${address} ${outcome}. If the platform sent this request, its callback failed`
            : `${address} ${outcome} when the platform called it (webhook ${number}, ${entry.event})`,
          webhook: { exchange: number, request: `${entry.request.method} ${address}`, status },
          ...(later && {
            recovered: `the same callback was answered ${later.entry.response?.status} later (webhook ${later.number})`,
          }),
          facts: [
            ...(ending === undefined ? [] : [`The response of the server ends with “${ending}”.`]),
            'The platform needs a response with a status from 200 to 299. Look at the log of that server.',
          ],
        },
      ];
    });
  },
};

/** A log of a server can show a request without the response. */
export function unansweredWebhooks(documents: readonly CassetteDocument[]): string[] {
  const count = documents.filter((one) => one.kind === 'webhook' && 'unanswered' in one && one.unanswered).length;
  return count === 0 ? [] : [`the recording does not show what your server answered to ${counted(count, 'webhook')}`];
}

/** The platform sends a callback again if the server of the user failed. */
const isRepeated = ({ request }: WebhookEntry, other: WebhookEntry): boolean =>
  (other.response?.status ?? 0) >= 200 &&
  (other.response?.status ?? 0) < 300 &&
  request.body !== undefined &&
  isDeepStrictEqual(request.body, other.request.body);

/** The last line of an error that a server printed as text. */
function lastLineOf({ response }: WebhookEntry): string | undefined {
  const text = textOf(response?.body).trim();
  const line = text.split('\n').at(-1)?.trim() ?? '';
  return line !== '' && line.length <= MAX_LINE && !/^[<{[]/.test(text) ? line : undefined;
}

const MAX_LINE = 200;

/** A case can have the requests to a server of the user only. */
export function webhookExchange(number: number, entry: WebhookEntry): Exchange {
  const { kind: _, event: __, ...rest } = entry;
  const [url, status] = [new URL(entry.request.url), entry.response?.status ?? 0];
  return {
    index: -1,
    number,
    entry: { ...rest, kind: 'http' },
    url,
    call: undefined,
    fields: {},
    status,
    answer: undefined,
  };
}

const isSame = (one: URL, other: URL) => addressOf(one) === addressOf(other);
const addressOf = ({ origin, pathname }: URL) => origin + pathname;

/** Returns a function that finds the request that named a URL, or else the last one before the callback. */
function sendersIn({ exchanges }: Story): (url: URL, number: number) => Exchange | undefined {
  const calls = exchanges.filter(({ call }) => call);
  const named = calls.flatMap((at) =>
    [...new Set(targetsIn(at).map(({ url }) => addressOf(url)))].map((address) => ({ address, at })),
  );
  const byAddress = groupBy(named, ({ address }) => address);
  const senders = new Map([...byAddress].map(([address, all]) => [address, all.map(({ at }) => at)]));
  return (url, number) => lastBefore(senders.get(addressOf(url)) ?? [], number) ?? lastBefore(calls, number);
}
