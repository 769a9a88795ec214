import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isDone, isObject, textsIn } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

const MIN_REPEATS = 5;
const PAGE = /[?&](?:page_token|PageToken|page_number|Page)=/;

/**
 * A page whose number was asked for, or one that links to a next page. What changes by itself, such as the list of
 * calls, is also asked for again to look for news.
 */
const isPage = (one: Exchange): boolean =>
  one.call?.row.gives.kind === 'page' &&
  isDone(one) &&
  (PAGE.test(one.url.search) || (nextIn(one) !== undefined && !NEWS.test(one.url.pathname)));

const nextIn = ({ answer }: Exchange): string | undefined =>
  [...textsIn(answer)].find(({ name, text }) => /^next(?:_page_uri)?$/.test(name) && text !== '')?.text;

/** The lists to which the platform adds. */
const NEWS =
  /\/(?:logs|calls|messages|faxes|conferences|members|participants|recordings|transcriptions|events)(?:\.json)?$/i;

/** A loop over pages that does not follow the link to the next page never ends. */
export const repeatedPage: Trap = {
  name: 'repeated-page',
  summary: 'The same page of a list was requested many times in a row.',
  examples: [
    `GET /api/relay/rest/queues?page_number=1&page_token=PA1 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=1&page_token=PA1 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=1&page_token=PA1 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=1&page_token=PA1 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=1&page_token=PA1 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=1&page_token=PA1 -> 200 {"data":[{}]}`,
    Array.from(
      { length: 5 },
      () =>
        'GET /api/relay/rest/queues?page_size=1 -> 200 {"data":[{}],"links":{"next":"/api/relay/rest/queues?page_number=1&page_token=PA1"}}',
    ).join('\n'),
  ],
  lookAlikes: [
    Array.from({ length: 6 }, () => 'GET /api/relay/rest/queues -> 200 {"data":[{}],"links":{}}').join('\n'),
    Array.from(
      { length: 6 },
      (_, i) =>
        `GET /api/relay/rest/queues?page_size=1 -> 200 {"data":[{"id":"Q${i}"}],"links":{"next":"/api/relay/rest/queues?page_token=PA${i}"}}`,
    ).join('\n'),
    Array.from(
      { length: 6 },
      () => 'GET /api/voice/logs?page_size=1 -> 200 {"data":[{}],"links":{"next":"/api/voice/logs?page_token=PA1"}}',
    ).join('\n'),
    `GET /api/relay/rest/queues?page_number=1&page_token=PA1 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=2&page_token=PA2 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=3&page_token=PA3 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=4&page_token=PA4 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=5&page_token=PA5 -> 200 {"data":[{}]}
GET /api/relay/rest/queues?page_number=6&page_token=PA6 -> 200 {"data":[{}]}`,
    `GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1"}
GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1"}
GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1"}
GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1"}
GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1"}
GET /api/relay/rest/queues/Q1 -> 200 {"id":"Q1"}`,
  ],
  find: ({ exchanges }) => {
    const hits: Hit[] = [];
    let first: Exchange | undefined;
    let count = 0;
    const end = () => {
      if (first && count >= MIN_REPEATS)
        hits.push({
          at: first,
          level: 'possible',
          cause: `the same page was requested ${count} times in a row. The loop may not follow the link to the next page`,
          facts: ['The link to the next page is in links.next or next_page_uri. The last page has none: stop there.'],
        });
    };
    for (const one of exchanges) {
      const isOne = isPage(one);
      if (isOne && first?.url.href === one.url.href && isDeepStrictEqual(first.answer, one.answer)) count++;
      else {
        end();
        first = isOne ? one : undefined;
        count = isOne ? 1 : 0;
      }
    }
    end();
    return hits;
  },
};

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const CREATED = /^(?:created_at|date_created|start_time)$/;
const MAX_OFFSET_MS = 14 * 3_600_000;

