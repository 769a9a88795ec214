import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import {
  Client,
  type Dispatcher,
  FormData,
  fetch,
  getGlobalDispatcher,
  interceptors,
  request,
  setGlobalDispatcher,
} from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCassette, recordingDispatcher, replayDispatcher, replayer } from '../../src/cassette/index.js';
import { serve } from '../support/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'dispatchers-'));
const BYTES = Buffer.from([0, 255, 128, 10, 13, 0, 200]);
let flaky = 0;
let asked = 0;
let server: Awaited<ReturnType<typeof serve>>;

async function answer(message: IncomingMessage, response: ServerResponse) {
  asked++;
  const body = await buffer(message);
  const json = { 'content-type': 'application/json' };
  switch (new URL(message.url ?? '', 'http://localhost').pathname) {
    case '/gzip':
      return response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync('{"packed":"é"}'));
    case '/br':
      return response.writeHead(200, { ...json, 'content-encoding': 'br' }).end(brotliCompressSync('{"packed":"br"}'));
    case '/bytes':
      return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(BYTES);
    case '/reset':
      return message.socket.destroy();
    case '/partial':
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' });
      return response.write('only this', () => message.socket.destroy());
    case '/flaky':
      return response.writeHead(++flaky < 3 ? 503 : 200, json).end(`{"try":${flaky}}`);
    case '/empty':
      return response.writeHead(204).end();
    case '/stream':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      return response.end('data: 2\n\n');
    default:
      return response.writeHead(200, json).end(JSON.stringify({ got: body.toString('latin1') }));
  }
}

