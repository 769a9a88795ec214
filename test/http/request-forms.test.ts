import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type Listener, listen } from '../../src/http/index.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { dialed, exchanged } from '../support/raw-client.js';

/** A server that answers with the request it got. */
const echo = async () =>
  closedAfterTest(
    await listen(
      {
        send: async ({ method, url, body = '' }) => ({
          status: 200,
          headers: {},
          body: Buffer.from(
            JSON.stringify([method, url.replace(/(?<=\w|\]):\d+(?=\/)/, ''), Buffer.from(body).toString()]),
          ),
        }),
      },
      { maxBytes: 1000, hosts: ['agent.example'] },
    ),
  );

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n')));

async function asked({ port }: Listener, line: string, host = '127.0.0.1') {
  const answer = await exchanged(port, `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return { status: statusOf(answer), body: bodyOf(answer) };
}

describe('the address of a request', () => {
  it.each([
    ['GET /a?b=1', '127.0.0.1', ['GET', 'http://127.0.0.1/a?b=1']],
    ['GET http://127.0.0.1/a?b=1', '127.0.0.1', ['GET', 'http://127.0.0.1/a?b=1']],
    ['GET HTTP://LOCALHOST:8080/a', '127.0.0.1', ['GET', 'http://LOCALHOST/a']],
    ['GET https://agent.example/a', '127.0.0.1', ['GET', 'http://agent.example/a']],
    ['GET http://127.0.0.1', 'localhost', ['GET', 'http://127.0.0.1/']],
    ['GET http://127.0.0.1?b=1', 'localhost', ['GET', 'http://127.0.0.1/?b=1']],
    ['GET http://[::1]:8080/a', '127.0.0.1', ['GET', 'http://[::1]/a']],
    // The host of an absolute address replaces the header.
    ['GET http://127.0.0.1/a', 'evil.example', ['GET', 'http://127.0.0.1/a']],
    ['OPTIONS *', '127.0.0.1', ['OPTIONS', 'http://127.0.0.1/']],
    ['GET //evil.example/a', '127.0.0.1', ['GET', 'http://127.0.0.1//evil.example/a']],
    ['GET /http://evil.example/a', '127.0.0.1', ['GET', 'http://127.0.0.1/http://evil.example/a']],
  ])('%s with the host %s is served', async (line, host, request) => {
    expect(await asked(await echo(), line, host)).toEqual({ status: 200, body: [...request, ''] });
  });

  it.each([
    ['GET http://evil.example/a', '127.0.0.1', 421],
    ['GET http://evil.example:80/a', 'localhost', 421],
    ['GET http://127.0.0.1.evil.example/a', '127.0.0.1', 421],
    ['OPTIONS *', 'evil.example', 421],
    ['GET http://ann:secret@127.0.0.1/a', '127.0.0.1', 400],
    ['GET http://127.0.0.1@evil.example/a', '127.0.0.1', 400],
    ['GET ftp://127.0.0.1/a', '127.0.0.1', 400],
    ['GET *', '127.0.0.1', 400],
    ['GET localhost:80', '127.0.0.1', 400],
    ['GET 127.0.0.1:80', '127.0.0.1', 400],
    ['GET http:///a', '127.0.0.1', 400],
    ['GET http://127.0.0.1:99999/a', '127.0.0.1', 421],
    ['CONNECT 127.0.0.1:80', '127.0.0.1', 405],
    ['CONNECT evil.example:443', 'evil.example:443', 405],
    // Each of these would become part of another address.
    ['GET /a', '127.0.0.1/b?', 400],
    ['GET /a', 'ann@127.0.0.1', 400],
    ['GET /a', '127.0.0.1#', 400],
    ['GET /a', '', 400],
  ])('%s with the host %j is refused', async (line, host, status) => {
    expect(await asked(await echo(), line, host)).toEqual({ status, body: { error: expect.any(String) } });
  });

  it('needs a Host header', async () => {
    const { port } = await echo();
    const answer = await exchanged(port, 'GET / HTTP/1.1\r\n\r\n');
    expect([statusOf(answer), bodyOf(answer)]).toEqual([400, { error: 'the request has no Host header' }]);
  });
});

describe('a body', () => {
  const post = (headers: string, body = '') => `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n\r\n${body}`;

  it.each([
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4'],
    ['a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 3'],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity'],
    ['a negative length', 'Content-Length: -1'],
    ['a signed length', 'Content-Length: +3'],
    ['a space before the colon', 'Content-Length : 3'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked'],
  ])('with %s is refused, and nothing after it is read as a request', async (_, headers) => {
    const { port } = await echo();
    const answer = await exchanged(port, post(headers, '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'));
    expect(statusOf(answer)).toBe(400);
    expect(answer).not.toContain('smuggled');
  });

  it('with an unknown encoding gets 501', async () => {
    const { port } = await echo();
    const answer = await exchanged(port, post('Transfer-Encoding: xchunked', '0\r\n\r\n'));
    expect([statusOf(answer), bodyOf(answer)]).toEqual([501, { error: expect.stringContaining('chunked') }]);
  });

  it.each([
    ['a length', 'Content-Length: 5000', 'x'.repeat(5000)],
    ['chunks', 'Transfer-Encoding: chunked', `1388\r\n${'x'.repeat(5000)}\r\n0\r\n\r\n`],
    ['chunks that never end', 'Transfer-Encoding: chunked', `3e8\r\n${'x'.repeat(1000)}\r\n`.repeat(3)],
  ])('that is too large, with %s, gets 413', async (_, headers, body) => {
    const { port } = await echo();
    const answer = await exchanged(port, post(headers, body));
    expect([statusOf(answer), bodyOf(answer)]).toEqual([413, { error: 'the body has more than 1000 bytes' }]);
  });

  it('that the client holds back is requested with 100 Continue', async () => {
    const { port } = await echo();
    const socket = await dialed(port);
    socket.setEncoding('latin1').write(post('Expect: 100-continue\r\nContent-Length: 3\r\nConnection: close'));
    const [go] = await once(socket, 'data');
    expect(go).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('abc');
    const [answer] = await once(socket, 'data');
    expect(bodyOf(answer)).toEqual(['POST', 'http://127.0.0.1/', 'abc']);
  });

  it.each([
    ['a foreign host', 'X: y', 'evil.example', 421],
    ['a foreign origin', 'Origin: https://evil.example', '127.0.0.1', 403],
    ['a length over the limit', 'X: y', '127.0.0.1', 413],
  ])('that the client holds back is not asked for with %s', async (_, header, host, status) => {
    const { port } = await echo();
    const head = `POST / HTTP/1.1\r\nHost: ${host}\r\n${header}\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n`;
    expect(statusOf(await exchanged(port, head))).toBe(status);
  });

  it('with another expectation gets 417', async () => {
    const { port } = await echo();
    const answer = await exchanged(port, post('Expect: a-miracle\r\nContent-Length: 3\r\nConnection: close', 'abc'));
    expect([statusOf(answer), bodyOf(answer)]).toEqual([417, { error: expect.stringContaining('100-continue') }]);
  });

  it.each([
    ['too many headers', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 400],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a zero byte', 'GET /\0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 400],
    ['a byte above ASCII in the address', 'GET /\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 400],
  ])('after %s never arrives', async (_, bytes, status) => {
    const { port } = await echo();
    expect(statusOf(await exchanged(port, bytes))).toBe(status);
  });
});
