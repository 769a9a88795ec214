import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardedTransport, sendAndFollow, type WireRequest } from '../../src/http/index.js';
import { certificate, privateKey } from '../support/certificate.js';
import { forwardProxy } from '../support/forward-proxy.js';
import { receiver } from '../support/loopback.js';
import { nameServer } from '../support/name-server.js';

// A name that is public when it is checked and private when it is used, on every path that a proxy variable opens.
const PUBLIC = '93.184.216.34';
const VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'];
const REBINDING = [[PUBLIC], ['127.0.0.1']];

let inside: Awaited<ReturnType<typeof receiver>>;
let outside: Awaited<ReturnType<typeof receiver>>;
let proxy: Awaited<ReturnType<typeof forwardProxy>>;
let names: ReturnType<typeof nameServer>;
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  inside = await receiver();
  outside = await receiver(({ target }) =>
    target.startsWith('/to/') ? { status: 302, headers: { location: decodeURIComponent(target.slice(4)) } } : {},
  );
  // A name that the proxy resolves by itself leads inside by then.
  proxy = await forwardProxy((host) => portOf(host === PUBLIC ? outside : inside));
  names = nameServer({ 'rebind.example': REBINDING, 'front.example': [[PUBLIC]] }, [PUBLIC]);
  for (const name of VARIABLES) vi.stubEnv(name, '');
  closing.push(inside.close, outside.close, proxy.close, names.restore);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).reverse()) await close();
});

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
const isProxied = (env: Record<string, string>, url: string) => {
  const variable = url.toLowerCase().startsWith('https:') ? 'https_proxy' : 'http_proxy';
  const set = Object.keys(env).map((name) => name.toLowerCase());
  return set.includes(variable) && !set.includes('no_proxy');
};
/** Sends with the proxy variables set; the value PROXY is the proxy's address. */
async function sendWith(env: Record<string, string>, request: Pick<WireRequest, 'url' | 'allowPrivate'>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value.replace('PROXY', proxy.url));
  const transport = guardedTransport({ timeoutMs: 5000 });
  closing.push(() => transport.close?.());
  return sendAndFollow(transport, { method: 'GET', headers: {}, ...request }).catch((error) => error);
}

describe('a name that changes between the check and the connection', () => {
  const settings: [env: Record<string, string>, url: string][] = [
    [{}, 'http://rebind.example:PORT/'],
    [{ HTTPS_PROXY: 'PROXY' }, 'http://rebind.example:PORT/'],
    [{ https_proxy: 'PROXY' }, 'http://rebind.example:PORT/'],
    [{ HTTPS_PROXY: 'PROXY' }, 'http://REBIND.Example:PORT/'],
    [{ HTTPS_PROXY: 'PROXY' }, 'http://rebind.example.:PORT/'],
    [{ HTTPS_PROXY: 'PROXY', HTTP_PROXY: 'PROXY' }, 'http://rebind.example:PORT/'],
    [{ https_proxy: 'PROXY', http_proxy: 'PROXY' }, 'http://rebind.example:PORT/'],
    [{ HTTP_PROXY: 'PROXY' }, 'http://rebind.example:PORT/'],
    [{ HTTPS_PROXY: 'PROXY', NO_PROXY: 'rebind.example' }, 'http://rebind.example:PORT/'],
    [{ HTTPS_PROXY: 'PROXY', NO_PROXY: '.example' }, 'https://rebind.example:PORT/'],
    [{ HTTPS_PROXY: 'PROXY', no_proxy: '*' }, 'https://rebind.example:PORT/'],
    [{ HTTPS_PROXY: 'PROXY', HTTP_PROXY: 'PROXY', NO_PROXY: 'rebind.example' }, 'http://rebind.example:PORT/'],
    [{ HTTPS_PROXY: 'PROXY' }, 'https://rebind.example:PORT/'],
  ];

  const cases = settings.flatMap(([env, url]) => [
    { env, url, how: 'at once' },
    { env, url, how: 'by a redirect' },
  ]);

  it.each(cases)('is looked up once, with $env: $url $how', async ({ env, url, how }) => {
    const to = url.replace('PORT', String(portOf(inside)));
    const result =
      how === 'at once'
        ? await sendWith(env, { url: to })
        : // The front is a service that the user configured; where it redirects to is not.
          await sendWith(env, { url: `${outside.url}/to/${encodeURIComponent(to)}`, allowPrivate: true });
    expect(inside.received).toEqual([]);
    expect(names.asked.filter((name) => /rebind/i.test(name))).toHaveLength(1);
    if (isProxied(env, url)) {
      expect(proxy.targets).toEqual([`${PUBLIC}:${portOf(inside)}`]);
    } else {
      expect(proxy.targets).toEqual([]);
      expect([...new Set(names.connected)]).toEqual([PUBLIC]);
      expect(result).toMatchObject({ kind: 'refused' });
    }
  });
});