beforeAll(async () => {
  server = await serve((message, response) => void answer(message, response));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

type Caller = (
  path: string,
  dispatcher: Dispatcher,
  init?: { method: string; body: unknown },
) => Promise<{ status: number; body: Buffer }>;
const CALLERS: Record<string, Caller> = {
  'undici.request': async (path, dispatcher, init) => {
    const { statusCode, headers, body } = await request(server.url + path, { ...(init as object), dispatcher });
    const bytes = Buffer.from(await body.arrayBuffer());
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync }[String(headers['content-encoding'])];
    return { status: statusCode, body: unpack ? unpack(bytes) : bytes };
  },
  'undici.fetch': async (path, dispatcher, init) => {
    const response = await fetch(server.url + path, { ...(init as object), dispatcher });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  },
  'the global fetch': async (path, dispatcher, init) => {
    const before = getGlobalDispatcher();
    setGlobalDispatcher(dispatcher);
    try {
      const response = await globalThis.fetch(server.url + path, init as RequestInit);
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    } finally {
      setGlobalDispatcher(before);
    }
  },
};

let files = 0;
async function recorded(work: (dispatcher: Dispatcher) => Promise<unknown>) {
  const file = join(folder, `${files++}.ndjson`);
  const dispatcher = await recordingDispatcher(file, { now: () => 0 });
  await work(dispatcher);
  await dispatcher.close();
  return openCassette(file);
}

const settled = (work: Promise<{ status: number; body: Buffer }>) =>
  work.then(
    ({ status, body }) => [status, body.toString('latin1')],
    (error: Error & { cause?: Error & { code?: string }; code?: string }) =>
      error.cause?.code ?? error.code ?? error.message,
  );

describe.each(Object.entries(CALLERS))('%s', (_, call) => {
  it.each(['/plain', '/gzip', '/br', '/bytes', '/empty', '/stream', '/reset', '/partial'])(
    'is answered by the recording as it was by the server (%s)',
    async (path) => {
      let live: unknown;
      const cassette = await recorded(async (dispatcher) => {
        live = await settled(call(path, dispatcher));
      });
      const before = asked;
      const replay = await replayDispatcher(cassette);
      expect(await settled(call(path, replay))).toEqual(live);
      expect([asked, replay.unused()]).toEqual([before, []]);
    },
  );

  it('sends JSON, forms and streams, and finds them again', async () => {
    const form = () => {
      const made = call === CALLERS['the global fetch'] ? new globalThis.FormData() : new FormData();
      made.set('name', 'Zoë');
      return made;
    };
    const bodies = [
      () => '{"a":1,"b":[2]}',
      () => new URLSearchParams({ To: '+1 2', From: 'é' }).toString(),
      () => BYTES,
      ...(call === CALLERS['undici.request'] ? [() => Readable.from([Buffer.from('one'), Buffer.from('two')])] : []),
      form,
    ];
    const story = (dispatcher: Dispatcher) =>
      Promise.all(bodies.map((body) => call('/echo', dispatcher, { method: 'POST', body: body() })));
    let live: { status: number; body: Buffer }[] = [];
    const cassette = await recorded(async (dispatcher) => {
      live = await story(dispatcher);
    });
    const replay = await replayDispatcher(cassette);
    expect((await story(replay)).map(({ status }) => status)).toEqual(live.map(({ status }) => status));
    expect(replay.unused()).toEqual([]);
  });

  it('never sends an unrecorded request to the network', async () => {
    const cassette = await recorded((dispatcher) => call('/plain', dispatcher));
    const before = asked;
    const replay = await replayDispatcher(cassette);
    await expect(call('/plain?other=1', replay)).rejects.toThrow();
    expect(asked).toBe(before);
  });
});

it('writes down every attempt of a retry', async () => {
  flaky = 0;
  const cassette = await recorded(async (dispatcher) => {
    const retrying = dispatcher.compose(interceptors.retry({ minTimeout: 1, maxTimeout: 1, statusCodes: [503] }));
    const { statusCode } = await request(`${server.url}/flaky`, { dispatcher: retrying });
    expect(statusCode).toBe(200);
  });
  expect(cassette.entries.map(({ response }) => response?.status)).toEqual([503, 503, 200]);
});

it('keeps packed answers as readable JSON, and bytes with their hash', async () => {
  const cassette = await recorded(async (dispatcher) => {
    for (const path of ['/gzip', '/bytes', '/partial'])
      await settled(CALLERS['undici.request']?.(path, dispatcher) as never);
  });
  expect(cassette.entries.map(({ response, fault }) => ({ body: response?.body, fault }))).toEqual([
    { body: { json: { packed: 'é' } }, fault: undefined },
    { body: { base64: BYTES.toString('base64'), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }, fault: undefined },
    { body: { text: 'only this' }, fault: 'reset' },
  ]);
});

describe('a replay', () => {
  it('fails when the caller aborts or the time limit passes, and not before', async () => {
    const cassette = await recorded(
      (dispatcher) => CALLERS['undici.request']?.('/plain', dispatcher) as Promise<unknown>,
    );
    const slow = { entries: cassette.entries.map((entry) => ({ ...entry, ms: 60_000 })) };
    const replay = await replayDispatcher(slow, { latency: 'real' });
    const controller = new AbortController();
    const waiting = request(`${server.url}/plain`, { dispatcher: replay, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    const again = replay.fork();
    await expect(request(`${server.url}/plain`, { dispatcher: again, headersTimeout: 5 })).rejects.toMatchObject({
      code: 'UND_ERR_HEADERS_TIMEOUT',
    });
    const scaled = await replayDispatcher(slow, { latency: 0.0001 });
    expect((await request(`${server.url}/plain`, { dispatcher: scaled, headersTimeout: 5000 })).statusCode).toBe(200);
  });

  it('can insist on the recorded order', async () => {
    const cassette = await recorded(async (dispatcher) => {
      for (const path of ['/a', '/b']) await CALLERS['undici.request']?.(path, dispatcher);
    });
    const strict = await replayDispatcher(cassette, { order: 'strict' });
    await expect(CALLERS['undici.request']?.('/b', strict)).rejects.toThrow(/\/a/);
    const any = await replayDispatcher(cassette);
    expect((await CALLERS['undici.request']?.('/b', any))?.status).toBe(200);
  });

  it.each([{ order: 'strikt' }, { latency: 'fast' }, { latency: -1 }, { latency: Number.NaN }])(
    'refuses %o, which would be taken for the default',
    async (options) => {
      const cassette = { entries: [] };
      await expect(replayDispatcher(cassette, options as never)).rejects.toThrow(/(order|latency) must be/);
      expect(() => replayer(cassette, options as never)).toThrow(/(order|latency) must be/);
    },
  );

  it('keeps a cursor for each session', async () => {
    const cassette = await recorded(async (dispatcher) => {
      for (const body of ['1', '1']) await CALLERS['undici.request']?.('/once', dispatcher, { method: 'POST', body });
    });
    const first = await replayDispatcher(cassette);
    const second = first.fork();
    for (const replay of [first, second])
      for (const body of ['1', '1'])
        expect((await CALLERS['undici.request']?.('/once', replay, { method: 'POST', body }))?.status).toBe(200);
    await expect(CALLERS['undici.request']?.('/once', first, { method: 'POST', body: '1' })).rejects.toThrow();
  });
});

it('leaves upgrades to others', async () => {
  const dispatcher = await recordingDispatcher(join(folder, 'upgrade.ndjson'), { through: new Client(server.url) });
  await expect(request(server.url, { dispatcher, upgrade: 'echo' } as never)).rejects.toThrow();
  await dispatcher.close();
});
