import {
  answer,
  CALLS,
  type Entry,
  exchange,
  form,
  joined,
  json,
  type Kind,
  MAX_URL,
  MESSAGES,
  QUEUES,
  SPACE,
  unanswered,
} from './entries.js';

const PAIRS: Readonly<Record<string, (index: number) => string>> = {
  'different names': (index) => `Name${index}=${index}`,
  'one name': (index) => `MediaUrl=${index}`,
  'names of a list': (index) => `StatusCallbackEvent[${index}]=a`,
  'names of objects': (index) => `Parameter[a${index}][b]=a`,
  'no names': () => '=',
  'empty pairs': () => '',
  'broken escapes': (index) => `a%C3${index}=%C3`,
  'names of the prototype': () => '__proto__[a]=1',
};

/** The pairs in the body or in the query of an operation that reads them, of one that does not, and of another service. */
const REQUESTS: Readonly<Record<string, (pairs: (bytes: number) => string, bytes: number) => Entry>> = {
  'a form': (pairs, bytes) => exchange({ url: MESSAGES, ...form(pairs(bytes)) }),
  'a form for an operation of JSON': (pairs, bytes) => exchange(form(pairs(bytes))),
  'a form without a response': (pairs, bytes) => unanswered({ url: MESSAGES, ...form(pairs(bytes)) }),
  'a form of another service': (pairs, bytes) => exchange({ url: `${SPACE}/x`, ...form(pairs(bytes)) }),
  'a query': (pairs, bytes) => exchange({ method: 'GET', url: `${QUEUES}?${pairs(Math.min(bytes, MAX_URL))}` }),
  'a query that succeeded': (pairs, bytes) =>
    exchange({ method: 'GET', url: `${QUEUES}?${pairs(Math.min(bytes, MAX_URL))}` }, answer({ data: [] })),
  'a query of a POST': (pairs, bytes) =>
    exchange({ url: `${QUEUES}?${pairs(Math.min(bytes, MAX_URL))}`, ...json({ name: 'a' }) }),
  'a query of the compatible API': (pairs, bytes) =>
    exchange({ method: 'GET', url: `${CALLS}?${pairs(Math.min(bytes, MAX_URL))}` }),
  'a query of another service': (pairs, bytes) =>
    exchange({ method: 'GET', url: `${SPACE}/x?${pairs(Math.min(bytes, MAX_URL))}` }, answer({}, 404)),
};

/** Forms and queries with many pairs. */
export const PAIR_KINDS: Readonly<Record<string, Kind>> = Object.fromEntries(
  Object.entries(REQUESTS).flatMap(([where, request]) =>
    Object.entries(PAIRS).map(([names, pair]): [string, Kind] => [
      `${where}, ${names}`,
      (bytes) => [request((size) => joined(size, pair, '&'), bytes)],
    ]),
  ),
);
