import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dispatcher, fetch, getGlobalDispatcher, request, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cassette,
  openCassette,
  recorder,
  recordingDispatcher,
  replayDispatcher,
  replayer,
} from '../../src/cassette/index.js';
import { RestClient } from '../../src/client/index.js';
import { liveTransport, type Transport } from '../../src/http/index.js';

// What servers do on the wire, and what the caller sees of it: live, while it is recorded, and when it is replayed.

const folder = mkdtempSync(join(tmpdir(), 'wire-'));
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';
const CHUNKED = 'transfer-encoding: chunked\r\n\r\n';

type Story = (socket: Socket) => void;
const says =
  (text: string): Story =>
  (socket) =>
    void socket.end(Buffer.from(text, 'latin1'));
const STORIES: Record<string, Story> = {
  plain: says(`${OK}content-length: 2\r\n\r\nhi`),
  trailers: says(`${OK}trailer: server-timing\r\n${CHUNKED}2\r\nhi\r\n0\r\nserver-timing: db;dur=5\r\n\r\n`),
  'an unusual reason': says('HTTP/1.1 200 Most Certainly\r\ncontent-length: 2\r\n\r\nhi'),
  'no reason': says('HTTP/1.1 404 \r\ncontent-length: 0\r\n\r\n'),
  'an unusual status': says('HTTP/1.1 499 Gone Away\r\ncontent-length: 0\r\n\r\n'),
  'a status above all': says('HTTP/1.1 999 Denied\r\ncontent-length: 0\r\n\r\n'),
  'an early hint': says(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${OK}content-length: 2\r\n\r\nhi`),
  'unprintable headers': says(`${OK}etag: "\x85\u00a0"\r\nx-request-id: r1\r\ncontent-length: 2\r\n\r\nhi`),
  'an end at once': (socket) => void socket.end(),
  'a reset at once': (socket) => void socket.resetAndDestroy(),
  'a reset half-way': (socket) =>
    void socket.write(`${OK}content-length: 100\r\n\r\nonly this`, () => setImmediate(() => socket.resetAndDestroy())),
  'an end half-way': (socket) => void socket.end(`${OK}content-length: 100\r\n\r\nonly this`),
  'no HTTP': says('SSH-2.0-OpenSSH\r\n\r\n'),
  'two lengths': says(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\nhi!`),
};

const servers: Server[] = [];
const urls = new Map<string, string>();
let connections = 0;

async function listening(story: Story): Promise<string> {
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      if (!heard.includes('\r\n\r\n')) return;
      heard = '';
      story(socket);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

beforeAll(async () => {
  for (const [name, story] of Object.entries(STORIES)) urls.set(name, await listening(story));
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  urls.set('no listener', `http://127.0.0.1:${(closed.address() as { port: number }).port}`);
  await new Promise((resolve) => closed.close(resolve));
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const ALL = [...Object.keys(STORIES), 'no listener'];

/** What code can ask of an error. */
function seen(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, code, syscall, errno, cause } = error as NodeJS.ErrnoException;
  return { name, code, syscall, errno, class: error.constructor.name, ...(cause ? { cause: seen(cause) } : {}) };
}
const outcome = (work: Promise<unknown>) => work.catch(seen);

interface Watch {
  readonly signal?: AbortSignal;
  onChunk?(): void;
}
async function textOf(body: AsyncIterable<Uint8Array> | null, { onChunk }: Watch): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      onChunk?.();
    }
  } catch (error) {
    return [Buffer.concat(chunks).toString(), seen(error)];
  }
  return Buffer.concat(chunks).toString();
}

