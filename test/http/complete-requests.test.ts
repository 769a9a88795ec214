import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { listen } from '../../src/http/index.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { dialed, exchanged } from '../support/raw-client.js';

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
const listening = async (options: Parameters<typeof listen>[1] = {}) =>
  closedAfterTest(
    await listen({ send: async ({ body = '' }) => ({ status: 200, headers: {}, body: Buffer.from(body) }) }, options),
  );

/** As a long answer to another request would. */
function blockFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

describe('a complete request is answered when the server was busy for longer than the time limit', () => {
  const short = { headersTimeoutMs: 200, requestTimeoutMs: 200, idleTimeoutMs: 10_000 };
  const close = 'Host: 127.0.0.1\r\nConnection: close\r\n';

  it.each([
    ['without a body', `GET / HTTP/1.1\r\n${close}\r\n`],
    ['with a body', `POST / HTTP/1.1\r\n${close}Content-Length: 3\r\n\r\nabc`],
  ])('%s', async (_, request) => {
    const { port } = await listening(short);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => dialed(port)));
    const answers = sockets.map(async (socket) => {
      let answer = '';
      for await (const chunk of socket) answer += chunk;
      return statusOf(answer);
    });
    for (const socket of sockets) socket.write(request);
    blockFor(500);
    expect(await Promise.all(answers)).toEqual(sockets.map(() => 200));
  });

  it('with a body of which the server has read a part', async () => {
    const { port } = await listening(short);
    const socket = await dialed(port);
    const size = 4 * 2 ** 20;
    socket.write(`POST / HTTP/1.1\r\n${close}Content-Length: ${size}\r\n\r\n`);
    socket.write(Buffer.alloc(size));
    // Each turn of the event loop reads some of the body, then the server is busy again.
    const busy = setInterval(() => blockFor(150), 1);
    const [first] = await once(socket, 'data');
    clearInterval(busy);
    expect(statusOf(String(first))).toBe(200);
  });
});

describe('a body in broken chunks gets 400', () => {
  const head = 'POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n';
  const broken = {
    'a size that is not hexadecimal': 'xyz\r\nabc\r\n',
    'a negative size': '-3\r\nabc\r\n0\r\n\r\n',
    'a size with a sign': '+3\r\nabc\r\n0\r\n\r\n',
    'a size with a prefix': '0x3\r\nabc\r\n0\r\n\r\n',
    'a size that overflows': 'fffffffffffffffff\r\nabc\r\n',
    'no size': '\r\nabc\r\n0\r\n\r\n',
    'a size that is too small': '2\r\nabc\r\n0\r\n\r\n',
    'a line that ends early': '3\nabc\r\n0\r\n\r\n',
    'a second chunk without a size': '3\r\nabc\r\nxyz\r\n',
  };

  it.each(Object.entries(broken))('%s, with the head', async (_, chunks) => {
    const { port } = await listening();
    const answer = await exchanged(port, head + chunks);
    expect([statusOf(answer), answer.split('\r\n\r\n')[1]]).toEqual([400, '{"error":"this is not an HTTP request"}']);
  });

  it.each(Object.entries(broken))('%s, after the head', async (_, chunks) => {
    const { port } = await listening();
    const socket = await dialed(port);
    socket.write(head);
    socket.write('3\r\nabc\r\n', () => setImmediate(() => socket.write(chunks)));
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(statusOf(answer)).toBe(400);
  });

  it('after the response to the request before it', async () => {
    const { port } = await listening();
    const before = 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nfirst';
    expect(await exchanged(port, `${before}${head}xyz\r\n`)).toMatch(/^HTTP\/1\.1 200 .*firstHTTP\/1\.1 400 /s);
  });
});

describe('a request with two Host headers is refused', () => {
  it.each([
    ['different', '127.0.0.1', 'evil.example'],
    ['the other way round', 'evil.example', '127.0.0.1'],
    ['equal', '127.0.0.1', '127.0.0.1'],
    ['one empty', '', '127.0.0.1'],
  ])('%s', async (_, one, other) => {
    const { port } = await listening();
    const answer = await exchanged(port, `GET / HTTP/1.1\r\nHost: ${one}\r\nhOsT: ${other}\r\n\r\n`);
    expect(statusOf(answer)).toBe(400);
  });

  it('also when the address is absolute', async () => {
    const { port } = await listening();
    const head = 'GET http://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX: y\r\nHost: localhost\r\n\r\n';
    const answer = await exchanged(port, head);
    expect([statusOf(answer), answer.split('\r\n\r\n')[1]]).toEqual([
      400,
      '{"error":"the request has more than one Host header"}',
    ]);
  });

  it('also in HTTP/1.0', async () => {
    const { port } = await listening();
    expect(statusOf(await exchanged(port, 'GET / HTTP/1.0\r\nHost: localhost\r\nHost: a\r\n\r\n'))).toBe(400);
  });
});
