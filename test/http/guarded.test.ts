import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ResolvedAddress } from '../../src/http/connect/resolve.js';
import { guardedLookup } from '../../src/http/guarded/guarded-transport.js';
import { isPublicAddress } from '../../src/http/guarded/public-address.js';
import { guardedTransport, sendAndFollow, setEgress, type WireRequest } from '../../src/http/index.js';
import { receiver } from '../support/loopback.js';

const v4 = (...addresses: string[]): ResolvedAddress[] => addresses.map((address) => ({ address, family: 4 }));
const v6 = (...addresses: string[]): ResolvedAddress[] => addresses.map((address) => ({ address, family: 6 }));
/** What an attacker's name server says. */
const NAMES: Readonly<Record<string, readonly ResolvedAddress[]>> = {
  'loop.example': v4('127.0.0.1'),
  'loop6.example': v6('::1'),
  'mapped.example': v6('::ffff:127.0.0.1'),
  'nat64.example': v6('64:ff9b::7f00:1'),
  'sixtofour.example': v6('2002:7f00:1::'),
  'zero.example': v4('0.0.0.0'),
  'unspecified.example': v6('::'),
  'second.example': v4('198.51.100.7', '127.0.0.1'),
  'mixed.example': [...v6('2606:4700::1'), ...v4('127.0.0.1')],
  'metadata.example': v4('169.254.169.254'),
  'lan.example': v4('192.168.0.1'),
  'zone.example': v6('fe80::1%lo'),
  'empty.example': [],
  localhost: v4('127.0.0.1'),
  'app.localhost': v4('127.0.0.1'),
};
const resolve = async (hostname: string) => {
  const addresses = NAMES[hostname.toLowerCase()];
  if (!addresses) throw Object.assign(new Error(`no such name ${hostname}`), { code: 'ENOTFOUND' });
  return addresses;
};

/** Without the guard, each would reach the listener at PORT or another private address. */
const HOSTILE = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.', '0', '0.0.0.0', '0.0', '0x0'],
  ...['2130706433', '0x7f000001', '0X7F000001', '017700000001', '0x7f.0.0.1', '0177.0.0.1', '0177.0.0.01', '0x7f.1'],
  ...[
    '127.0x0.0.1',
    '0x7f.0x0.0x0.0x1',
    '127.000.000.001',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '①②⑦.0.0.1',
  ],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ...['[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
  ...[
    '[2002:7f00:1::]',
    '[2002:7f00:0001::1]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00::1]',
    '[ff02::1]',
    '[::2]',
  ],
  ...['[2001:db8::1]', '[100::1]', '[fec0::1]', '[2001:10::1]'],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '192.0.0.8'],
  ...['198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1', '0xa9fea9fe', '2852039166'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', 'loop.example', 'loop.example.', 'LOOP.example'],
  ...['loop6.example', 'mapped.example', 'nat64.example', 'sixtofour.example', 'zero.example', 'unspecified.example'],
  ...[
    'second.example',
    'mixed.example',
    'metadata.example',
    'lan.example',
    'zone.example',
    'empty.example',
    'nowhere.example',
  ],
].map((host) => `http://${host}:PORT/`);
const ODD = [
  'http://user:pass@127.0.0.1:PORT/',
  'http://public.example@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@public.example/',
  'http:\\\\127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  '\thttp://127.0.0.1:PORT/\n',
  'ht\ntp://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'file:///etc/hostname',
  'data:text/plain,hi',
  'javascript:1',
  '//127.0.0.1:PORT/',
  'http://',
  '',
];

let port = 0;
let reached = 0;
const listener = createServer((_, response) => {
  reached++;
  response.end('{}');
});
beforeAll(async () => {
  await new Promise<void>((done) => listener.listen(0, '0.0.0.0', done));
  port = (listener.address() as AddressInfo).port;
});
afterAll(() => {
  listener.close();
  listener.closeAllConnections();
});

const transport = guardedTransport({ resolve, timeoutMs: 2000 });
afterAll(() => transport.close?.());
afterEach(() => setEgress('open'));
const get = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  url: url.replace('PORT', String(port)),
  headers: {},
  ...more,
});

