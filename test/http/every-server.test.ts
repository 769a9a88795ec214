import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gatewayConfig } from '../../src/mcp/gateway/config.js';
import { serveHttp, startGateway } from '../../src/mcp/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { Agent, serveDocuments } from '../../src/skills/index.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { dialed, exchanged } from '../support/raw-client.js';

const root = join(import.meta.dirname, '..', '..');
const LIBRARY = join(root, 'fixtures', 'search', 'library.swsearch');
const agent = () => new Agent({ env: {} });
const nothing = () => {};

/** Every server of ours, as its command starts it: with the limits that it has by default. */
const SERVERS: Readonly<Record<string, () => Promise<{ url: string; close(): Promise<void> }>>> = {
  'patchbay sandbox': () => createSandbox().listen(),
  'skills serve': () => agent().serve(),
  'skills serve --mcp --port': () => serveHttp(agent(), { isLive: false }),
  'skills serve-index': () =>
    serveDocuments([LIBRARY], {
      port: 0,
      auth: { username: 'ann', password: 'secret-of-ann' },
      tell: { info: nothing, warn: nothing },
      send: () => Promise.reject(new Error('nothing leaves this machine')),
    }),
  'skills mcp-gateway': () =>
    startGateway(gatewayConfig({ services: {}, server: { port: 0 } }), { folder: '.', env: {}, log: nothing }),
};

afterEach(() => {
  vi.useRealTimers();
});

const GET = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

describe.each(Object.entries(SERVERS))('%s', (_, start) => {
  const port = async () => Number(new URL(closedAfterTest(await start()).url).port);

  it('answers 503 while 300 idle sockets are open, and ends them within ten seconds', async () => {
    // The deadlines are those of the server; the clock of the test does not wait for them.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const at = await port();
    const idle = await Promise.all(Array.from({ length: 300 }, () => dialed(at)));
    const answers = Promise.all(idle.map((socket) => text(socket)));
    expect(statusOf(await exchanged(at, GET))).toBe(503);
    vi.advanceTimersByTime(11_000);
    expect([...new Set((await answers).map(statusOf))].sort()).toEqual([408, 503]);
    expect([401, 404]).toContain(statusOf(await exchanged(at, GET)));
  });

  it('ends a request whose body does not arrive within half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const at = await port();
    const socket = await dialed(at);
    socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n');
    const arrived: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      // The server waits for the body from here on.
      if (arrived.length === 0) vi.advanceTimersByTime(31_000);
      arrived.push(chunk);
    }
    expect(Buffer.concat(arrived).toString()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 408 /);
  });

  it.each([
    ['GET http://127.0.0.1/', '127.0.0.1', [401, 404]],
    ['OPTIONS *', '127.0.0.1', [401, 404, 405]],
    ['GET http://evil.example/', '127.0.0.1', [421]],
    ['GET /', 'evil.example', [421]],
    ['CONNECT evil.example:443', 'evil.example:443', [405]],
  ])('answers %s with the host %s', async (line, host, statuses) => {
    const answer = await exchanged(await port(), `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(statuses).toContain(statusOf(answer));
  });

  it('refuses a page of another origin', async () => {
    const answer = await exchanged(await port(), GET.replace('\r\n', '\r\nOrigin: https://evil.example\r\n'));
    expect(statusOf(answer)).toBe(403);
  });
});

it('creates no HTTP server but the one behind all of these', () => {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const creates = /\bcreate(Http2|Secure)*Server\b|\bnew (http|https|net)\.Server\(/;
  expect(files.filter((file) => creates.test(readFileSync(join(src, file), 'utf8'))).sort()).toEqual([
    // It listens on no port: it parses the requests of clients in this process.
    'http/intercept/local-server.ts',
    'http/listener/index.ts',
    // It asks the system for free ports, and serves nothing.
    'kernel/wire/connection.ts',
  ]);
});

it('starts each server of ours through that one', () => {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const listens = files.filter((file) =>
    /\blisten,?[^;]*\} from '[./]+http\/index\.js'/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(listens).toHaveLength(Object.keys(SERVERS).length);
});
