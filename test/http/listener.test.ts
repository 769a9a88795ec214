import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { type Listener, listen, type Served } from '../../src/http/index.js';

const open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

async function listening(send: Served['send'], options: Parameters<typeof listen>[1] = {}) {
  const listener = await listen({ send }, options);
  open.push(listener);
  return listener;
}

const fine = async () => ({ status: 200, headers: {}, body: Buffer.from('fine') });

/** With any Host header, which `fetch` would not let us write. */
async function statusFor(port: number, host: string): Promise<number | undefined> {
  const asked = request({ port, host: '127.0.0.1', headers: { host } });
  asked.end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

it('accepts loopback host names, and other names only if they are allowed', async () => {
  const { port } = await listening(fine);
  const open = await listening(fine, { hosts: ['agent.example'] });
  const hosts = ['localhost', '127.0.0.1:5', 'agent.example', '10.0.0.1', 'evil.example'];
  const statuses = (at: number) => Promise.all(hosts.map((host) => statusFor(at, host)));
  expect(await statuses(port)).toEqual([200, 200, 421, 421, 421]);
  expect(await statuses(open.port)).toEqual([200, 200, 200, 421, 421]);
});

it('answers to any address, and still to no strange name, where it listens to other machines', async () => {
  const { port, url } = await listening(fine, { host: '0.0.0.0' });
  expect(url).toBe(`http://0.0.0.0:${port}`);
  const hosts = ['10.0.0.1:80', '[fe80::1]', 'evil.example'];
  expect(await Promise.all(hosts.map((host) => statusFor(port, host)))).toEqual([200, 200, 421]);
});

it('writes an answer as its pieces come', async () => {
  let go = () => {};
  async function* pieces() {
    yield Buffer.from('one ');
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    yield Buffer.from('two');
  }
  const { url } = await listening(async () => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: pieces(),
  }));
  const { body } = await fetch(url);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  expect(Buffer.from((await reader.read()).value as Uint8Array).toString()).toBe('one ');
  go();
  expect(Buffer.from((await reader.read()).value as Uint8Array).toString()).toBe('two');
  expect((await reader.read()).done).toBe(true);
});

it('aborts the handler and stops reading when the client disconnects', async () => {
  const seen = { aborted: false, stopped: false };
  async function* endless() {
    try {
      for (;;) {
        yield Buffer.alloc(65_536);
        await new Promise((next) => setImmediate(next));
      }
    } finally {
      seen.stopped = true;
    }
  }
  const { url } = await listening(async ({ url: path, signal }) => {
    if (path.endsWith('/stream')) return { status: 200, headers: {}, body: endless() };
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    seen.aborted = true;
    return fine();
  });
  const leave = new AbortController();
  const asked = fetch(`${url}/wait`, { signal: leave.signal }).catch(() => {});
  const streamed = await fetch(`${url}/stream`, { signal: leave.signal });
  leave.abort();
  await asked;
  await streamed.body?.cancel().catch(() => {});
  await vi.waitUntil(() => seen.aborted && seen.stopped);
});

const noTransport = { send: () => Promise.reject(new Error('no request came through')) };

async function said(send: string, options: Parameters<typeof listen>[1] = {}): Promise<string> {
  const server = await listen(noTransport, options);
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(send);
  const answer = await text(socket);
  await server.close();
  return answer;
}

it('sends a 408 response with a body to a client that never finishes its request', async () => {
  const slow = 'POST /some/path?a=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{';
  const refusal = (status: number, says: string, path: string) => ({
    status,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(`${path}: ${says}`),
  });
  const answer = await said(slow, { requestTimeoutMs: 1000, refusal });
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toMatch(/\r\n\r\n\/some\/path: the request did not arrive in time$/);
});

it('sends a 400 response to a client that does not use HTTP', async () => {
  expect(await said('hello\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n.*\{"error":"this is not an HTTP request"\}$/s,
  );
});
