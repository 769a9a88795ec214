import { unknownIn } from '../../../client/index.js';
import { type Exchange, isDone, isFailed, isForPlatform } from '../exchange.js';
import { allFieldsOf, fieldsOf } from '../field-at-fault.js';
import type { Hit, Trap } from './trap.js';

const sameCall = ({ call }: Exchange) => (call ? { fix: { operation: call.operation, args: call.args } } : {});

/** The compatible API has names such as `PageSize` in requests; all others have names such as `page_size`. */
export const fieldCase: Trap = {
  name: 'field-case',
  summary: 'Fields are PascalCase in requests of the compat API and snake_case everywhere else.',
  examples: [
    'POST /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages {"to":"+15005550104","From":"+12065550100","Body":"a"} -> 400',
  ],
  lookAlikes: [
    'POST /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages {"To":"to","From":"from","Body":"body"} -> 400',
    'POST /api/relay/rest/queues {"name":"Name"} -> 201',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (!at.call) return [];
      const { operation, row, args } = at.call;
      const known = allFieldsOf(row);
      const sent = fieldsOf(at.call);
      const renamed = Object.keys(sent).flatMap((name) => {
        const right = Object.hasOwn(known, name)
          ? undefined
          : otherCases(name).find((one) => Object.hasOwn(known, one));
        return right === undefined || right in sent ? [] : [[name, right] as const];
      });
      const [first] = renamed;
      if (!first) return [];
      const names = new Map(renamed);
      const fields = Object.fromEntries(Object.entries(sent).map(([name, value]) => [names.get(name) ?? name, value]));
      const style = operation.startsWith('compat.') ? 'PascalCase' : 'snake_case';
      return [
        {
          at,
          field: first[1],
          level: 'certain',
          cause: `the field names of ${operation} are ${style}: ${someOf(
            renamed.map(([name, right]) => `${right}, not ${name}`),
            '; ',
          )}`,
          facts: isDone(at) ? ['The platform ignores a field that it does not know.'] : [],
          fix: { operation, args: [...args.slice(0, row.args.length), fields] },
        },
      ];
    }),
};

const MAX_NAMED = 5;

/** The first items of a list, and how many more there are. */
const someOf = (items: readonly string[], between = ', '): string =>
  items.slice(0, MAX_NAMED).join(between) + (items.length > MAX_NAMED ? ` and ${items.length - MAX_NAMED} more` : '');

/** The name in snake_case, in PascalCase and in lower case. */
function otherCases(name: string): string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return [
    words.map((word) => word.toLowerCase()).join('_'),
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  ].filter((one) => one !== name);
}

/** The platform accepts unknown fields without an error. */
export const misspeltField: Trap = {
  name: 'misspelt-field',
  summary: 'A field with a misspelt name is ignored without an error.',
  examples: ['POST /api/relay/rest/queues {"name":"a","max_sise":5} -> 201 {"id":"Q1"}'],
  lookAlikes: [
    'POST /api/relay/rest/queues {"name":"max_sise","max_size":5} -> 201 {"id":"Q1"}',
    'POST /api/relay/rest/queues {"name":"a","x_trace":"1"} -> 201 {"id":"Q1"}',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (!at.call || !isDone(at)) return [];
      const { operation, row, args } = at.call;
      const sent = fieldsOf(at.call);
      const pairs = unknownIn(row, sent).flatMap((message) => {
        const [, name = '', right = ''] = /^(\w+) is not a known field\. Did you mean (\w+)\?$/.exec(message) ?? [];
        return name in sent ? [[name, right] as const] : [];
      });
      const [first] = pairs;
      // Another case is a separate trap.
      if (!first || otherCases(first[0]).includes(first[1])) return [];
      const names = new Map(pairs);
      const fields = Object.fromEntries(Object.entries(sent).map(([name, value]) => [names.get(name) ?? name, value]));
      return [
        {
          at,
          field: first[1],
          level: 'certain',
          cause: `${first[0]} is not a known field, so the platform ignored it. Did you mean ${first[1]}?`,
          fix: { operation, args: [...args.slice(0, row.args.length), fields] },
        },
      ];
    }),
};

const ACCOUNT = /^\/api\/laml\/[^/]+\/Accounts\/([^/]+)/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The path of the compatible API has the project, and the host is that of the space. */
export const wrongAddress: Trap = {
  name: 'wrong-address',
  summary: 'The host or the project in the path is not the one of the other requests.',
  examples: [
    `GET /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Calls -> 200 {"calls":[]}
GET /api/laml/2010-04-01/Accounts/99999999-2222-4333-8444-555555555555/Calls -> 404`,
  ],
  lookAlikes: [
    `GET /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Calls -> 200 {"calls":[]}
GET /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Calls/7 -> 404`,
    `GET /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Calls -> 200 {"calls":[]}
GET /api/laml/2010-04-01/Accounts/99999999-2222-4333-8444-555555555555/Calls -> 200 {"calls":[]}`,
  ],
  find({ exchanges }) {
    const good = exchanges.filter((one) => isDone(one) && isForPlatform(one));
    const hosts = new Set(good.map(({ url }) => url.host));
    const accounts = new Set(good.flatMap(({ url }) => ACCOUNT.exec(url.pathname)?.[1] ?? []));
    const [known, knownHosts] = [someOf([...accounts]), someOf([...hosts])];
    return exchanges.flatMap((at): Hit[] => {
      if (!isForPlatform(at) || !isFailed(at) || ![0, 401, 403, 404].includes(at.status)) return [];
      const account = ACCOUNT.exec(at.url.pathname)?.[1];
      const isWrong = account !== undefined && (accounts.size > 0 ? !accounts.has(account) : !UUID.test(account));
      if (isWrong)
        return [
          {
            at,
            field: 'account',
            level: 'likely',
            cause: `${account} in the path is not the project of the credentials`,
            facts: [
              ...(accounts.size > 0
                ? [`Other requests have ${known}.`]
                : ['It must be the project id, which is a UUID.']),
              'The client fills it in itself.',
            ],
            ...sameCall(at),
          },
        ];
      if (hosts.size === 0 || hosts.has(at.url.host)) return [];
      return [
        {
          at,
          level: 'likely',
          cause: `the request went to ${at.url.host}, but requests to ${knownHosts} succeeded`,
          facts: ['The client takes the host from PLATFORM_SPACE.'],
          ...sameCall(at),
        },
      ];
    });
  },
};
