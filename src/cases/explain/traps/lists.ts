import { type Exchange, isDone, isObject, textsIn } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

const MIN_REPEATS = 5;
const PAGE = /[?&](?:page_token|PageToken|page_number|Page)=/;

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
  ],
  lookAlikes: [
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
      const isPage = one.call?.row.gives.kind === 'page' && isDone(one) && PAGE.test(one.url.search);
      if (isPage && first?.url.href === one.url.href) count++;
      else {
        end();
        first = isPage ? one : undefined;
        count = isPage ? 1 : 0;
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
  ],
  lookAlikes: [
    `GET /api/voice/logs -> 200 {"data":[{"created_at":"2026-11-26T09:14:03Z"}]}
GET /api/voice/logs?created_after=2026-11-26T10:10:00Z -> 200 {"data":[]}`,
    'GET /api/voice/logs?created_after=2026-11-26T10:10:00 -> 200 {"data":[]}',
  ],
  find: ({ exchanges }) => {
    const created: number[] = [];
    return exchanges.flatMap((at): Hit[] => {
      if (!isDone(at)) return [];
      for (const { name, text } of textsIn(at.answer)) if (CREATED.test(name)) created.push(Date.parse(text));
      const isEmpty =
        at.call?.row.gives.kind === 'page' &&
        isObject(at.answer) &&
        Object.values(at.answer).some((one) => Array.isArray(one) && one.length === 0);
      const filter = Object.entries(at.fields).find(
        ([, value]) => typeof value === 'string' && WITHOUT_ZONE.test(value),
      );
      if (!isEmpty || !filter) return [];
      const [name, value] = filter;
      const afterMs = Date.parse(`${value}Z`);
      const missed = created.some((ms) => Math.abs(ms - afterMs) <= MAX_OFFSET_MS);
      if (!missed) return [];
      return [
        {
          at,
          field: name,
          level: 'possible',
          cause: `${name} has no time zone, so the platform may read ${value} as UTC. If it is local time, the list misses what was created shortly before`,
          facts: ['Send the time in UTC, with a Z at its end.'],
        },
      ];
    });
  },
};
