import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explain, minimize, replay } from '../../src/cases/index.js';
import { type CassetteEntry, openCassette, parseCassette, toNdjson } from '../../src/cassette/index.js';
import type { RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { recorded } from '../sandbox/populate/recorded.js';
import { seeded } from '../support/random.js';
import { patchbay } from '../support/run-patchbay.js';

const folder = mkdtempSync(join(tmpdir(), 'minimize-'));
afterAll(() => rmSync(folder, { recursive: true }));
const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;

async function session(work: (platform: RestClient) => Promise<unknown>) {
  const { documents, client } = recorded(createSandbox());
  await work(client.with({ check: false })).catch(() => {});
  return parseCassette([HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n'), 'case.ndjson');
}

/** Requests that have nothing to do with the failure. */
async function noise(platform: RestClient, count: number, seed: number) {
  const random = seeded(seed);
  for (let i = 0; i < count; i++) {
    const work = random.below(3);
    if (work === 0) await platform.queues.list();
    else if (work === 1) await platform.phone_numbers.list();
    else await platform.queues.create({ name: `noise-${seed}-${i}` });
  }
}

const operations = (documents: readonly { kind: string }[]) =>
  documents.map((one) => (one as CassetteEntry).request.method);

describe('minimize', () => {
  it('keeps the requests that the failure needs, along the links, and drops fields that it does not need', async () => {
    const recording = await session(async (platform) => {
      await noise(platform, 10, 1);
      await platform.queues.create({ name: 'taken', max_size: 9 });
      await noise(platform, 10, 2);
      const queue = await platform.queues.create({ name: 'free' });
      await noise(platform, 10, 3);
      await platform.queues.update(queue.id, { name: 'taken', max_size: 12 });
    });
    const result = await minimize(recording);
    expect(operations(result.documents)).toEqual(['POST', 'POST', 'PUT']);
    expect(result.documents.map((one) => (one as CassetteEntry).request.body)).toMatchObject([
      { json: { name: 'taken', max_size: 9 } },
      { json: { name: 'free' } },
      { json: { name: 'taken' } },
    ]);
    expect((await replay(result)).isSame).toBe(true);
    expect(result.documents[2]).not.toHaveProperty('request.body.json.max_size');
    expect((await replay(result)).requests.at(-1)?.status).toBe(422);
    expect(result.failure).toMatch(/^queues\.update 422/);
  });

  it.each([1, 2, 3, 4])('needs at most 3·k·log₂(N) + 10 runs for a planted cause (seed %s)', async (seed) => {
    const recording = await session(async (platform) => {
      await noise(platform, 40 * seed, seed);
      await platform.queues.create({ name: 'taken' });
      await noise(platform, 25 * seed, seed + 10);
      await platform.queues.create({ name: 'taken' });
    });
    const { runs, documents, isFinished } = await minimize(recording);
    expect(documents).toHaveLength(2);
    expect(isFinished).toBe(true);
    expect(runs).toBeLessThanOrEqual(3 * documents.length * Math.log2(recording.documents.length) + 10);
  });

  it('keeps the cause that explain names, which can be in a request that succeeded', async () => {
    const sandbox = createSandbox();
    const { documents, client } = recorded(sandbox);
    await noise(client, 12, 11);
    sandbox.faults.add('*', { status: 401 }, { times: 1 });
    await client.queues.list().catch(() => {});
    const recording = parseCassette([HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n'), 'case.ndjson');
    const result = await minimize(recording);
    expect(result.documents).toHaveLength(2);
    for (const { documents } of [recording, result])
      expect((await explain({ documents })).failures[0]).toMatchObject({
        trap: 'refused-credentials',
        cause: expect.stringMatching(/^the credentials were refused, unlike those of exchange \d+, before it$/),
      });
  });

  it('never follows another failure than the recorded one', async () => {
    const recording = await session(async (platform) => {
      await noise(platform, 4, 21);
      await platform.queues.get('00000000-0000-4000-8000-00000000dead');
    });
    const last = recording.documents.at(-1) as CassetteEntry;
    const outage = { ...last, response: { status: 503, body: { json: { error: 'Service Unavailable' } } } };
    const result = await minimize({ ...recording, documents: [...recording.documents.slice(0, -1), outage] });
    expect(result.failure).toBe('queues.get 503');
    expect(result.notes).toEqual([expect.stringContaining('The recorded answer was used')]);
    expect(result.documents).toEqual([outage]);
    const accepted = await session((platform) => platform.queues.create({ name: 'night', max_size: 'many' as never }));
    const done = { ...(accepted.documents[0] as CassetteEntry), response: { status: 201, body: { json: {} } } };
    await expect(minimize({ ...recording, documents: [done] })).rejects.toThrow('which is another failure');
  });

  it('keeps the exchange with a number: a failure, a suspicious success or a webhook', async () => {
    const recording = await session(async (platform) => {
      await platform.queues.get('nope').catch(() => {});
      await platform.queues.create({ name: 'night', max_sise: 4 } as never);
      await platform.queues.list();
      await platform.queues.get('other');
    });
    const [missing, misspelt, , other] = recording.documents;
    expect((await minimize(recording, { at: 1 })).documents).toEqual([missing]);
    expect((await minimize(recording, { at: 2 })).documents).toEqual([misspelt]);
    expect((await minimize(recording)).documents).toEqual([other]);
    await expect(minimize(recording, { at: 3 })).rejects.toThrow('request 3 succeeded, and no known trap matches it');
    await expect(minimize(recording, { at: 9 })).rejects.toThrow('no request or webhook 9');
  });
});

describe('the smallest recording', () => {
  it('leaves no request that only reads, unless the cause needs it', async () => {
    const recording = await session(async (platform) => {
      const [number] = (await platform.phone_numbers.list()).data;
      await platform.phone_numbers.update(number?.id ?? '', { call_handler: 'nope' as never });
    });
    const { documents } = await minimize(recording);
    expect(operations(documents)).toEqual(['PUT']);
  });

  it('looks for a problem of your own', async () => {
    const recording = await session(async (platform) => {
      await noise(platform, 6, 5);
      await platform.queues.create({ name: 'wanted' });
      await noise(platform, 6, 6);
    });
    const result = await minimize(recording, {
      test: ({ requests }) => requests.some(({ body }) => JSON.stringify(body)?.includes('"friendly_name":"wanted"')),
    });
    expect(result.documents).toHaveLength(1);
  });

  it('returns the best result so far when it is stopped', async () => {
    const recording = await session(async (platform) => {
      await noise(platform, 20, 7);
      await platform.queues.create({ name: 'taken' });
      await noise(platform, 20, 8);
      await platform.queues.create({ name: 'taken' });
    });
    const stopped = new AbortController();
    const result = await minimize(recording, { signal: stopped.signal, onProgress: () => stopped.abort() });
    expect(result.isFinished).toBe(false);
    expect((await replay(result)).requests.at(-1)?.status).toBe(422);
  });

  const stop = () => {
    const stopped = new AbortController();
    return { signal: stopped.signal, abort: () => stopped.abort() };
  };

  it('ends soon after a stop, however many exchanges are left', async () => {
    const entry = (index: number) => ({
      kind: 'http',
      request: { method: 'GET', url: `https://acme.example.com/api/relay/rest/queues/q${index}` },
      response: { status: 404, headers: {}, body: { json: {} } },
    });
    const lines = [HEADER, ...Array.from({ length: 8_000 }, (_, index) => entry(index))];
    const recording = parseCassette(lines.map((one) => JSON.stringify(one)).join('\n'), 'case.ndjson');
    const cost = async (work: () => Promise<unknown>) => {
      const before = process.cpuUsage();
      await work();
      return process.cpuUsage(before).user;
    };
    const once = await cost(() => replay(recording));
    const stopped = await cost(async () => {
      const { signal, abort } = stop();
      // It is asked first after the first replay.
      const test = () => {
        abort();
        return true;
      };
      const result = await minimize(recording, { signal, test });
      expect(result).toMatchObject({ isFinished: false });
      expect(result.documents).toHaveLength(8_000);
    });
    expect(stopped / once).toBeLessThan(6);
    const early = await cost(() =>
      expect(minimize(recording, { signal: AbortSignal.abort() })).rejects.toThrow('stopped during the first replay'),
    );
    expect(early / once).toBeLessThan(1);
  });

  it('refuses a recording in which nothing fails', async () => {
    const recording = await session((platform) => platform.queues.list());
    await expect(minimize(recording)).rejects.toThrow('no request fails when the recording is replayed on a sandbox');
  });
});

it('writes the smallest recording with patchbay minimize', async () => {
  const recording = await session(async (platform) => {
    await noise(platform, 8, 9);
    await platform.queues.get('nope');
  });
  writeFileSync(join(folder, 'case.ndjson'), toNdjson(recording));
  const run = (...args: string[]) => patchbay(['minimize', 'case.ndjson', ...args], { cwd: folder });
  const { code, out } = await run('-o', 'small.yaml');
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^1 of 9 requests left after \d+ runs\.\nfailure: queues\.get 404.*\nwritten: small\.yaml\n/,
    ),
  });
  expect(openCassette(join(folder, 'small.yaml')).entries).toHaveLength(1);
  expect((await run('-o', 'own.yaml', '--test', 'last.status === 404')).code).toBe(0);
  expect((await run('-o', 'other.yaml', '--test', '(')).code).toBe(2);
});
