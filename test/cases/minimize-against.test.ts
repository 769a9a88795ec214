import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain, minimize, replay } from '../../src/cases/index.js';
import {
  type CassetteDocument,
  type CassetteEntry,
  openCassette,
  parseCassette,
  toNdjson,
} from '../../src/cassette/index.js';
import type { RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { recorded } from '../sandbox/populate/recorded.js';
import { patchbay } from '../support/run-patchbay.js';
import { http } from './support/recorded-case.js';

const folder = mkdtempSync(join(tmpdir(), 'against-'));
afterAll(() => rmSync(folder, { recursive: true }));
const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;
const caseOf = (documents: readonly object[]) =>
  parseCassette([HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n'), 'case.ndjson');

async function session(seed: number, work: (platform: RestClient) => Promise<unknown>) {
  const { documents, client } = recorded(createSandbox({ seed }));
  await work(client).catch(() => {});
  return caseOf(documents);
}

interface Night {
  readonly name?: string;
  readonly size?: number;
  readonly before?: (platform: RestClient) => Promise<unknown>;
}

/** Creates a queue between other requests, and uses its id. Each seed gives other ids. */
const night = (seed: number, { name = 'night', size = 5, before }: Night = {}) =>
  session(seed, async (platform) => {
    await platform.phone_numbers.list();
    await platform.queues.create({ name: 'taken' });
    await platform.queues.create({ name: `noise-${seed}` });
    await before?.(platform);
    const queue = await platform.queues.create({ name: 'free' });
    await platform.queues.get(queue.id);
    await platform.queues.list({ page_size: seed });
    await platform.queues.update(queue.id, { name, max_size: size });
  });

const found = ({ against }: Awaited<ReturnType<typeof minimize>>) =>
  against?.differences.map(({ operation, at, good, bad }) => ({ operation, at, good, bad }));

describe('minimize against a good recording', () => {
  it('finds the field that makes the good recording fail, although all ids differ', async () => {
    const [good, bad] = [await night(11), await night(12, { name: 'taken', size: 6 })];
    const result = await minimize(bad, { against: good });
    expect(found(result)).toEqual([{ operation: 'queues.update', at: 'body.name', good: 'night', bad: 'taken' }]);
    expect(result.against?.from).toBeGreaterThanOrEqual(4);
    expect(result.failure).toMatch(/^queues\.update 422/);
    const { requests } = await replay(result);
    expect(requests.filter(({ status }) => status === 422).map(({ operation }) => operation)).toEqual([
      'queues.update',
    ]);
    // The response is that of the bad recording, so `explain` finds the failure.
    expect((await explain(result)).failures).toHaveLength(1);
    const changed = result.documents.at(-1) as CassetteEntry;
    expect(changed.request.body).toEqual({ json: { name: 'taken', max_size: 5 } });
  });

  it('finds a request that only the bad recording has, with the requests whose ids it uses', async () => {
    const bad = await night(14, {
      async before(platform) {
        const queue = await platform.queues.create({ name: 'other' });
        await platform.queues.list();
        await platform.queues.update(queue.id, { name: 'night' });
      },
    });
    const result = await minimize(bad, { against: await night(13) });
    expect(found(result)?.map(({ operation, good }) => [operation, good])).toEqual([
      ['queues.update', undefined],
      ['queues.create', undefined],
    ]);
    expect((await replay(result)).requests.at(-1)?.status).toBe(422);
  });

  it('finds a request that only the good recording has', async () => {
    const story = (isReleased: boolean) => async (platform: RestClient) => {
      const queue = await platform.queues.create({ name: 'night' });
      await platform.queues.list();
      if (isReleased) await platform.queues.delete(queue.id);
      await platform.phone_numbers.list();
      await platform.queues.create({ name: 'night' });
    };
    const result = await minimize(await session(2, story(false)), { against: await session(1, story(true)) });
    expect(result.against?.differences).toMatchObject([{ operation: 'queues.delete', exchanges: { good: 3 } }]);
    expect(result.documents).toHaveLength(4);
  });

  it('finds the state of the account that only the bad recording shows', async () => {
    const story = (isTaken: boolean) => {
      const sandbox = createSandbox({ seed: 3 });
      return async () => {
        if (isTaken) await sandbox.client().queues.create({ name: 'night' });
        const { documents, client } = recorded(sandbox);
        await client.queues.list();
        await client.queues.create({ name: 'night' }).catch(() => {});
        return caseOf(documents);
      };
    };
    const result = await minimize(await story(true)(), { against: await story(false)() });
    expect(found(result)).toMatchObject([{ operation: 'queues.list', at: expect.stringContaining('response') }]);
  });

  it('finds a body that is not JSON, and a parameter of the query', async () => {
    const path = '/api/relay/rest/queues';
    const answer = { id: 'q-00000001', name: 'night' };
    const good = http('POST', path, { sent: { name: 'night' }, type: 'application/json', status: 201, answer });
    const form = { text: 'name=night', type: 'application/json' };
    const bad = http('POST', path, { ...form, status: 400, answer: { errors: [{ code: 'x' }] } });
    const list = (size: string) => http('GET', `${path}?page_size=${size}`, { status: 200, answer: { data: [] } });
    const recording = caseOf([list('5'), bad]);
    if ((await replay(recording)).requests.every(({ status }) => Number(status) < 400)) throw new Error('must fail');
    const result = await minimize(recording, { against: caseOf([list('6'), good]) });
    expect(found(result)).toEqual([
      { operation: 'queues.create', at: 'body encoding', good: 'JSON', bad: 'a form as application/json' },
    ]);
    const test = minimize(caseOf([list('5')]), {
      against: caseOf([list('6')]),
      test: ({ requests }) => JSON.stringify(requests).includes('page_size=5'),
    });
    expect(found(await test)).toEqual([{ operation: 'queues.list', at: 'query page_size', good: '6', bad: '5' }]);
  });
});

describe('the limits of minimize against a good recording', () => {
  it('repeats an expired token, which no request causes', async () => {
    const good = await night(5);
    const documents = JSON.parse(JSON.stringify(good.documents)) as CassetteDocument[];
    const third = documents[4] as { response: object };
    third.response = { status: 401, body: { json: { errors: [{ code: 'unauthorized' }] } } };
    const result = await minimize({ ...good, documents }, { against: good });
    expect(found(result)).toEqual([{ operation: 'queues.get', at: 'response status', good: 200, bad: 401 }]);
  });

  it('does not confuse ids that redaction made equal', async () => {
    const one = await night(21);
    const uuids = (documents: readonly CassetteDocument[]) => {
      const names = new Map<string, string>();
      return JSON.parse(
        JSON.stringify(documents).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
          const known = names.get(id) ?? `00000000-0000-4000-8000-${String(names.size + 1).padStart(12, '0')}`;
          names.set(id, known);
          return known;
        }),
      );
    };
    const bad = await night(22, {
      name: 'taken',
      before: (platform) => platform.queues.create({ name: 'more' }).then(({ id }) => platform.queues.get(id)),
    });
    const result = await minimize(
      { ...bad, documents: uuids(bad.documents) },
      { against: { ...one, documents: uuids(one.documents) } },
    );
    expect(found(result)).toEqual([{ operation: 'queues.update', at: 'body.name', good: 'night', bad: 'taken' }]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('finds a planted field among many (seed %s)', async (seed) => {
    const many = (name: string, changes: number) => async (platform: RestClient) => {
      await platform.queues.create({ name: 'taken' });
      for (let i = 0; i < 30; i++)
        await platform.queues.create({ name: `queue-${i}`, max_size: i < changes ? 100 + i : 50 });
      await platform.queues.create({ name });
    };
    const good = await session(seed, many('free', 0));
    const bad = await session(seed + 100, many('taken', seed * 3));
    const { runs, ...result } = await minimize(bad, { against: good });
    expect(found({ runs, ...result })).toEqual([
      { operation: 'queues.create', at: 'body.name', good: 'free', bad: 'taken' },
    ]);
    expect(runs).toBeLessThanOrEqual(Math.ceil(Math.log2(result.against?.from ?? 1)) + 8);
  });

  it('says when both fail, when no request fails, and when nothing differs', async () => {
    const [good, bad] = [await night(31), await night(32, { name: 'taken' })];
    await expect(minimize(bad, { against: await night(33, { name: 'taken', size: 9 }) })).rejects.toThrow(
      'the good recording fails in the same way',
    );
    await expect(minimize(good, { against: bad })).rejects.toThrow('no request fails');
    await expect(minimize(bad, { against: bad })).rejects.toThrow('the two recordings do not differ');
  });

  it('returns the best result so far when it is stopped', async () => {
    const [good, bad] = [await night(41), await night(42, { name: 'taken', size: 6 })];
    const stopped = new AbortController();
    const result = await minimize(bad, { against: good, signal: stopped.signal, onProgress: () => stopped.abort() });
    expect(result.isFinished).toBe(false);
    expect((await replay(result)).requests.some(({ status }) => status === 422)).toBe(true);
  });
});

describe('patchbay minimize --against', () => {
  const cli = join(import.meta.dirname, '../../dist/cli.js');
  const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1' };
  const run = (...args: string[]) => patchbay(['minimize', ...args], { cwd: folder });
  const write = (name: string, recording: Parameters<typeof toNdjson>[0]) =>
    writeFileSync(join(folder, name), toNdjson(recording));

  beforeAll(async () => {
    write('good.ndjson', await night(51));
    write('bad.ndjson', await night(52, { name: 'taken', size: 6 }));
  });

  it('lists the differences as sentences and writes the recording', async () => {
    const { code, out, err } = await run('bad.ndjson', '--against', 'good.ndjson', '-o', 'small.yaml');
    expect({ code, out, err }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^good\.ndjson becomes bad\.ndjson with 1 of \d+ differences:\n {2}7 queues\.update body\.name was "night" and is "taken"\nfound after \d+ runs\.\nfailure: queues\.update 422.*\nwritten: small\.yaml\nnext: patchbay explain small\.yaml\n$/,
      ),
      err: '',
    });
    expect(openCassette(join(folder, 'small.yaml')).entries).toHaveLength(7);
  });

  it.each([
    [['bad.ndjson', '--against', 'bad.ndjson'], 'bad.ndjson and bad.ndjson: the two recordings do not differ'],
    [['good.ndjson', '--against', 'bad.ndjson'], 'bad.ndjson and good.ndjson: no request fails'],
    [['bad.ndjson', '--against', 'gone.yaml'], 'gone.yaml'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args, '-o', 'none.yaml');
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(existsSync(join(folder, 'none.yaml'))).toBe(false);
  });

  it.each([
    [['--against', 'long-good.ndjson'], 'The search was not finished, so fewer may be enough.'],
    [[], 'The search was not finished, so a smaller one may exist.'],
  ])('writes the best result so far at Ctrl-C (%j)', async (options, message) => {
    const many = (name: string, size: number) => async (platform: RestClient) => {
      await platform.queues.create({ name: 'taken' });
      for (let i = 0; i < 400; i++) await platform.queues.create({ name: `queue-${i}`, max_size: size });
      await platform.queues.create({ name });
    };
    write('long-good.ndjson', await session(61, many('free', 5)));
    write('long-bad.ndjson', await session(62, many('taken', 6)));
    const output = `best-${options.length}.yaml`;
    const args = [cli, 'minimize', 'long-bad.ndjson', ...options, '-o', output];
    // The signal arrives when the recordings were read: an own test says so in the first run.
    const test = '(requests.length > 100 && console.error("run"), last.status === 422)';
    const child = spawn(process.execPath, [...args, '--test', test], { cwd: folder, env });
    const all = Promise.all([text(child.stdout), once(child, 'close')]);
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    const [stdout, [code]] = await all;
    expect([code, stdout]).toEqual([0, expect.stringContaining(message)]);
    expect(existsSync(join(folder, output))).toBe(true);
  });
});