type Call = (url: string, dispatcher: Dispatcher, watch?: Watch) => Promise<unknown>;
const CALLERS: Record<string, Call> = {
  'undici.request': async (url, dispatcher, watch = {}) => {
    const { signal } = watch;
    const answer = await request(url, { dispatcher, ...(signal && { signal }) });
    const { statusCode, statusText, body, trailers, headers } = answer;
    return { statusCode, statusText, text: await textOf(body, watch), trailers, type: headers['content-type'] };
  },
  'undici.fetch': async (url, dispatcher, watch = {}) => {
    const { signal } = watch;
    const answer = await fetch(url, { dispatcher, ...(signal && { signal }) });
    return { status: answer.status, words: answer.statusText, text: await textOf(answer.body, watch) };
  },
  'the global fetch': async (url, dispatcher, watch = {}) => {
    const { signal } = watch;
    const before = getGlobalDispatcher();
    setGlobalDispatcher(dispatcher);
    try {
      const answer = await globalThis.fetch(url, { ...(signal && { signal }) });
      return { status: answer.status, words: answer.statusText, text: await textOf(answer.body, watch) };
    } finally {
      setGlobalDispatcher(before);
    }
  },
};

let files = 0;
async function recorded(work: (dispatcher: Dispatcher) => Promise<unknown>): Promise<Cassette> {
  const file = join(folder, `${files++}.${files % 2 ? 'yaml' : 'ndjson'}`);
  const dispatcher = await recordingDispatcher(file, { now: () => 0 });
  await work(dispatcher);
  await dispatcher.close();
  return openCassette(file);
}