/** The platform compares in UTC. */
export const localTimeFilter: Trap = {
  name: 'local-time-filter',
  summary: 'A filter has a time without a zone, and the list is empty although the recording has a fitting resource.',
  examples: [
    `GET /api/voice/logs -> 200 {"data":[{"created_at":"2026-11-26T09:14:03Z"}]}
GET /api/voice/logs?created_after=2026-11-26T10:10:00 -> 200 {"data":[]}`,
    `GET /api/voice/logs?created_after=2026-11-26T10:10:00Z&created_before=2026-11-26T11:00:00Z -> 200 {"data":[]}
GET /api/voice/logs/L1 -> 200 {"id":"L1","created_at":"2026-11-26T15:14:03Z"}`,
    `GET /api/voice/logs?created_after=2026-11-26T10:10:00&created_before=2026-11-26T11:00:00 -> 200 {"data":[]}
GET /api/voice/logs?created_on=2026-11-26 -> 200 {"data":[{"created_at":"2026-11-26T15:14:03Z"}]}`,
  ],
  lookAlikes: [
    `GET /api/voice/logs -> 200 {"data":[{"created_at":"2026-11-26T09:14:03Z"}]}
GET /api/voice/logs?created_after=2026-11-26T10:10:00Z -> 200 {"data":[]}`,
    'GET /api/voice/logs?created_after=2026-11-26T10:10:00 -> 200 {"data":[]}',
    `GET /api/voice/logs?created_after=2026-11-26T10:10:00Z&created_before=2026-11-26T11:00:00Z -> 200 {"data":[]}
GET /api/voice/logs/L1 -> 200 {"id":"L1","created_at":"2026-11-26T10:14:03Z"}`,
    `GET /api/voice/logs?created_after=2026-11-26T10:10:00Z&created_before=2026-11-27T11:00:00Z -> 200 {"data":[]}
GET /api/voice/logs/L1 -> 200 {"id":"L1","created_at":"2026-11-28T10:14:03Z"}`,
    `GET /api/voice/logs?created_after=2026-11-26T10:10:00&created_before=2026-11-26T11:00:00 -> 200 {"data":[]}
GET /api/voice/logs?created_on=2026-11-20 -> 200 {"data":[{"created_at":"2026-11-20T15:14:03Z"}]}`,
  ],
  find: ({ exchanges }) => {
    const created = exchanges.flatMap((one) => (isDone(one) ? createdIn(one) : [])).sort((one, other) => one - other);
    let seen: ReadonlyMap<string, number> | undefined;
    const isSeenBefore = (id: string, number: number) => {
      seen ??= firstSeenIn(exchanges);
      return (seen.get(id) ?? number) < number;
    };
    return exchanges.flatMap((at, i): Hit[] => {
      if (!isDone(at) || !isEmptyPage(at)) return [];
      const shifted = shiftedWindow(at, exchanges[i + 1], isSeenBefore);
      if (shifted) return [shifted];
      const filters = Object.entries(at.fields).flatMap(([name, value]) =>
        typeof value === 'string' && WITHOUT_ZONE.test(value) ? [{ name, value, ms: Date.parse(`${value}Z`) }] : [],
      );
      const [filter] = filters;
      const from = Math.max(...filters.filter(({ name }) => AFTER.test(name)).map(({ ms }) => ms));
      const to = Math.min(...filters.filter(({ name }) => BEFORE.test(name)).map(({ ms }) => ms));
      const isMissed =
        firstIn(created, from - MAX_OFFSET_MS) < from ||
        (to < Number.POSITIVE_INFINITY && firstIn(created, to + 1) <= to + MAX_OFFSET_MS);
      if (!filter || !isMissed) return [];
      return [
        {
          at,
          field: filter.name,
          level: 'possible',
          cause: `${filter.name} has no time zone, so the platform may read ${filter.value} as UTC. If it is local time, the list misses what was created within it`,
          facts: ['Send the time in UTC, with a Z at its end.'],
        },
      ];
    });
  },
};

const IN_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const HOUR_MS = 3_600_000;

/**
 * The program asked for a short time in UTC, got nothing, and then read one resource: it was created at the same time of
 * an hour that is a zone apart. The program may have marked its local time as UTC.
 */
function shiftedWindow(
  at: Exchange,
  one: Exchange | undefined,
  isSeenBefore: (id: string, number: number) => boolean,
): Hit | undefined {
  const times = Object.entries(at.fields).flatMap(([name, value]) =>
    typeof value === 'string' && IN_UTC.test(value) ? [{ name, value, ms: Date.parse(value) }] : [],
  );
  const [from, to] = [times.find(({ name }) => AFTER_OR_EQUAL.test(name)), times.find(({ name }) => BEFORE.test(name))];
  if (!from || !to || to.ms <= from.ms || to.ms - from.ms > 2 * HOUR_MS) return undefined;
  if (!one || !isDone(one) || !isSingle(one, at)) return undefined;
  const id = one.url.pathname.split('/').at(-1) ?? '';
  // A program that had the id from a response does not look for a missing resource.
  const shift = shiftOf(one, from.ms, to.ms);
  if (shift === 0 || isSeenBefore(id, at.number)) return undefined;
  return {
    at,
    field: from.name,
    level: 'possible',
    cause: `${from.value} and ${to.value} may be local time that the program marked as UTC: what exchange ${one.number} shows is in this window, but ${Math.abs(shift)} hours ${shift > 0 ? 'later' : 'earlier'}`,
    facts: ['Convert the time to UTC before you put a Z at its end.'],
  };
}

/** The number of the first exchange whose response has a text. */
function firstSeenIn(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  for (const { answer, number } of exchanges)
    for (const { text } of textsIn(answer)) if (!seen.has(text)) seen.set(text, number);
  return seen;
}

const AFTER_OR_EQUAL = /after|from|start.*>|since|>$/i;

/** A read of one resource of the kind that the list has. */
const isSingle = ({ call, entry, url }: Exchange, list: Exchange): boolean =>
  call !== undefined &&
  entry.request.method === 'GET' &&
  url.pathname.startsWith(`${list.url.pathname.replace(/\.json$/, '')}/`);

/** The number of hours between a window and the time of a resource, if they are whole, and 0 otherwise. */
function shiftOf(one: Exchange, fromMs: number, toMs: number): number {
  for (const ms of createdIn(one))
    for (let hours = -14; hours <= 14; hours++)
      if (hours !== 0 && ms >= fromMs + hours * HOUR_MS && ms <= toMs + hours * HOUR_MS) return hours;
  return 0;
}

const AFTER = /after|from|start|since|>$/i;
const BEFORE = /before|until|end|to$|<$/i;

const createdIn = ({ answer }: Exchange): number[] =>
  [...textsIn(answer)].flatMap(({ name, text }) => {
    const ms = CREATED.test(name) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(ms) ? [] : [ms];
  });

/** The first of the sorted times that is not before `ms`. */
function firstIn(sorted: readonly number[], ms: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? Number.POSITIVE_INFINITY;
}

const isEmptyPage = ({ call, answer }: Exchange): boolean =>
  call?.row.gives.kind === 'page' &&
  isObject(answer) &&
  Object.values(answer).some((one) => Array.isArray(one) && one.length === 0);