describe('the guarded transport', () => {
  it('knows enough ways to be hostile', () => {
    expect(new Set([...HOSTILE, ...ODD]).size).toBeGreaterThanOrEqual(60);
  });

  it('would reach the listener if it did not guard', async () => {
    reached = 0;
    const careless = guardedTransport({ resolve, allowPrivate: true });
    await careless.send(get('http://0x7f.1:PORT/'));
    await transport.send(get('http://127.0.0.1:PORT/', { allowPrivate: true }));
    expect(reached).toBe(2);
    await careless.close?.();
  });

  it.each([...HOSTILE, ...ODD])('reaches nothing by %j, at once or by redirects', async (hostile) => {
    reached = 0;
    const url = hostile.replace('PORT', String(port));
    // Only the unknown name is looked up.
    const kind = url.includes('nowhere') ? 'refused' : 'not_allowed';
    await expect(transport.send(get(url))).rejects.toMatchObject({ kind });
    // The front is a service that the user configured; where it redirects to is not.
    const front = await receiver(({ target }) => ({
      status: 307,
      headers: { location: target === '/again' ? encodeURI(url.trim().replace('\n', '')) : '/again' },
    }));
    const hops = sendAndFollow(transport, { method: 'GET', url: front.url, headers: {}, allowPrivate: true });
    const outcome = await hops.catch((error) => error);
    // Some are not addresses. In a redirect they are paths of the front.
    if (outcome instanceof Error) expect(outcome).toMatchObject({ kind });
    else expect(outcome.url.startsWith(front.url)).toBe(true);
    expect(reached).toBe(0);
    await front.close();
  });

  it('connects to the checked address, after one lookup', async () => {
    const answers = [v4('93.184.216.34'), v4('127.0.0.1')];
    const changing = guardedLookup(async () => answers.shift() ?? []);
    const ask = () =>
      new Promise((done) => changing('changes.example', { all: true }, (error, found) => done(error ?? found)));
    expect(await ask()).toEqual(v4('93.184.216.34'));
    expect(await ask()).toMatchObject({ kind: 'not_allowed', message: expect.stringContaining('127.0.0.1') });
  });

  it('keeps to the egress policy as well', async () => {
    setEgress('loopback');
    await expect(transport.send(get('http://93.184.216.34/'))).rejects.toMatchObject({
      kind: 'not_allowed',
      message: expect.stringContaining('--live'),
    });
  });

  it('checks a name before a proxy connects to it', async () => {
    const seen: string[] = [];
    const proxy = await receiver(({ target }) => {
      seen.push(target);
      return {};
    });
    const proxied = guardedTransport({ resolve, proxy: proxy.url });
    await expect(proxied.send(get('http://lan.example/'))).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(seen).toEqual([]);
    await proxied.close?.();
    await proxy.close();
  });

  it('stops an answer that is too long', async () => {
    const server = await receiver(() => ({ body: 'x'.repeat(2000) }));
    const small = guardedTransport({ resolve, maxBytes: 1000 });
    await expect(small.send(get(server.url, { allowPrivate: true }))).rejects.toMatchObject({ kind: 'too_large' });
    await small.close?.();
    await server.close();
  });
});

it.each([
  ['8.8.8.8', true],
  ['93.184.216.34', true],
  ['172.32.0.1', true],
  ['100.128.0.1', true],
  ['2606:4700::1111', true],
  ['64:ff9b::808:808', true],
  ['2002:808:808::1', true],
  ['64:ff9b::10.0.0.1', false],
  ['2002:a00:1::', false],
  ['::ffff:8.8.8.8', false],
  ['not an address', false],
])('%s: on the public internet %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('following redirects', () => {
  const headers = {
    authorization: 'Bearer k',
    'x-api-key': 'k',
    cookie: 'a=b',
    accept: 'text/plain',
    'user-agent': 'p',
  };
  /** Two services that the user configured, so that redirects between them can be followed here. */
  const open = guardedTransport({ resolve, allowPrivate: true });
  afterAll(() => open.close?.());

  it('gives another origin no credentials', async () => {
    const other = await receiver();
    const first = await receiver(() => ({ status: 302, headers: { location: `${other.url}/there` } }));
    const answer = await sendAndFollow(open, { method: 'GET', url: first.url, headers });
    expect(answer.url).toBe(`${other.url}/there`);
    expect(first.received[0]?.headers).toMatchObject(headers);
    expect(other.received[0]?.headers).toMatchObject({ accept: 'text/plain', 'user-agent': 'p' });
    expect(Object.keys(other.received[0]?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/authorization|x-api-key|cookie/)]),
    );
    await Promise.all([first.close(), other.close()]);
  });

  it('keeps them for the same origin, and turns a POST into a GET where redirects do', async () => {
    const server = await receiver(({ target }) =>
      target === '/a' ? { status: 303, headers: { location: '/b' } } : {},
    );
    await sendAndFollow(open, { method: 'POST', url: `${server.url}/a`, headers, body: 'x' });
    expect(server.received).toMatchObject([
      { method: 'POST', body: 'x' },
      { method: 'GET', target: '/b', body: '', headers: { authorization: 'Bearer k' } },
    ]);
    await server.close();
  });

  it('sends no body on to another origin', async () => {
    const other = await receiver();
    const first = await receiver(() => ({ status: 307, headers: { location: other.url } }));
    const sending = sendAndFollow(open, { method: 'POST', url: first.url, headers: {}, body: 'secret' });
    await expect(sending).rejects.toThrow('would send the body to');
    expect(other.received).toEqual([]);
    await Promise.all([first.close(), other.close()]);
  });

  it('stops after too many, and after too long', async () => {
    const server = await receiver(() => ({ status: 302, headers: { location: '/again' } }));
    const request = { method: 'GET', url: server.url, headers: {} };
    await expect(sendAndFollow(open, request, { maxRedirects: 3 })).rejects.toThrow('more than 3 redirects');
    expect(server.received).toHaveLength(4);
    const slow = {
      send: ({ signal }: WireRequest) =>
        new Promise<never>((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
    };
    await expect(sendAndFollow(slow, request, { timeoutMs: 5 })).rejects.toThrow('timeout');
    await server.close();
  });
});
