import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect as tlsConnect } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen, type Served } from '../../src/http/index.js';
import { certificate, privateKey } from '../support/certificate.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { dial, dialed, drip, exchanged } from '../support/raw-client.js';

const fine: Served['send'] = async ({ url }) => ({
  status: 200,
  headers: {},
  body: Buffer.from(new URL(url).pathname),
});

async function listening(options: Parameters<typeof listen>[1] = {}, send: Served['send'] = fine) {
  return closedAfterTest(await listen({ send }, options));
}

/** A promise that the test resolves from outside. */
function resolvable() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const GET = 'GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const LAST = 'GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

/** Resolves when the server has ended the only connection it allows. */
async function freed(port: number): Promise<void> {
  await vi.waitUntil(async () => statusOf(await exchanged(port, LAST)) === 200, { timeout: 10_000 });
}

describe('connections', () => {
  it('over the limit get 503 at once, and are served again when idle ones have missed their deadline', async () => {
    // Opening so many sockets may take longer than a short deadline.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port } = await listening();
    const idle = await Promise.all(Array.from({ length: 300 }, () => dialed(port)));
    const answers = Promise.all(idle.map((socket) => text(socket)));
    const refused = await exchanged(port, GET);
    expect(refused).toMatch(
      /^HTTP\/1\.1 503 Service Unavailable\r\n.*\r\nretry-after: 1\r\n.*\r\nconnection: close\r\n/s,
    );
    expect(JSON.parse(refused.split('\r\n\r\n')[1] as string).error).toContain('too many connections');
    vi.advanceTimersByTime(11_000);
    const statuses = (await answers).map(statusOf);
    expect([503, 408].map((status) => statuses.filter((one) => one === status).length)).toEqual([44, 256]);
    expect(statusOf(await exchanged(port, LAST))).toBe(200);
  });

  it('from one address leave room for other addresses', async ({ skip }) => {
    skip(process.platform !== 'linux', 'other systems have one loopback address unless they are configured for more');
    const { port } = await listening({ maxConnectionsPerClient: 20, maxConnections: 40 });
    await Promise.all(Array.from({ length: 20 }, () => dialed(port)));
    expect(statusOf(await exchanged(port, LAST))).toBe(503);
    expect(statusOf(await exchanged(port, LAST, { from: '127.0.0.2' }))).toBe(200);
  });

  it('in excess of those that get 503 are closed, without one that stays open', async () => {
    const { port } = await listening({ maxConnections: 0 });
    const flood = Array.from({ length: 500 }, () => dial(port, { allowHalfOpen: true }));
    for (const socket of flood) socket.resume();
    await Promise.all(flood.map((socket) => once(socket, 'end').catch(() => {})));
    const { status } = await fetch(`http://127.0.0.1:${port}/a`);
    expect(status).toBe(503);
  });

  it('give their slot back when they close', async () => {
    const { port } = await listening({ maxConnections: 1 });
    for (let round = 0; round < 20; round++) expect(statusOf(await exchanged(port, LAST))).toBe(200);
  });

  it('over TLS are limited too: 503 after the handshake, and a deadline for the handshake', async () => {
    const tls = { cert: certificate, key: privateKey };
    const { port } = await listening({ tls, maxConnections: 1, headersTimeoutMs: 1_000 });
    const silent = await dialed(port);
    const ended = once(silent, 'close');
    const agent = new Agent({ ca: certificate });
    onTestFinished(() => agent.destroy());
    const status = async () => {
      const sent = request({ port, host: '127.0.0.1', servername: 'localhost', agent, headers: { host: 'localhost' } });
      sent.end();
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await status()).toBe(503);
    await ended;
    expect(await status()).toBe(200);
  });
});

const slow = {
  headersTimeoutMs: 200,
  requestTimeoutMs: 200,
  idleTimeoutMs: 100,
  sendTimeoutMs: 200,
  maxConnections: 1,
};

