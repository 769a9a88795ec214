import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type CassetteEntry,
  openCassette,
  recordingDispatcher,
  replayDispatcher,
  replayer,
} from '../../src/cassette/index.js';
import { RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';

const folder = mkdtempSync(join(tmpdir(), 'match-host-'));
afterAll(() => rmSync(folder, { recursive: true }));

const entryOf = (url: string, json: unknown, method = 'GET'): CassetteEntry => ({
  kind: 'http',
  request: { method, url },
  response: { status: 200, body: { json } },
});
const get = (url: string, method = 'GET') => ({ method, url, headers: {} });

describe('a replay that ignores the host', () => {
  it('answers a client of another host from the recording of a sandbox on a free port', async () => {
    const file = join(folder, 'sandbox.yaml');
    const server = await createSandbox().listen();
    const recording = await recordingDispatcher(file);
    const { project, token } = server.credentials;
    const headers = { authorization: `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}` };
    const path = '/api/relay/rest/phone_numbers?page_size=1';
    const recorded = await (await request(`${server.url}${path}`, { dispatcher: recording, headers })).body.json();
    await recording.close();
    await server.close();

    const cassette = openCassette(file);
    const replay = replayer(cassette, { matchHost: false });
    const client = new RestClient({ project, token, host: 'customer.example.com', transport: replay });
    expect((await client.phone_numbers.list({ page_size: 1 })).data).toEqual((recorded as { data: unknown }).data);
    expect(replay.unused()).toEqual([]);
    const dispatcher = await replayDispatcher(cassette, { matchHost: false });
    const { body } = await request(`http://127.0.0.1:1${path}`, { dispatcher: dispatcher.fork() });
    expect(await body.json()).toEqual(recorded);
    await expect(replayer(cassette).send(get(`https://customer.example.com${path}`))).rejects.toThrow('host: recorded');
  });

  it('still compares the path, the query and the method, and does not name the host as a difference', async () => {
    const replay = replayer({ entries: [entryOf('http://127.0.0.1:4000/a?b=1', 1)] }, { matchHost: false });
    await expect(replay.send(get('https://acme.example.com/a?b=2'))).rejects.toMatchObject({
      differences: ['query b: recorded 1, requested 2'],
    });
    await expect(replay.send(get('https://acme.example.com/a?b=1', 'POST'))).rejects.toMatchObject({
      differences: ['method: recorded GET, requested POST'],
    });
  });

  it('redacts the query that the recording has redacted', async () => {
    const replay = replayer({ entries: [entryOf('http://127.0.0.1:4000/a?key=[cut]&q=1', 1)] }, { matchHost: false });
    expect(await replay.send(get('https://acme.example.com/a?q=1&key=other'))).toMatchObject({ status: 200 });
  });

  it('is refused if the option is not true or false', () => {
    expect(() => Reflect.apply(replayer, undefined, [{ entries: [] }, { matchHost: 'no' }])).toThrow(
      'matchHost must be true or false',
    );
  });
});

describe('a miss', () => {
  const entries = [entryOf('https://x.invalid/queues?page=1&size=5', 1), entryOf('https://x.invalid/calls', 2, 'POST')];

  it('shows the query, and the nearest exchange even if it was used', async () => {
    const replay = replayer({ entries });
    await replay.send(get('https://x.invalid/queues?page=1&size=5'));
    const missed = expect(replay.send(get('https://x.invalid/queues?page=2&size=5'))).rejects;
    await missed.toThrow(
      'the recording has no GET /queues?page=2&size=5 that matches. The closest recorded request, GET, was already used and differs in query page: recorded 1, requested 2',
    );
    await missed.toMatchObject({ nearest: entries[0], isUsedUp: false });
  });

  it('shows the nearest exchange if all of them were used', async () => {
    const replay = replayer({ entries: entries.slice(0, 1) });
    await replay.send(get('https://x.invalid/queues?page=1&size=5'));
    await expect(replay.send(get('https://x.invalid/queues'))).rejects.toThrow(
      'was already used and differs in query page: recorded 1, requested nothing; query size',
    );
  });

  it('prefers an unused exchange among equally near ones', async () => {
    const same = [entryOf('https://x.invalid/a?b=1', 1), entryOf('https://x.invalid/a?b=2', 2)];
    const replay = replayer({ entries: same });
    await replay.send(get('https://x.invalid/a?b=1'));
    await expect(replay.send(get('https://x.invalid/a?b=3'))).rejects.toMatchObject({ nearest: same[1] });
  });

  it('names the used exchange in a strict replay that has ended', async () => {
    const replay = replayer({ entries: entries.slice(0, 1) }, { order: 'strict' });
    await replay.send(get('https://x.invalid/queues?page=1&size=5'));
    await expect(replay.send(get('https://x.invalid/queues?page=2&size=5'))).rejects.toThrow(
      'was already used and differs in query page',
    );
    await expect(replay.send(get('https://x.invalid/queues?page=1&size=5'))).rejects.toThrow(
      'the recording has no GET /queues?page=1&size=5 left. All recorded responses to it were used',
    );
  });
});