describe('through a proxy', () => {
  it('an http server gets the name, the proxy the checked address', async () => {
    const result = await sendWith({ HTTP_PROXY: 'PROXY' }, { url: 'http://rebind.example:8080/path?q=1' });
    expect(result).toMatchObject({ status: 200 });
    expect(proxy.targets).toEqual([`${PUBLIC}:8080`]);
    expect(outside.received).toMatchObject([{ target: '/path?q=1', headers: { host: 'rebind.example:8080' } }]);
  });

  it('an https server gets the name in TLS and in Host, the proxy the checked address', async () => {
    const seen: unknown[] = [];
    const server = createTlsServer({ key: privateKey, cert: certificate }, (request, response) => {
      seen.push((request.socket as TLSSocket & { servername?: string }).servername, request.headers.host);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close() && server.closeAllConnections());
    const only = await forwardProxy((host) => (host === PUBLIC ? (server.address() as AddressInfo).port : undefined));
    closing.push(only.close);
    const transport = guardedTransport({ proxy: only.url });
    closing.push(() => transport.close?.());
    const request = { method: 'GET', url: 'https://rebind.example/', headers: {}, verifyTls: false };
    expect(await transport.send(request)).toMatchObject({ status: 200 });
    expect(seen).toEqual(['rebind.example', 'rebind.example']);
    expect(only.targets).toEqual([`${PUBLIC}:443`]);
    // Its certificate is for another name: only the request that skips the check may see it.
    const checked = transport.send({ ...request, url: 'https://front.example/', verifyTls: true });
    await expect(checked).rejects.toMatchObject({ kind: 'refused', message: expect.stringMatching(/certificate/i) });
  });

  it.each(['http', 'https'])('a name that cannot be resolved here is refused, over %s', async (scheme) => {
    const env = { HTTPS_PROXY: 'PROXY', HTTP_PROXY: 'PROXY' };
    const result = await sendWith(env, { url: `${scheme}://only-the-proxy-knows.example/` });
    expect(result).toMatchObject({
      kind: 'not_allowed',
      message: expect.stringMatching(/cannot be resolved on this machine.*PLATFORM_ALLOW_PRIVATE_URLS=1/),
    });
    expect(proxy.targets).toEqual([]);
  });

  it('the next address of a name is tried when the proxy cannot reach one, IPv4 first', async () => {
    const picky = await forwardProxy((host) => (host === '93.184.216.35' ? portOf(outside) : undefined));
    closing.push(picky.close);
    const resolve = async () => [
      { address: '2606:4700::1', family: 6 },
      { address: PUBLIC, family: 4 },
      { address: '93.184.216.35', family: 4 },
    ];
    const transport = guardedTransport({ proxy: picky.url, resolve });
    closing.push(() => transport.close?.());
    const request = { method: 'GET', url: 'http://many.example/', headers: {} };
    expect(await transport.send(request)).toMatchObject({ status: 200 });
    expect(picky.targets).toEqual([`${PUBLIC}:80`, '93.184.216.35:80']);
  });

  it('the proxy gets the credentials of its URL, the server does not', async () => {
    const transport = guardedTransport({ proxy: proxy.url.replace('//', '//us%65r:p%40ss@') });
    closing.push(() => transport.close?.());
    await transport.send({ method: 'GET', url: 'http://rebind.example/', headers: {} });
    const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(proxy.headers).toMatchObject([{ 'proxy-authorization': basic, host: `${PUBLIC}:80` }]);
    expect(outside.received[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('a status that refuses the connection is named', async () => {
    const closed = await forwardProxy(() => undefined);
    closing.push(closed.close);
    const transport = guardedTransport({ proxy: closed.url });
    closing.push(() => transport.close?.());
    await expect(transport.send({ method: 'GET', url: 'http://front.example/', headers: {} })).rejects.toMatchObject({
      kind: 'refused',
      sent: false,
      message: expect.stringContaining('502'),
    });
  });
});
