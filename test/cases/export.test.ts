import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { Calls } from '../../src/cases/call-of.js';
import { exportCase, exporters, importCase, links } from '../../src/cases/index.js';
import { type CassetteEntry, openCassette } from '../../src/cassette/index.js';
import { type AnyField, operations, RestClient, walkRows } from '../../src/client/index.js';
import { isSecretField, plainName } from '../../src/redact/detect/field-names.js';
import { CUT } from '../../src/redact/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { patchbay as run } from '../support/run-patchbay.js';
import { http, recordedCase } from './support/recorded-case.js';

const root = join(import.meta.dirname, '../..');
const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;
const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fixtures = readdirSync(join(root, 'fixtures'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && !name.startsWith('services'))
  .map((name) => join(root, 'fixtures', name));

/** Records a session with the sandbox. */
async function recorded(work: (platform: RestClient) => Promise<unknown>) {
  const sandbox = createSandbox();
  const file = join(folder, `${readdirSync(folder).length}.ndjson`);
  const { recorder } = await import('../../src/cassette/index.js');
  const { operationOf } = await import('../../src/client/index.js');
  const taped = recorder(sandbox.transport, {
    file,
    label: operationOf,
    header: { origin: 'sandbox', tool: 'test', redaction: 'none' },
  });
  await work(new RestClient({ ...sandbox.credentials, transport: taped })).catch(() => {});
  await taped.close();
  return { file, cassette: openCassette(file) };
}

const patchbay = (...args: string[]) => run(args, { cwd: folder });

describe('a recorded request', () => {
  const calls = new Calls();

  it.each(fixtures)('becomes the call that sends it: %s', async (file) => {
    for (const entry of openCassette(file).entries) {
      const call = calls.of(entry);
      if (entry.op === undefined) continue;
      expect(call, entry.op).toBeDefined();
      const sent: unknown[] = [];
      const platform = new RestClient({
        project: /\/Accounts\/([^/]+)/.exec(entry.request.url)?.[1] ?? 'p',
        token: 'PT',
        host: new URL(entry.request.url).host,
        retries: 0,
        transport: {
          async send({ method, url, body }) {
            sent.push({ method, url, body: typeof body === 'string' ? body : undefined });
            return { status: 500, headers: {}, body: new Uint8Array() };
          },
        },
      }).with({ check: false });
      const run = (call?.operation ?? '')
        .split('.')
        .reduce<unknown>((at, name) => Reflect.get(at as object, name), platform);
      await Promise.resolve((run as (...args: unknown[]) => unknown)(...(call?.args ?? []))).catch(() => {});
      const { method, url, body } = entry.request;
      const [one] = sent as [{ method: string; url: string; body?: string }];
      expect([one?.method, decodeURIComponent(one?.url)]).toEqual([method, decodeURIComponent(url)]);
      if (body && 'json' in body) expect(JSON.parse(one?.body ?? 'null')).toEqual(body.json);
    }
  });
});

it('keeps a percent sign in an id', () => {
  const url = 'https://example.space.com/api/relay/rest/queues/100%25';
  const entry = { kind: 'http', op: 'queues.get', request: { method: 'GET', url }, response: { status: 404 } } as const;
  expect(new Calls().of(entry)?.args).toEqual(['100%']);
  expect(links([entry])).toEqual([]);
});

describe('links', () => {
  it('are the values that a response returned and a later request uses', async () => {
    const { cassette } = await recorded(async (platform) => {
      const queue = await platform.queues.create({ name: 'Support 2025' });
      await platform.queues.get(queue.id);
      const [number] = (await platform.phone_numbers.list({ page_size: 2 })).data;
      await platform.phone_numbers.update(number?.id as string, { name: 'Support 2025' });
      const call = await platform.calling.dial({
        from: '+12065550100',
        to: '+15005550104',
        url: 'https://example.com',
      });
      await platform.calling.end(call.id);
    });
    const shown = links(cassette.documents).map(({ from, uses }) => [from, uses]);
    expect(shown).toEqual([
      [{ entry: 0, path: ['id'] }, [{ entry: 1, at: 'path', path: ['queue_id'] }]],
      [{ entry: 2, path: ['data', 0, 'id'] }, [{ entry: 3, at: 'path', path: ['resource_id'] }]],
      [{ entry: 4, path: ['id'] }, [{ entry: 5, at: 'body', path: ['id'] }]],
    ]);
  });

  it('follow the token of a next page', async () => {
    const { cassette } = await recorded(async (platform) => {
      for await (const _ of platform.phone_numbers.list({ page_size: 2 }));
    });
    const [first] = links(cassette.documents);
    expect(first).toMatchObject({ from: { entry: 0 }, uses: [{ entry: 1, at: 'query', path: ['page_token'] }] });
  });
});

describe('an exported program', () => {
  it('has variables for the values that flow between calls, and none for ids', async () => {
    const { file, cassette } = await recorded(async (platform) => {
      const queue = await platform.queues.create({ name: 'night shift', max_size: 5 });
      await platform.queues.get('00000000-0000-4000-8000-000000000000').catch(() => {});
      await platform.queues.update(queue.id, { max_size: 7 });
      const [number] = (await platform.phone_numbers.list({ filter_number: '+12065550100' })).data;
      await platform.phone_numbers.set_swml_webhook(number?.id as string, 'https://example.com/a');
      await platform.queues.delete(queue.id);
    });
    const code = await exportCase(cassette, 'ts', { file: basename(file) });
    expect(code.split('\n').slice(5)).toEqual([
      "const queue = await platform.queues.create({ name: 'night shift', max_size: 5 });",
      '// The recording has status 404 here.',
      "await platform.queues.get('00000000-0000-4000-8000-000000000000').catch((error) => console.error(error.message));",
      'await platform.queues.update(queue.id, { max_size: 7 });',
      "const phone_numbers = await platform.phone_numbers.list({ filter_number: '+12065550100' });",
      "await platform.phone_numbers.set_swml_webhook(phone_numbers.data[0].id, 'https://example.com/a');",
      'await platform.queues.delete(queue.id);',
      '',
    ]);
    writeFileSync(join(folder, 'program.ts'), code);
    expect(await patchbay('run', 'program.ts')).toMatchObject({ code: 0, err: expect.stringContaining('404') });
    expect((await patchbay('export', file, '--to', 'ts')).out).toBe(code);
  });

  it('fails as the recording does', async () => {
    const { cassette } = await recorded((platform) => platform.queues.get('absent-queue'));
    writeFileSync(join(folder, 'failing.ts'), await exportCase(cassette, 'ts'));
    expect(await patchbay('run', 'failing.ts')).toMatchObject({ code: 1, err: expect.stringContaining('404') });
  });
});

describe('a redacted secret in an exported request', () => {
  const secretsIn = (fields: Readonly<Record<string, AnyField>> = {}): [string, AnyField][] =>
    Object.entries(fields).flatMap(([name, field]) => [
      ...(field.kind === 'str' && isSecretField(plainName(name)) ? [[name, field] as [string, AnyField]] : []),
      ...secretsIn({ ...field.needs, ...field.takes }),
    ]);

  it.each([CUT, 'secret_1'])('passes the check of each field: %s', (redacted) => {
    const written = redacted === CUT ? 'placeholder' : redacted;
    const found = [...walkRows(operations)].flatMap(([, { needs, takes }]) => secretsIn({ ...needs, ...takes }));
    expect(found.length).toBeGreaterThan(10);
    for (const [name, { limits: { min = 0, max = 100 } = {} }] of found)
      expect([written.length >= min, written.length <= max], name).toEqual([true, true]);
  });

  it('lets the program succeed as the recording did', async () => {
    const password = 'opensesame-9';
    const { documents } = await recordedCase((platform) =>
      platform.fabric.subscribers.create({ email: 'user1@example.com', password }),
    );
    const text = JSON.stringify(documents).replaceAll(password, CUT);
    const cassette = { header: { ...HEADER, redaction: 'known secrets' }, documents: JSON.parse(text) };
    const code = await exportCase(cassette, 'ts');
    expect(code).toContain("password: 'placeholder'");
    const bench = createBench();
    expect(await bench.run(code, { script: true })).toMatchObject({ ok: true });
    await bench.close();
    expect(await exportCase(cassette, 'curl')).not.toContain(CUT);
  });
});

it('the user reads which resources of a recording a sandbox cannot start with', async () => {
  const address = { id: '3f1f5b1a-0000-4000-8000-00000000c0de', name: 'a', type: 'app', channels: {} };
  const documents = [
    http('GET', '/api/fabric/addresses', { status: 200, answer: { data: [address] } }),
    http('PATCH', '/api/project/tokens/3f1f5b1a-0000-4000-8000-00000000c0dd', { sent: {}, status: 200, answer: {} }),
  ];
  const file = join(folder, 'unpopulated.ndjson');
  writeFileSync(file, [HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n'));
  for (const command of [
    ['replay', file],
    ['explain', file],
    ['--from', file, '-e', '1'],
    ['export', file, '--to', 'report'],
  ]) {
    const { out, err } = await patchbay(...command);
    for (const family of ['/api/fabric/addresses', '/api/project/tokens'])
      expect(out + err, command.join(' ')).toContain(`1 resource of ${family} cannot be populated`);
  }
});

describe('an export', () => {
  it('never offers the credentials of the platform to a service', async () => {
    const service = http('GET', '/v1/current.json', { status: 500 });
    const documents = [
      http('GET', '/api/relay/rest/queues', { status: 200, answer: { data: [] } }),
      { ...service, request: { ...service.request, url: 'https://api.weatherapi.com/v1/current.json?key=secret_1' } },
    ];
    const cassette = { header: HEADER, documents };
    expect((await exportCase(cassette, 'curl', { host: 'example.space.com' })).match(/--user/g)).toHaveLength(1);
    expect((await exportCase(cassette, 'http', { host: 'example.space.com' })).match(/^Authorization:/gm)).toHaveLength(
      1,
    );
  });

  it('names the requests that it cannot repeat, in the text and for the user', async () => {
    const documents = [
      http('GET', '/api/relay/rest/queues', { status: 429, answer: {} }),
      http('GET', '/api/relay/rest/numbrs', { status: 404, answer: {} }),
    ];
    const file = join(folder, 'limits.ndjson');
    writeFileSync(file, [HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n'));
    for (const [format, note] of [
      ['curl', 'The request did not cause 429 of queues.list, so the platform may answer otherwise.'],
      ['http', 'The request did not cause 429 of queues.list, so the platform may answer otherwise.'],
      ['ts', 'is not an operation of the client, so the program leaves it out.'],
      ['test', 'is not an operation of the client, so the program leaves it out.'],
      ['notebook', 'is not an operation of the client, so the program leaves it out.'],
    ] as const) {
      const { out, err } = await patchbay('export', file, '--to', format);
      expect([out, err], format).toEqual([expect.stringContaining(note), expect.stringContaining(note)]);
    }
    expect((await patchbay('export', file, '--to', 'har')).err).toBe('');
  });

  it.each(['refused', 'timeout', 'aborted', 'reset', undefined] as const)(
    'to har keeps the reason for a missing response: %s',
    async (fault) => {
      const { response: _, ...entry } = http('GET', '/api/relay/rest/queues', { unanswered: true });
      const { unanswered, ...open } = entry;
      const one = fault ? { ...open, fault } : entry;
      const text = await exportCase({ header: HEADER, documents: [one] }, 'har');
      const [again] = importCase([{ name: 'x.har', text }]).documents as CassetteEntry[];
      expect([again?.fault, again?.unanswered]).toEqual([fault, fault ? undefined : unanswered]);
    },
  );

  it.each(['curl', 'http', 'har'])('to %s is the same case when it is imported again', async (format) => {
    const { cassette } = await recorded(async (platform) => {
      const { id } = await platform.queues.create({ name: 'it\'s "sales" $HOME' });
      await platform.phone_numbers.list({ filter_number: '+12065550100' });
      await platform.compat.messages.create({ From: '+12065550100', To: '+13035550111', Body: 'é & ü' });
      await platform.queues.delete(id);
    });
    const requestsOf = (documents: readonly { kind: string }[]) =>
      documents.map((one) => {
        const { op, request } = one as CassetteEntry;
        return { op, method: request.method, url: request.url, body: request.body };
      });
    const name = `x.${format === 'curl' ? 'sh' : format}`;
    const again = importCase([{ name, text: await exportCase(cassette, format, { base: 'https://sandbox.invalid' }) }]);
    // The comments of the script.
    expect(again.problems).toEqual(format === 'curl' ? ['x.sh: 6 lines without a request, ignored'] : []);
    expect(requestsOf(again.documents)).toEqual(requestsOf(cassette.documents));
  });

  it('of curl commands goes to another address on demand', async () => {
    const { file } = await recorded((platform) => platform.queues.list());
    expect((await patchbay('export', file, '--to', 'curl', '--base', 'http://127.0.0.1:8080')).out).toContain(
      'curl --globoff --request GET http://127.0.0.1:8080/api/relay/rest/queues',
    );
  });

  it.each(exporters)('to $name refuses a long recording before it redacts it', async ({ name }) => {
    const request = { method: 'GET', url: 'https://space.example.com/api/relay/rest/queues' };
    const entry: CassetteEntry = { kind: 'http', request, response: { status: 404 } };
    const long = { header: HEADER, documents: Array.from({ length: 10_001 }, () => entry) };
    await expect(exportCase(long, name)).rejects.toThrow(
      'The recording has 10,001 entries; the limit is 10,000. To export the requests that matter, run patchbay minimize first',
    );
  });
});

describe('an export of a large recording', () => {
  it.each(exporters)('to $name refuses forms of very many pairs before it redacts them', async ({ name }) => {
    const pairs = 'Body=a&'.repeat(50_001);
    const url = 'https://space.example.com/api/relay/rest/queues';
    const response = { status: 422 };
    const requests: CassetteEntry['request'][] = [
      { method: 'POST', url, body: { text: pairs } },
      { method: 'POST', url, body: { json: { name: pairs } } },
      { method: 'POST', url, body: { base64: Buffer.from(pairs).toString('base64') } },
      { method: 'GET', url: `${url}?${pairs}` },
    ];
    for (const request of requests)
      await expect(
        exportCase({ header: HEADER, documents: [{ kind: 'http', request, response }] }, name),
      ).rejects.toThrow('The recording has more than 50,000 pairs in long forms and queries. To export the requests');
  });

  it('says which formats there are', async () => {
    expect(await patchbay('export', 'x.yaml')).toMatchObject({
      code: 2,
      err: expect.stringContaining('an .http file'),
    });
    await expect(exportCase({ header: {} as never, documents: [] }, 'tss')).rejects.toThrow('Did you mean ts?');
    for (const { name } of exporters) expect((await patchbay('export', '--help')).out).toContain(name);
  });
});
