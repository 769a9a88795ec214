import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, createBench, openBench } from '../../src/bench/index.js';
import { type Cassette, openCassette } from '../../src/cassette/index.js';

const folder = mkdtempSync(join(tmpdir(), 'session-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});

let files = 0;
const newFile = (ending = 'yaml') => join(folder, `${++files}.${ending}`);

const STORY = [
  "const owner = 'jane.roe@corp.test'",
  'owner',
  "const queue = await platform.queues.create({ name: 'night shift' })",
  'queue.max_size',
  'nothing.here',
  '.help queues',
  'await platform.queues.get(queue.id)',
];

/** A server of the user that the sandbox fetches a call document from. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.end('{"version":"1.0.0","sections":{"main":["hangup"]}}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  await work(`http://127.0.0.1:${(server.address() as { port: number }).port}/swml`);
  server.close();
}

const run = async (inputs: readonly string[]) => {
  for (const input of inputs) await bench.run(input);
};
const kinds = ({ documents }: Cassette) => documents.map(({ kind }) => kind);

describe.each([
  ['.record', async (file: string, inputs: readonly string[]) => run([`.record ${file}`, ...inputs, '.record stop'])],
  ['.save', async (file: string, inputs: readonly string[]) => run([...inputs, `.save ${file}`])],
  [
    '--record',
    async (file: string, inputs: readonly string[]) => {
      await bench.record({ file, redact: true, session: true });
      await run(inputs);
      await bench.close();
    },
  ],
])('%s', (_, record) => {
  it('holds inputs, outputs, errors and requests in one redacted file', async () => {
    const file = newFile();
    await record(file, STORY);
    const saved = openCassette(file);
    const texts = saved.documents.map(({ kind, ...rest }) => {
      const { source, text, op } = rest as Record<string, unknown>;
      return `${kind} ${String(source ?? text ?? op).split('\n')[0]}`;
    });
    expect(texts).toEqual([
      expect.stringMatching(/^input const owner = /),
      'input owner',
      expect.stringMatching(/^output 'user\d+@example\.com'$/),
      expect.stringMatching(/^input const queue = /),
      'http queues.create',
      'input queue.max_size',
      expect.stringMatching(/^output \d+$/),
      'input nothing.here',
      expect.stringMatching(/^error ReferenceError: nothing is not defined/),
      'input await platform.queues.get(queue.id)',
      'http queues.get',
      expect.stringMatching(/^output /),
    ]);
    expect(readFileSync(file, 'utf8')).not.toContain('jane.roe');
  });

  it('holds the requests that the sandbox made, with their responses', async () => {
    await withServer(async (url) => {
      const file = newFile();
      await record(file, [
        'const [number] = (await platform.phone_numbers.list()).data',
        `await platform.phone_numbers.set_swml_webhook(number.id, '${url}')`,
        'await sandbox.ring(number.number)',
      ]);
      const saved = openCassette(file);
      expect(kinds(saved)).toContain('webhook');
      const webhook = saved.documents.find(({ kind }) => kind === 'webhook');
      expect(webhook).toMatchObject({ event: 'call document', response: { status: 200 } });
    });
  });
});

describe('.save', () => {
  it('writes a recording that answers in a replay', async () => {
    const file = newFile('ndjson');
    await run([...STORY, `.save ${file}`]);
    const again = createBench({ strict: true });
    await again.use({ kind: 'replay', file });
    const outcome = await again.run("(await platform.queues.create({ name: 'night shift' })).id.length");
    expect(outcome).toEqual({ ok: true, value: 36 });
  });

  it('reports the number of exchanges and inputs, and replaces no file', async () => {
    const file = newFile();
    await run(STORY);
    expect(String(((await bench.run(`.save ${file}`)) as { value: unknown }).value)).toContain(
      `2 exchanges, 6 inputs → ${file}`,
    );
    expect(await bench.run(`.save ${file}`)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('already exists') },
    });
  });

  it('--failed keeps only what led to the last failed request', async () => {
    const file = newFile();
    await run([
      "const name = 'day shift'",
      'await platform.phone_numbers.list()',
      "const other = await platform.queues.create({ name: 'unrelated' })",
      'const queue = await platform.queues.create({ name })',
      'await platform.queues.get(other.id)',
      'await platform.queues.delete(queue.id)',
      'await platform.queues.get(queue.id)',
      'await platform.queues.list()',
      `.save --failed ${file}`,
    ]);
    const saved = openCassette(file);
    expect(
      saved.documents.map((one) => (one as { op?: string }).op ?? (one as { source?: string }).source ?? one.kind),
    ).toEqual([
      "const name = 'day shift'",
      'const queue = await platform.queues.create({ name })',
      'queues.create',
      'await platform.queues.delete(queue.id)',
      'queues.delete',
      'await platform.queues.get(queue.id)',
      'queues.get',
      'error',
    ]);
  });

  it('--failed says when nothing failed', async () => {
    await run(['await platform.queues.list()']);
    expect(await bench.run(`.save --failed ${newFile()}`)).toMatchObject({
      ok: false,
      error: { message: 'no request has failed in this session' },
    });
  });
});

describe('.export', () => {
  it('writes the running session in each format', async () => {
    await run([
      "const queue = await platform.queues.create({ name: 'night shift' })",
      'await platform.queues.get(queue.id)',
    ]);
    const shown = (await bench.run('.export ts')) as { value: unknown };
    expect(String(shown.value)).toContain('await platform.queues.get(queue.id);');
    const file = newFile('md');
    const written = (await bench.run(`.export report ${file}`)) as { value: unknown };
    expect(String(written.value)).toBe(`2 exchanges, 2 inputs → ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('No request failed.');
    expect(readFileSync(file, 'utf8')).not.toContain('Not analysed');
    expect(await bench.run('.export reprt')).toMatchObject({
      ok: false,
      error: { message: 'unknown format reprt. Did you mean report?' },
    });
  });
});

it('a session that started from a recording is exported with that start, and saved without a seed', async () => {
  const account = newFile('ndjson');
  await run(['await platform.queues.list()', 'await platform.phone_numbers.list()', `.save ${account}`]);
  expect(openCassette(account).header).toMatchObject({ seed: 1 });
  bench = await openBench({ mode: { kind: 'sandbox', from: account } });
  await run(["await platform.queues.create({ name: 'night shift' })"]);
  const curl = (await bench.run('.export curl')) as { value: unknown };
  expect(String(curl.value)).toContain(`patchbay sandbox --port 4010 --from ${relative('.', account)}\n`);
  const test = (await bench.run('.export test')) as { value: unknown };
  expect(String(test.value)).toContain(
    `createSandbox({ from: resolve(import.meta.dirname, '${relative('.', account)}') })`,
  );
  for (const file of [newFile(), newFile()]) {
    await run([files % 2 ? `.save ${file}` : `.record ${file}`, 'await platform.queues.list()', '.record stop']);
    expect(openCassette(file).header.seed).toBeUndefined();
  }
});

it('a recording that begins after requests has no seed, because a seed does not create its state', async () => {
  const file = newFile();
  await run(["await platform.queues.create({ name: 'a' })", `.record ${file}`, 'await platform.queues.list()']);
  await run(['.record stop']);
  expect(openCassette(file).header.seed).toBeUndefined();
});

it('.curl has an address that `patchbay sandbox --port 4010` answers', async () => {
  await run(['await platform.queues.list()']);
  const shown = (await bench.run('.curl')) as { value: unknown };
  expect(String(shown.value)).toContain('curl --request GET http://127.0.0.1:4010/api/relay/rest/queues');
});

describe('leaving', () => {
  it('reports what was recorded', async () => {
    const file = newFile();
    await bench.record({ file, redact: true, session: true });
    await run(STORY);
    await bench.close();
    expect(notices(bench)).toContain(`2 exchanges, 6 inputs → ${file}`);
  });

  it('warns when nothing was recorded', async () => {
    const file = newFile();
    await bench.record({ file, redact: true, session: true });
    await run(['1 + 1']);
    await bench.close();
    expect(notices(bench).join('\n')).toContain(`0 exchanges recorded → ${file}: there were no requests to record`);
  });
});

const notices = ({ log }: Bench) => log.events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
