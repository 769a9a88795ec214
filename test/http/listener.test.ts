import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listen } from '../../src/http/index.js';

const nobody = { send: () => Promise.reject(new Error('no request came through')) };

async function said(send: string, options: Parameters<typeof listen>[1] = {}): Promise<string> {
  const server = await listen(nobody, options);
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(send);
  const answer = await text(socket);
  await server.close();
  return answer;
}

it('tells a client that never finishes its request so, with a body', async () => {
  const slow = 'POST /some/path?a=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{';
  const refusal = (status: number, says: string, path: string) => ({
    status,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(`${path}: ${says}`),
  });
  const answer = await said(slow, { requestTimeoutMs: 1000, refusal });
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toMatch(/\r\n\r\n\/some\/path: the request did not come to its end in time$/);
});

it('tells a client that does not speak HTTP so', async () => {
  expect(await said('hello\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n.*\{"error":"this is no HTTP request"\}$/s,
  );
});
