/** The documents of a recording, as a stranger could write them. */
export type Entry = Readonly<Record<string, unknown>>;
/** Returns the documents of a recording of about this number of bytes. */
export type Kind = (bytes: number) => readonly Entry[];

export const SPACE = 'https://space.example.com';
export const QUEUES = `${SPACE}/api/relay/rest/queues`;
const ACCOUNT = `${SPACE}/api/laml/2010-04-01/Accounts/00000000-0000-4000-8000-000000000001`;
export const MESSAGES = `${ACCOUNT}/Messages`;
export const CALLS = `${ACCOUNT}/Calls`;

/** A URL of a recording may have any length, but not the size of a file. */
export const MAX_URL = 2 ** 20;

const INVALID = {
  status: 422,
  body: { json: { errors: [{ code: 'invalid_parameter', message: 'name', attribute: 'name' }] } },
};

/** A request that failed, unless the response is another one. */
export const exchange = (request: Entry, response: Entry = INVALID): Entry => ({
  kind: 'http',
  request: { method: 'POST', url: QUEUES, ...request },
  response,
});

export const unanswered = (request: Entry): Entry => ({
  kind: 'http',
  request: { method: 'POST', url: QUEUES, ...request },
  unanswered: true,
});

export const webhook = (index: number, json: unknown): Entry => ({
  kind: 'webhook',
  event: 'calling.call.answered',
  request: {
    method: 'POST',
    url: `https://hooks.example.com/${index % 50}`,
    type: 'application/json',
    body: { json },
  },
  response: { status: index % 3 === 0 ? 500 : 200 },
});

export const form = (text: string): Entry => ({ type: 'application/x-www-form-urlencoded', body: { text } });
export const json = (value: unknown): Entry => ({ type: 'application/json', body: { json: value } });
export const answer = (value: unknown, status = 200): Entry => ({ status, body: { json: value } });

export const idOf = (index: number): string => `${String(index).padStart(8, '0')}-e017-495e-abad-5de75d608bfc`;

/** Items that have about this number of bytes as JSON. */
export function items<T>(bytes: number, make: (index: number) => T): T[] {
  // Some kinds take turns.
  const size = (JSON.stringify(make(1_000)).length + JSON.stringify(make(1_001)).length) / 2 + 1;
  return Array.from({ length: Math.max(1, Math.floor(bytes / size)) }, (_, index) => make(index));
}

export const object = (bytes: number, name: (index: number) => string, value: unknown = 1): Entry =>
  Object.fromEntries(items(bytes, (index) => [name(index), value] as const));

/** A text of about this length. */
export const repeated = (bytes: number, text: string): string =>
  text.repeat(Math.max(1, Math.floor(bytes / text.length)));

export const joined = (bytes: number, make: (index: number) => string, between = ''): string =>
  items(bytes, make)
    .slice(0, Math.max(1, Math.floor(bytes / (make(1_000).length + between.length))))
    .join(between);

export function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}