describe('a slow client that', () => {
  it('sends nothing is disconnected, also when it never closes its side', async () => {
    const { port } = await listening(slow);
    const idle = await dialed(port, { allowHalfOpen: true });
    expect(statusOf(await text(idle))).toBe(408);
    await freed(port);
  });

  it('sends its headers byte by byte gets 408', async () => {
    const { port } = await listening(slow);
    const socket = await dialed(port);
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ');
    expect(statusOf(await drip(socket, () => 'x'))).toBe(408);
    await freed(port);
  });

  it.each([
    ['with a length', 'Content-Length: 1000', () => 'x'],
    ['in chunks', 'Transfer-Encoding: chunked', () => '1\r\nx\r\n'],
  ])('sends its body byte by byte, %s, gets 408', async (_, header, bytes) => {
    const { port } = await listening({ ...slow, headersTimeoutMs: 60_000 });
    const socket = await dialed(port);
    socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n\r\n`);
    expect(statusOf(await drip(socket, bytes))).toBe(408);
    await freed(port);
  });

  it('sends a slow body behind another request gets that response, then 408', async () => {
    const { port } = await listening({ ...slow, headersTimeoutMs: 60_000 });
    const socket = await dialed(port);
    socket.write(`${GET}POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n`);
    expect(await drip(socket, () => 'x')).toMatch(/^HTTP\/1\.1 200 .*\/aHTTP\/1\.1 408 /s);
  });

  it.each([
    ['nothing', ''],
    ['empty lines', '\r\n'.repeat(1000)],
    ['a header byte by byte', `GET / HTTP/1.1\r\nX: ${'x'.repeat(1000)}`],
  ])('sends %s after a response is disconnected', async (_, bytes) => {
    const { port } = await listening(slow);
    const socket = await dialed(port);
    socket.write(GET);
    let at = 0;
    expect(statusOf(await drip(socket, () => bytes.charAt(at++)))).toBe(200);
    await freed(port);
  });
});

describe('a reading client that', () => {
  it('does not read a large response is disconnected', async () => {
    const { port } = await listening(slow, async (request) =>
      request.url.endsWith('/a') ? fine(request) : { status: 200, headers: {}, body: Buffer.alloc(32 * 2 ** 20) },
    );
    const socket = await dialed(port);
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await freed(port);
  });

  it('does not read a stream is disconnected, and the stream ends', async () => {
    const stopped = resolvable();
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(65_536);
      } finally {
        stopped.resolve();
      }
    }
    const { port } = await listening(slow, async () => ({ status: 200, headers: {}, body: endless() }));
    const socket = await dialed(port);
    socket.pause();
    socket.write(GET);
    await stopped.promise;
  });

  it('reads a stream slowly but steadily gets all of it', async () => {
    const sendTimeoutMs = 1000;
    const started = performance.now();
    let sent = 0;
    // The stream lasts longer than the limit for one piece of it.
    async function* long() {
      while (performance.now() - started < 2 * sendTimeoutMs) {
        sent += 65_536;
        yield Buffer.alloc(65_536);
      }
    }
    const { port } = await listening({ sendTimeoutMs }, async () => ({ status: 200, headers: {}, body: long() }));
    const { body } = await fetch(`http://127.0.0.1:${port}/`);
    let received = 0;
    for await (const chunk of body as ReadableStream<Uint8Array>) {
      received += chunk.length;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(performance.now() - started).toBeGreaterThan(sendTimeoutMs);
    expect(received).toBe(sent);
  });

  it('takes its time for an answer that the server has not made yet is not disconnected', async () => {
    const longEnough = resolvable();
    const { port } = await listening({ ...slow, maxConnections: 2 }, async (request) => {
      await longEnough.promise;
      return fine(request);
    });
    const answer = exchanged(port, LAST);
    // A connection that opens later misses its deadline first.
    expect(statusOf(await text(await dialed(port)))).toBe(408);
    longEnough.resolve();
    expect(statusOf(await answer)).toBe(200);
  });

  it('sends many requests without reading a response is disconnected', async () => {
    const { port } = await listening(slow, async () => ({ status: 200, headers: {}, body: Buffer.alloc(2 ** 20) }));
    const socket = await dialed(port);
    socket.pause();
    socket.write(GET.repeat(100));
    await freed(port);
  });
});

describe('a client that', () => {
  it('sends many requests without waiting gets as many responses, in order', async () => {
    const { port } = await listening();
    const paths = Array.from({ length: 1000 }, (_, index) => `/${index}`);
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    const answer = await exchanged(port, `${requests.join('')}${LAST}`);
    expect(answer.match(/\/(\d+|a)(?=HTTP|$)/g)).toEqual([...paths, '/a']);
  });

  it('sends garbage after a request gets the response before the refusal', async () => {
    const { port } = await listening();
    expect(await exchanged(port, `${GET}garbage\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 .*\/aHTTP\/1\.1 400 /s);
  });

  it('ends its side after a request gets the response, and the server ends the connection', async () => {
    const { port } = await listening(slow);
    const socket = await dialed(port, { allowHalfOpen: true });
    socket.end(GET);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\/a$/s);
    await freed(port);
  });

  it('ends its side in the middle of a request is disconnected', async () => {
    const { port } = await listening(slow);
    const socket = await dialed(port, { allowHalfOpen: true });
    socket.end('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nx');
    await text(socket);
    await freed(port);
  });

  it('resets its connection harms no one', async () => {
    const { port } = await listening();
    for (let round = 0; round < 50; round++) (await dialed(port)).resetAndDestroy();
    const mid = await dialed(port);
    mid.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nx', () => mid.resetAndDestroy());
    expect(statusOf(await exchanged(port, LAST))).toBe(200);
  });

  it('speaks HTTP where the server speaks TLS is disconnected', async () => {
    const { port } = await listening({ tls: { cert: certificate, key: privateKey } });
    await exchanged(port, GET);
    const socket = tlsConnect({ port, host: '127.0.0.1', ca: certificate, servername: 'localhost' });
    socket.write(LAST.replace('127.0.0.1', 'localhost'));
    expect(statusOf(await text(socket))).toBe(200);
  });
});
