import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import {
  CassetteError,
  isRecordingText,
  openCassette,
  parseCassette,
  recorder,
  replayer,
} from '../../src/cassette/index.js';
import { operationOf, type PlatformRestError, RestClient } from '../../src/client/index.js';
import { type Transport, TransportFault } from '../../src/http/index.js';
import { secretCutter } from '../../src/redact/index.js';
import { createSandbox } from '../../src/sandbox.js';

const folder = mkdtempSync(join(tmpdir(), 'cassette-'));
afterAll(() => rmSync(folder, { recursive: true }));

const header = { origin: 'sandbox', tool: 'test' } as const;
let files = 0;
const fileOf = (extension: string) => join(folder, `${files++}.${extension}`);

async function story(client: RestClient) {
  const { data } = await client.phone_numbers.list();
  const bound = await client.phone_numbers.set_swml_webhook(data[0]?.id as string, 'https://example.com/ünï?b=2&a=1');
  const call = await client.calling.dial({ from: '+12065550100', to: '+13125550100', url: 'https://example.com' });
  const ended = await client.calling.end(call.id);
  const missing = await client.queues.get('nobody').catch((error: PlatformRestError) => error.status);
  return { data, bound, call, ended, missing };
}

it('is told from other files by its start', () => {
  const text = '---\nkind: cassette\nversion: 1\n';
  for (const one of [text, `# a note\n${text}`, 'version: 1\nkind: cassette\n', '{"kind":"cassette","version":1}\n'])
    expect([one, isRecordingText(one)]).toEqual([one, true]);
  for (const one of [
    '',
    'sections:\n  main: []\n',
    '<Response/>',
    '{"log":{}}',
    'GET /api\nkind: cassette',
    'kind: http',
  ])
    expect([one, isRecordingText(one)]).toEqual([one, false]);
  for (const file of ['errors/invalid-field.yaml', 'paging/queues.yaml'])
    expect(isRecordingText(readFileSync(join('fixtures', file), 'utf8'))).toBe(true);
  for (const line of ['a: b\n', 'a: b   \n', '#  \n\n', '---  \r\n', 'a:'])
    expect(isRecordingText(line.repeat(100_000))).toBe(false);
});

