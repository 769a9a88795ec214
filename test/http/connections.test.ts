import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { liveTransport } from '../../src/http/index.js';
import { certificate, privateKey } from '../support/certificate.js';
import { receiver, serve } from '../support/loopback.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});
const account = { project: 'p', token: 'token-token', retries: 0 };

/** A proxy that stores the requested hosts and does not connect to them. */
async function proxyOf() {
  const asked: string[] = [];
  const server = await serve(
    () => {},
    (connect) => asked.push(connect),
  );
  closing.push(server.close);
  return { url: server.url, asked };
}

describe('a proxy', () => {
  it('receives requests for other machines', async () => {
    const { url, asked } = await proxyOf();
    await new RestClient({ ...account, host: 'space.example', proxy: url }).queues.list().catch(() => {});
    expect(asked).toEqual(['space.example:443']);
  });

  it('comes from the environment', async () => {
    const { url, asked } = await proxyOf();
    vi.stubEnv('HTTPS_PROXY', url);
    await new RestClient({ ...account, host: 'space.example' }).queues.list().catch(() => {});
    expect(asked).toEqual(['space.example:443']);
  });

  it('is left out for hosts of NO_PROXY and for loopback', async () => {
    const { url, asked } = await proxyOf();
    vi.stubEnv('HTTPS_PROXY', url);
    vi.stubEnv('NO_PROXY', 'space.invalid');
    await new RestClient({ ...account, host: 'space.invalid' }).queues.list().catch(() => {});
    const server = await receiver(() => ({ body: '{"data":[],"links":{}}' }));
    closing.push(server.close);
    await new RestClient({ ...account, host: server.url }).queues.list();
    expect(asked).toEqual([]);
    expect(server.received).toHaveLength(1);
  });
});

describe('a certificate of a private authority', () => {
  it('is trusted when it is given, and not otherwise', async () => {
    const server = createServer({ key: privateKey, cert: certificate }, (_request, response) =>
      response.end('{"data":[],"links":{}}'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(
      () => void server.closeAllConnections(),
      () => new Promise((resolve) => server.close(resolve)),
    );
    const host = `https://localhost:${(server.address() as AddressInfo).port}`;
    expect(await new RestClient({ ...account, host, ca: certificate }).queues.list()).toMatchObject({ data: [] });
    const refused = await new RestClient({ ...account, host }).queues.list().then(
      () => undefined,
      (error) => error,
    );
    expect(refused).toMatchObject({ status: 0, message: expect.stringContaining('certificate') });
  });
});

it('opens no connections again for requests that were called off', async () => {
  const sockets = { opened: 0, open: 0 };
  const server = createPlainServer((request, response) => void (request.url === '/' && response.end('here')));
  server.on('connection', (socket) => {
    sockets.opened++;
    sockets.open++;
    socket.on('close', () => sockets.open--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = liveTransport();
  const over = new AbortController();
  const ask = (path: string, signal?: AbortSignal) =>
    transport.send({ method: 'GET', url: `${url}${path}`, headers: {}, ...(signal && { signal }) });
  const hanging = Array.from({ length: 10 }, (_, index) => ask(`/${index}`, over.signal));
  await vi.waitUntil(() => sockets.open === 10);
  over.abort();
  expect((await Promise.allSettled(hanging)).map(({ status }) => status)).not.toContain('fulfilled');
  await vi.waitUntil(() => sockets.open === 0);
  for (let count = 0; count < 50; count++) expect((await ask('/')).status).toBe(200);
  // One for the requests after them; one more may have been on its way when the last of them ended.
  expect(sockets.opened).toBeLessThanOrEqual(12);
  await transport.close?.();
  server.close();
});
