import { toYaml } from '../../src/cassette/index.js';
import { seeded } from './random.js';

// Recordings of up to 10 MB that a stranger could send: each is valid enough to be read, and costly in one way.
const MAX_BYTES = 10 * 2 ** 20;
const MIN_BYTES = 2 ** 10;
const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;
const QUEUES = 'https://space.example.com/api/relay/rest/queues';

type Entry = Readonly<Record<string, unknown>>;
const exchange = (request: Entry, response: Entry = { status: 422, body: { json: { errors: [] } } }): Entry => ({
  kind: 'http',
  request: { method: 'POST', url: QUEUES, ...request },
  response,
});
const repeated = <T>(bytes: number, each: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.floor(bytes / each)) }, (_, index) => make(index));
const form = (text: string) => ({ type: 'application/x-www-form-urlencoded', body: { text } });

/** Each returns the entries of a recording of about this size. */
const KINDS: Readonly<Record<string, (bytes: number) => readonly Entry[]>> = {
  'a form with many fields': (bytes) => [exchange(form(repeated(bytes, 8, (at) => `k${at % 50}=${at}`).join('&')))],
  'a form with one field again and again': (bytes) => [exchange(form('To=%2B1206&'.repeat(bytes / 11)))],
  'a URL with many parameters': (bytes) => [
    exchange({ method: 'GET', url: `${QUEUES}?${repeated(Math.min(bytes, 60_000), 8, (at) => `p${at}=1`).join('&')}` }),
  ],
  'many exchanges': (bytes) => repeated(bytes, 250, (at) => exchange({ body: { json: { name: `queue ${at}` } } })),
  'many ids, each used by the next request': (bytes) =>
    repeated(bytes, 400, (at) =>
      exchange(
        { method: 'PUT', url: `${QUEUES}/${idOf(at)}`, body: { json: { name: idOf(at) } } },
        { status: 200, body: { json: { id: idOf(at + 1), name: idOf(at) } } },
      ),
    ),
  'the same id in all places': (bytes) => [
    exchange({}, { status: 200, body: { json: repeated(bytes, 60, () => ({ id: idOf(1), of: idOf(1) })) } }),
    exchange({ method: 'GET', url: `${QUEUES}/${idOf(1)}` }, { status: 404, body: { json: { errors: [] } } }),
  ],
  'an object with many keys': (bytes) => [
    exchange({ body: { json: Object.fromEntries(repeated(bytes, 14, (at) => [`key_${at}`, at])) } }),
  ],
  'deep objects': (bytes) => repeated(bytes, 4_000, () => exchange({ body: { json: nested(400) } })),
  'one long text': (bytes) => [exchange({ type: 'text/plain', body: { text: 'a'.repeat(bytes) } })],
  'words and numbers': (bytes) => [
    exchange({
      type: 'text/plain',
      body: { text: 'call +1 206 555 0100 or mail ann@example.org, '.repeat(bytes / 46) },
    }),
  ],
  'broken JSON': (bytes) => [exchange({ type: 'application/json', body: { text: '[{"a":'.repeat(bytes / 6) } })],
  'base64 of nothing useful': (bytes) => [
    exchange({ type: 'application/octet-stream', body: { base64: Buffer.alloc(bytes / 2, 7).toString('base64') } }),
  ],
  'many errors': (bytes) => [
    exchange(
      { body: { json: { name: 'x' } } },
      {
        status: 422,
        body: {
          json: { errors: repeated(bytes, 70, (at) => ({ code: 'bad', message: 'must not', attribute: `a${at}` })) },
        },
      },
    ),
  ],
  'much code': (bytes) =>
    repeated(bytes, 90, (at) => ({ kind: 'input', source: `await platform.queues.get('${at}')` })),
  'one long input': (bytes) => [
    { kind: 'input', source: `const x = ${'('.repeat(bytes / 2)}1${')'.repeat(bytes / 2)}` },
  ],
  'odd methods and headers': (bytes) =>
    repeated(bytes, 300, (at) =>
      exchange({ method: at % 2 ? 'PROPFIND' : 'DELETE', headers: { [`x-h${at}`]: '\u202ehidden\u2066' } }),
    ),
  'control characters': (bytes) => [exchange({ body: { json: { name: '\u001b[2J\u0000\u2028'.repeat(bytes / 24) } } })],
};

const idOf = (at: number) => `${String(at).padStart(8, '0')}-e017-495e-abad-5de75d608bfc`;
const nested = (depth: number) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
};

export interface HostileRecording {
  readonly title: string;
  readonly file: string;
  readonly text: string;
}

/** The recording with this number: one kind after the other, in NDJSON, YAML, or cut off in the middle of NDJSON. */
export function hostileRecording(seed: number): HostileRecording {
  const { below } = seeded(seed);
  const share = () => below(1_000) / 1_000;
  const kinds = Object.entries(KINDS);
  const [kind, make] = kinds[seed % kinds.length] as (typeof kinds)[number];
  const bytes = Math.floor(MIN_BYTES * (MAX_BYTES / MIN_BYTES) ** share());
  const form = (['ndjson', 'ndjson', 'yaml', 'cut off'] as const)[Math.floor(seed / kinds.length) % 4] ?? 'ndjson';
  const documents = make(bytes);
  const lines = [HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n');
  const text =
    form === 'yaml'
      ? toYaml({ header: HEADER, documents: documents as never })
      : form === 'cut off'
        ? lines.slice(0, Math.floor(lines.length * (0.5 + share() / 2)))
        : `${lines}\n`;
  return { title: `${kind}, ${text.length} characters, ${form}`, file: form === 'yaml' ? 'a.yaml' : 'a.ndjson', text };
}