describe.each(['yaml', 'ndjson'])('a cassette in %s', (extension) => {
  it('returns the recorded exchanges', async () => {
    const sandbox = createSandbox();
    const file = fileOf(extension);
    const recording = recorder(sandbox.transport, { file, header, label: operationOf });
    const recorded = await story(new RestClient({ ...sandbox.credentials, transport: recording }));
    await recording.close();

    const cassette = openCassette(file);
    expect(cassette.entries.map(({ op }) => op)).toEqual([
      'phone_numbers.list',
      'phone_numbers.set_swml_webhook',
      'calling.dial',
      'calling.end',
      'queues.get',
    ]);
    const replay = replayer(cassette);
    expect(await story(new RestClient({ ...sandbox.credentials, transport: replay }))).toEqual(recorded);
    expect(replay.unused()).toEqual([]);
  });

  it('keeps neither the token nor the header it travels in', async () => {
    const { credentials, transport } = createSandbox();
    const file = fileOf(extension);
    const recording = recorder(transport, { file, header, secrets: secretCutter([credentials.token]) });
    await new RestClient({ ...credentials, transport: recording }).queues.create({
      name: `my token is ${credentials.token}`,
    });
    await recording.close();
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('my token is [cut]');
    expect(written).not.toContain(credentials.token);
    expect(written).not.toContain('Basic');
  });

  it('is readable by its owner alone', async () => {
    const file = fileOf(extension);
    await recorder(createSandbox().transport, { file, header }).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('replaying', () => {
  const transportOf = (answers: readonly string[]): Transport => {
    const left = [...answers];
    return { send: async () => ({ status: 200, headers: {}, body: Buffer.from(left.shift() ?? '') }) };
  };
  const taped = async (ask: (transport: Transport) => Promise<unknown>, inner: Transport) => {
    const file = fileOf('ndjson');
    const recording = recorder(inner, { file, header });
    await ask(recording).catch(() => {});
    await recording.close();
    return replayer(openCassette(file));
  };
  const get = (transport: Transport) =>
    transport.send({ method: 'GET', url: 'https://x.invalid/a?b=1&c=2', headers: {} });
  const post = (transport: Transport, body: string) =>
    transport.send({ method: 'POST', url: 'https://x.invalid/a', headers: {}, body });
  const bodyOf = async (answer: ReturnType<Transport['send']>) => Buffer.from((await answer).body).toString();

  it('answers equal requests in the recorded order, and repeats the last response only for safe requests', async () => {
    const gets = await taped(
      async (one) => [await get(one), await get(one), await get(one)],
      transportOf(['1', '2', '3']),
    );
    expect([
      await bodyOf(get(gets)),
      await bodyOf(get(gets)),
      await bodyOf(get(gets)),
      await bodyOf(get(gets)),
    ]).toEqual(['1', '2', '3', '3']);
    const posts = await taped((one) => post(one, '{}'), transportOf(['1']));
    expect(await bodyOf(post(posts, '{}'))).toBe('1');
    await expect(post(posts, '{}')).rejects.toMatchObject({ kind: 'miss' });
  });

  it('does not care for the order of query and keys', async () => {
    const replay = await taped(
      async (one) => [await get(one), await post(one, '{"a":{"x":1,"y":2},"b":[1]}')],
      transportOf(['got', 'posted']),
    );
    expect(await bodyOf(replay.send({ method: 'GET', url: 'https://x.invalid/a?c=2&b=1', headers: {} }))).toBe('got');
    expect(await bodyOf(post(replay, '{"b":[1],"a":{"y":2,"x":1}}'))).toBe('posted');
  });

  it('names the nearest exchange and the fields that differ', async () => {
    const replay = await taped((one) => post(one, '{"name":"sales","max_size":5}'), transportOf(['1']));
    await expect(post(replay, '{"name":"sales","max_size":6}')).rejects.toThrow(
      'body.max_size: recorded 5, requested 6',
    );
  });

  it('repeats a fault as a fault', async () => {
    const replay = await taped(get, {
      send: async () => {
        throw new TransportFault('reset', 'gone');
      },
    });
    await expect(get(replay)).rejects.toMatchObject({ kind: 'reset' });
  });

  it('keeps bytes that are not text', async () => {
    const bytes = Buffer.from([0, 255, 254, 1]);
    const replay = await taped(get, { send: async () => ({ status: 200, headers: {}, body: bytes }) });
    expect(Buffer.from((await get(replay)).body)).toEqual(bytes);
  });
});

const HEAD = '{"kind":"cassette","version":1,"origin":"sandbox","tool":"t","redaction":"none"}\n';
const ENTRY = '{"kind":"http","request":{"method":"GET","url":"https://x.invalid/"},"response":{"status":200}}\n';
const MARKED = 'kind: cassette\nversion: 1\nend_mark: ...\norigin: sandbox\ntool: t\nredaction: none\n...\n';

describe('a file that is not one', () => {
  const withBody = (part: string, body: string) =>
    part === 'request'
      ? ENTRY.replace('invalid/"', `invalid/","body":${body}`)
      : ENTRY.replace('200', `200,"body":${body}`);

  it.each([
    ['empty', 'ndjson', '', /is empty/],
    ['of another version', 'ndjson', HEAD.replace('1', '2'), /:1: version: .* reads version 1, not 2/],
    ['broken in its second line', 'ndjson', `${HEAD}{"kind":\n`, /:2: not JSON/],
    [
      'with an entry without a response',
      'ndjson',
      `${HEAD}${ENTRY.replace(/,"response":\{[^}]*\}/, '')}`,
      /:2: .*a response or a fault/,
    ],
    ['with an invalid status', 'ndjson', `${HEAD}${ENTRY.replace('200', '7')}`, /:2: response\.status/],
    ['with an unknown key', 'ndjson', `${HEAD}${ENTRY.replace('{"kind"', '{"evil":1,"kind"')}`, /:2: .*evil/],
    ['with a line that is a text', 'ndjson', `${HEAD}${JSON.stringify('x'.repeat(1_000_000))}\n`, /:2: not an object/],
    ['with a line that is a list', 'ndjson', `${HEAD}[]\n`, /:2: not an object/],
    ['with a null line', 'ndjson', `${HEAD}null\n`, /:2: not an object/],
    ['with a document that is a text', 'yaml', `${HEAD}---\nhello\n`, /:3: not an object/],
    ['with an empty document', 'yaml', `${HEAD}---\n---\n`, /:2: not an object/],
    ...['1e308', '-1', '1e400', '"5"', 'null', '2147483648'].map((ms): [string, string, string, RegExp] => [
      `with ${ms} milliseconds`,
      'ndjson',
      HEAD + ENTRY.replace(/\}\n$/, `,"ms":${ms}}\n`),
      /:2: ms: must be a number of milliseconds from 0 to 2147483647/,
    ]),
    ...['.inf', '-.inf', '.nan', '-1'].map((ms): [string, string, string, RegExp] => [
      `with ${ms} milliseconds`,
      'yaml',
      `${HEAD}---\nkind: http\nrequest: { method: GET, url: 'https://x.invalid/' }\nresponse: { status: 200 }\nms: ${ms}\n`,
      /:3: ms: must be a number of milliseconds/,
    ]),
    ...['!!!!', 'aGk', 'aGl=', 'aG k=', 'aGk-', 'aGk=\\n', 'é'].flatMap((base64) =>
      ['request', 'response'].map((part): [string, string, string, RegExp] => [
        `with ${base64} for base64 in its ${part}`,
        'ndjson',
        HEAD + withBody(part, `{"base64":"${base64}"}`),
        new RegExp(`:2: ${part}\\.body\\.base64: is not valid base64`),
      ]),
    ),
    [
      'with a hash of other bytes',
      'ndjson',
      HEAD + withBody('response', `{"base64":"aGk=","sha256":"${'0'.repeat(64)}"}`),
      /:2: response\.body\.sha256: does not match the base64/,
    ],
    [
      'with an invalid hash',
      'ndjson',
      HEAD + withBody('request', '{"base64":"aGk=","sha256":"x"}'),
      /:2: request\.body\.sha256: does not match the base64/,
    ],
    [
      'with a key twice beside a long text',
      'ndjson',
      HEAD + withBody('response', `{"json":{"a":"${'\\\\\\"'.repeat(1_000_000)}\\":","b" : 1,"b":2}}`),
      /:2: the key "b" is not unique/,
    ],
    [
      'with a body of two kinds',
      'ndjson',
      HEAD + withBody('response', '{"text":"a","json":1}'),
      /:2: response\.body: must be \{ json \}, \{ text \} or \{ base64, sha256 \}/,
    ],
    ['with a key twice', 'yaml', '---\nkind: cassette\nkind: cassette\n', /:3: .*unique/],
    ['with aliases', 'yaml', '---\nkind: &a cassette\nversion: *a\n', /alias/i],
    ['that is not YAML', 'yaml', '---\n{ [\n', /:\d+: /],
  ])('%s is one clear error', (_what, extension, content, expected) => {
    const file = fileOf(extension);
    writeFileSync(file, content);
    expect(() => openCassette(file)).toThrow(expected);
  });

  it('that is a pipe or a folder is not waited for', () => {
    const file = fileOf('ndjson');
    execFileSync('mkfifo', [file]);
    expect(() => openCassette(file)).toThrow('it is a pipe, not a file');
    expect(() => openCassette(tmpdir())).toThrow('it is a folder');
  });
});

describe('a damaged file', () => {
  it.each(['ndjson', 'yaml'])('nested without end in %s is one clear error, or is read', (extension) => {
    const file = fileOf(extension);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const yaml = `---\nkind: cassette\nversion: 1\norigin: sandbox\ntool: t\nredaction: none\n---\nkind: ${deep}\n`;
    const line = ENTRY.replace('200', `200,"body":{"json":${deep}}`);
    writeFileSync(file, extension === 'yaml' ? yaml : HEAD + line);
    let problem: unknown;
    try {
      openCassette(file);
    } catch (error) {
      problem = error;
    }
    expect(problem).toBeInstanceOf(CassetteError);
  });

  const outcomeOf = (read: () => unknown): string => {
    try {
      return JSON.stringify(read());
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each(['ndjson', 'yaml'])('that is not UTF-8 text is an error with the line, in %s', (extension) => {
    const noise = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255));
    const latin1 = Buffer.from(`# a story\n# für später\n${MARKED}`, 'latin1');
    const utf16 = Buffer.from(`\ufeff${MARKED}`, 'utf16le');
    const lines = [noise, Buffer.alloc(5000), latin1, utf16, Buffer.from(`${HEAD}a\0b\n`)].map((bytes) => {
      const file = fileOf(extension);
      writeFileSync(file, bytes);
      const says = outcomeOf(() => openCassette(file));
      return says.startsWith(file) ? says.slice(file.length) : says;
    });
    const none = (line: number) => `:${line}: not UTF-8 text. A recording is YAML or NDJSON`;
    expect(lines).toEqual([none(1), none(1), none(2), none(1), none(2)]);
  });

  it('that ends within a character or in zero bytes loses only the last line', () => {
    for (const end of [Buffer.from('ü').subarray(0, 1), Buffer.alloc(4096)]) {
      const file = fileOf('ndjson');
      writeFileSync(file, Buffer.concat([Buffer.from(`${HEAD}${ENTRY}{"kind":"http","op":"`), end]));
      expect(openCassette(file)).toMatchObject({
        entries: [{ kind: 'http' }],
        warnings: [expect.stringContaining(':3: the last line is incomplete')],
      });
    }
  });

  it.each([
    ['!!js/function "x"', '!!js/function'],
    ['!mine { a: 1 }', '!mine'],
    ['!<tag:example.org,2026:x> [1]', 'tag:example.org,2026:x'],
    ['!!binary aGVsbG8=', '!!binary'],
    ['!!set { a, b }', '!!set'],
    ['2026-11-21 # no tag\nb: !!timestamp 2026-11-21', '!!timestamp', 8],
  ])('with a tag in %j is one clear error', (value, tag, line = 7) => {
    const text = `${MARKED.replace(/\.\.\.\n$/, '')}a: ${value}\n...\n`;
    expect(outcomeOf(() => parseCassette(text, 'tagged.yaml'))).toBe(
      `tagged.yaml:${line}: the tag ${tag}, which a recording must not contain`,
    );
  });

  it('accepts tags that match the type of the value', () => {
    const text = MARKED.replace('tool: t', 'tool: !!str 1').replace('version: 1', 'version: !!int 1');
    expect(parseCassette(text, 'tagged.yaml').header).toMatchObject({ tool: '1', version: 1 });
  });

  it('with an incomplete last line loses only that line, with a warning', () => {
    const file = fileOf('ndjson');
    writeFileSync(file, `${HEAD}${ENTRY}{"kind":"http","requ`);
    expect(openCassette(file)).toMatchObject({
      entries: [{ kind: 'http' }],
      warnings: [expect.stringContaining(':3: ')],
    });
  });
});

describe('a recording in YAML', () => {
  const ANSWERED = `kind: http
request: { method: GET, url: 'https://x.invalid/' }
response:
  status: 200
  body:
    text: "the whole of a long story"
`;
  const readText = (text: string) => {
    try {
      const { entries, warnings } = parseCassette(text, 'torn.yaml');
      return { bodies: entries.map(({ response }) => response?.body), warnings };
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('in YAML, cut at any offset, contains only complete exchanges and a warning', () => {
    const all = `---\n${MARKED}---\n${ANSWERED}...\n---\n${ANSWERED}...\n`;
    const body = { text: 'the whole of a long story' };
    const outcomes = new Map<string, number>();
    for (let length = 1; length < all.length; length++) {
      const read = readText(all.slice(0, length));
      const says = JSON.stringify(read);
      outcomes.set(says, (outcomes.get(says) ?? 0) + 1);
      if (typeof read !== 'string') expect(read.bodies.every((one) => isDeepStrictEqual(one, body))).toBe(true);
    }
    const torn = (line: number) => [
      `torn.yaml:${line}: the text after the last line "..." is incomplete and was skipped. If it is complete, add such a line after it`,
    ];
    expect([...outcomes.keys()].filter((says) => says.startsWith('{'))).toEqual([
      JSON.stringify({ bodies: [], warnings: [] }),
      JSON.stringify({ bodies: [], warnings: torn(9) }),
      JSON.stringify({ bodies: [body], warnings: [] }),
      JSON.stringify({ bodies: [body], warnings: torn(17) }),
      JSON.stringify({ bodies: [body, body], warnings: [] }),
    ]);
    const errors = [...outcomes.keys()].filter((says) => says.startsWith('"'));
    expect(errors.filter((says) => !/^"torn\.yaml:\d+: \S/.test(says))).toEqual([]);
  });

  it('in YAML written by hand needs no end marks, only a final line break', () => {
    const hand = `${MARKED.replace(/end_mark.*\n/, '').replace('...\n', '')}---\n${ANSWERED}`;
    expect(readText(hand)).toEqual({ bodies: [{ text: 'the whole of a long story' }], warnings: [] });
    expect(readText(`# a story\n\n${hand}# its end`)).toMatch(/^torn\.yaml:15: ends within a line\. Check that/);
    expect(readText(hand.trimEnd())).toMatch(/^torn\.yaml:12: ends within a line\. Check that/);
  });

  it('of YAML may have notes after its last mark, and ends of lines as Windows writes them', () => {
    const all = `---\n${MARKED}---\n${ANSWERED}...\n# the end\n\n`;
    for (const text of [all, all.replaceAll('\n', '\r\n')])
      expect(readText(text)).toEqual({ bodies: [{ text: 'the whole of a long story' }], warnings: [] });
  });

  it('cannot reach the prototype', () => {
    const file = fileOf('ndjson');
    writeFileSync(file, `${HEAD}${ENTRY.replace('{"kind"', '{"__proto__":{"polluted":1},"kind"')}`);
    expect(() => openCassette(file)).toThrow(/__proto__/);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