describe.each(Object.entries(CALLERS))('%s', (_, call) => {
  it.each(ALL)('sees %s in the same way live, recorded and replayed', async (name) => {
    const url = `${urls.get(name)}/`;
    const { Agent } = await import('undici');
    const agent = new Agent();
    const live = await outcome(call(url, agent));
    await agent.close();
    let whileRecording: unknown;
    const cassette = await recorded(async (dispatcher) => {
      whileRecording = await outcome(call(url, dispatcher));
    });
    expect(whileRecording).toEqual(live);
    const replay = await replayDispatcher(cassette);
    const before = connections;
    expect(await outcome(call(url, replay))).toEqual(live);
    expect([connections, replay.unused()]).toEqual([before, []]);
  });

  it.each(['before the response', 'in the middle of the response'])(
    'aborts %s in the same way live, recorded and replayed',
    async (when) => {
      const { Agent } = await import('undici');
      let heard = () => {};
      const url = await listening((socket) => {
        if (when === 'before the answer') heard();
        else socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${CHUNKED}5\r\ndata:\r\n`);
      });
      /** Given up when the server has heard of it, or when its first words have come; a replay has no server. */
      const attempt = (dispatcher: Dispatcher) => {
        const controller = new AbortController();
        heard = () => controller.abort();
        return outcome(call(`${url}/`, dispatcher, { signal: controller.signal, onChunk: heard }));
      };
      const agent = new Agent();
      const live = await attempt(agent);
      await agent.destroy();
      let whileRecording: unknown;
      const cassette = await recorded(async (dispatcher) => {
        whileRecording = await attempt(dispatcher);
      });
      expect(whileRecording).toEqual(live);
      expect(cassette.entries.map(({ fault, response }) => [fault, response?.body])).toEqual([
        ['aborted', when === 'before the answer' ? undefined : { text: 'data:' }],
      ]);
      const replay = await replayDispatcher(cassette);
      const again = attempt(replay);
      if (when === 'before the answer') setImmediate(() => heard());
      expect(await again).toEqual(live);
      expect(replay.unused()).toEqual([]);
    },
  );
});

describe('our client', () => {
  const asked = (url: string) => ({ method: 'GET', url: `${url}/`, headers: {} });
  const ask = async (transport: Transport, url: string, signal?: AbortSignal) => {
    const { status, body } = await transport.send({ ...asked(url), ...(signal && { signal }) });
    return { status, text: Buffer.from(body).toString() };
  };
  const shown = (work: Promise<unknown>) =>
    work.catch((error) => ({
      ...(seen(error) as object),
      kind: error.kind,
      sent: error.sent,
      message: withoutDetail(error),
    }));
  // The recording does not keep the detail of an HTTP parse error.
  const withoutDetail = ({ message }: Error) => message.replace(/(HTTP\/1\.1 protocol) \(.*/, '$1');
  const taped = async (work: (transport: Transport) => Promise<unknown>) => {
    const file = join(folder, `${files++}.ndjson`);
    const recording = recorder(liveTransport(), { file, header: { origin: 'live', tool: 'test' } });
    await work(recording);
    await recording.close();
    return openCassette(file);
  };

  it.each(ALL)('sees %s in the same way recorded and replayed', async (name) => {
    const url = urls.get(name) as string;
    let live: unknown;
    const cassette = await taped(async (transport) => {
      live = await shown(ask(transport, url));
    });
    const replay = replayer(cassette);
    const again = (await shown(ask(replay, url))) as { cause?: { class?: string } };
    // Without undici the error has the name and the code of its class, and not the class.
    if (again.cause) again.cause.class = (live as typeof again).cause?.class as string;
    expect(again).toEqual(live);
    expect(replay.unused()).toEqual([]);
  });

  it('writes down every attempt, also one that was given up, and one that took too long', async () => {
    let heard = () => {};
    const url = await listening(() => heard());
    const controller = new AbortController();
    const cassette = await taped(async (transport) => {
      const client = new RestClient({ project: 'p', token: 't', host: url, retries: 1, timeout_ms: 30, transport });
      await client.queues.list().catch(() => {});
      heard = () => controller.abort();
      await ask(transport, url, controller.signal).catch(() => {});
      await ask(transport, url, AbortSignal.abort()).catch(() => {});
    });
    expect(cassette.entries.map(({ fault }) => fault)).toEqual(['timeout', 'timeout', 'aborted']);
  });

  it('ends an attempt that can no longer be aborted', async () => {
    const entry = { kind: 'http', request: asked('https://x.invalid'), fault: 'aborted' } as const;
    await expect(replayer({ entries: [entry] }).send(asked('https://x.invalid'))).rejects.toMatchObject({
      kind: 'aborted',
    });
    const dispatcher = await replayDispatcher({ entries: [entry] });
    await expect(request('https://x.invalid/', { dispatcher })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('passes on data before the response ends', async () => {
  let finish = () => {};
  const url = await listening((socket) => {
    socket.write(`${OK}${CHUNKED}2\r\nhi\r\n`);
    finish = () => void socket.end('0\r\n\r\n');
  });
  const cassette = await recorded(async (dispatcher) => {
    const { body } = await request(url, { dispatcher });
    const chunks: string[] = [];
    for await (const chunk of body) {
      chunks.push(String(chunk));
      finish();
    }
    expect(chunks).toEqual(['hi']);
  });
  expect(cassette.entries[0]?.response?.body).toEqual({ text: 'hi' });
});

it('passes on informational responses', async () => {
  const hints: unknown[] = [];
  await recorded((dispatcher) =>
    request(urls.get('an early hint') as string, { dispatcher, onInfo: (hint: unknown) => hints.push(hint) } as never),
  );
  expect(hints).toEqual([{ statusCode: 103, headers: { link: '</a>' } }]);
});

it('of an answer without end keeps the beginning, and lets the rest through', async () => {
  const LINE = `data: ${'x'.repeat(2 ** 20)}\n\n`;
  const url = await listening((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n');
    for (let i = 0; i < 40; i++) socket.write(LINE);
    socket.end();
  });
  const cassette = await recorded(async (dispatcher) => {
    const { body } = await request(url, { dispatcher });
    expect((await body.bytes()).length).toBe(40 * LINE.length);
  });
  expect(cassette.entries).toMatchObject([{ fault: 'too_large', response: { status: 200 } }]);
  const { body } = await request(url, { dispatcher: await replayDispatcher(cassette) });
  await expect(body.bytes()).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
});

it('records and replays every valid method and path', async () => {
  const asked = [
    { method: 'M-SEARCH', path: '/' },
    { method: 'GET', path: '/\x85\xad|"<>' },
    { method: 'PROPFIND', path: '/a?b=\x9b31m' },
  ];
  const ask = async (dispatcher: Dispatcher) => {
    for (const { method, path } of asked) {
      const options = { origin: urls.get('plain') as string, method, path } as Dispatcher.RequestOptions;
      const { body } = await dispatcher.request(options);
      expect(await body.text()).toBe('hi');
    }
  };
  const cassette = await recorded(ask);
  const replay = await replayDispatcher(cassette);
  await ask(replay);
  expect(replay.unused()).toEqual([]);
});
