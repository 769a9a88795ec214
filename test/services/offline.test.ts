import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type Cassette, parseCassette } from '../../src/cassette/index.js';
import {
  guardedTransport,
  type SendContext,
  setEgress,
  type Transport,
  type WireRequest,
} from '../../src/http/index.js';
import { secretCutter } from '../../src/redact/index.js';
import { type OfflineOptions, offlineServices } from '../../src/services/index.js';
import { receiver } from '../support/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'services-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  setEgress('open');
  vi.unstubAllEnvs();
});

interface Exchange {
  readonly request: { readonly method: string; readonly url: string; readonly body?: { readonly json: unknown } };
  readonly answer: string;
}
const exchange = (url: string, answer: string, method = 'GET', json?: unknown): Exchange => ({
  request: { method, url, ...(json !== undefined && { body: { json } }) },
  answer,
});
const taped = (entries: readonly Exchange[], origin = 'documented'): string =>
  [
    { kind: 'cassette', version: 1, origin, tool: 'a test', redaction: 'keys are [cut]' },
    ...entries.map(({ request, answer }) => ({
      kind: 'http',
      request,
      response: { status: 200, body: { text: answer } },
    })),
  ]
    .map((document) => `---\n${JSON.stringify(document)}\n`)
    .join('');
const cassette = (entries: readonly Exchange[], origin?: string): Cassette =>
  parseCassette(taped(entries, origin), 'taped.yaml');

function shipped(services: Readonly<Record<string, readonly Exchange[]>>): string {
  const home = mkdtempSync(join(folder, 'shipped-'));
  for (const [name, entries] of Object.entries(services)) {
    mkdirSync(join(home, name));
    writeFileSync(join(home, name, 'success.yaml'), taped(entries));
    writeFileSync(join(home, name, 'quota.yaml'), 'not even a recording');
  }
  return home;
}

const home = shipped({
  weather: [
    exchange('https://api.example.com/v1/now?key=[cut]&q=rome', 'sun'),
    exchange('https://api.example.com/v1/now?key=[cut]&q=oslo', 'snow'),
  ],
  jokes: [
    exchange('https://jokes.example/random', 'first'),
    exchange('https://jokes.example/random', 'second'),
    exchange('https://jokes.example/rate', 'thanks', 'POST', { token: '[cut]', stars: 5 }),
  ],
});

async function ask(
  services: Transport,
  url: string,
  more: Partial<WireRequest> = {},
  context?: SendContext,
): Promise<string> {
  const { body } = await services.send({ method: 'GET', url, headers: {}, ...more }, context);
  return Buffer.from(body).toString();
}
const offline = (options: OfflineOptions = {}) => offlineServices({ folder: home, ...options });

describe('recorded services', () => {
  it('respond any number of times, with any method', async () => {
    const services = offline();
    const rate = () =>
      ask(services, 'https://jokes.example/rate', { method: 'POST', body: '{"stars":5,"token":"[cut]"}' });
    expect([await rate(), await rate(), await rate()]).toEqual(['thanks', 'thanks', 'thanks']);
    const jokes = [1, 2, 3].map(() => ask(services, 'https://jokes.example/random'));
    expect(await Promise.all(jokes)).toEqual(['first', 'second', 'second']);
  });

  it.each(['k', 'AKIA/+=&?#', 'key with spaces', '[cut]', 'rome'])(
    'answer with the key %j in the query',
    async (key) => {
      const url = `https://api.example.com/v1/now?q=rome&key=${encodeURIComponent(key)}`;
      expect(await ask(offline(), url)).toBe('sun');
    },
  );

  it('respond with any headers', async () => {
    const headers = { 'x-api-key': 'one of mine', authorization: 'Bearer two' };
    expect(await ask(offline(), 'https://api.example.com/v1/now?q=oslo&key=', { headers })).toBe('snow');
  });

  it('respond if a body contains a hidden value', async () => {
    const { value: redact } = secretCutter(['tok-123']);
    const rated = { method: 'POST', body: '{"stars":5,"token":"tok-123"}' };
    expect(await ask(offline(), 'https://jokes.example/rate', rated, { redact })).toBe('thanks');
  });

  it('do not respond to another host, another query or another significant key', async () => {
    for (const url of [
      'https://other.example/v1/now?key=k&q=rome',
      'https://api.example.com/v1/now?key=k&q=paris',
      'https://api.example.com/v1/now?key=k&q=rome&days=3',
      'http://api.example.com/v1/now?key=k&q=rome',
    ])
      await expect(ask(offline(), url)).rejects.toMatchObject({ kind: 'miss', sent: false });
  });
});

describe('an unrecorded request', () => {
  it('is an error with the request, the recorded requests and --live', async () => {
    await expect(ask(offline(), 'https://api.example.com/v1/now?q=paris&key=hunter2')).rejects.toThrow(
      /^GET https:\/\/api\.example\.com\/v1\/now\?q=paris&key=\[cut\] is not recorded. Recorded for this service: GET https:\/\/api\.example\.com\/v1\/now\?key=\[cut\]&q=rome, GET https:\/\/api\.example\.com\/v1\/now\?key=\[cut\]&q=oslo\. To call the service, use --live$/,
    );
  });

  it('lists the recorded services for an unknown host', async () => {
    await expect(ask(offline(), 'https://other.example/')).rejects.toThrow(
      'GET https://other.example/ is not recorded. Recorded services: jokes.example, api.example.com. To call the service, use --live',
    );
  });

  it('reports the difference in a body', async () => {
    const rate = { method: 'POST', body: '{"stars":1,"token":"[cut]"}' };
    await expect(ask(offline(), 'https://jokes.example/rate', rate)).rejects.toThrow(
      'POST https://jokes.example/rate is not recorded. The recording differs in body.stars: recorded 5, requested 1. To call',
    );
  });

  it('shows no hidden value of the skill, no redacted value of the recording and no user name of a URL', async () => {
    const { text } = secretCutter(['tok-123']);
    const redact = <T>(value: T) => text(String(value)) as T;
    const missed = ask(offline(), 'https://me:pass@api.example.com/tok-123?key=hunter2&note=tok-123', {}, { redact });
    const message = await missed.catch((error: Error) => error.message);
    expect(message).toContain('GET https://');
    for (const secret of ['tok-123', 'hunter2', 'pass']) expect(message).not.toContain(secret);
  });
});

describe("a recording of the user's own", () => {
  const own = exchange('https://api.example.com/v1/now?key=[cut]&q=rome', 'rain');

  it('answers first, then the recordings of the package', async () => {
    const services = offline({ recording: cassette([own]) });
    const rome = () => ask(services, 'https://api.example.com/v1/now?key=k&q=rome');
    expect([await rome(), await rome()]).toEqual(['rain', 'rain']);
    expect(await ask(services, 'https://api.example.com/v1/now?key=k&q=oslo')).toBe('snow');
  });

  it('is the only source if strict is set', async () => {
    const services = offline({ recording: cassette([own]), strict: true });
    await expect(ask(services, 'https://api.example.com/v1/now?key=k&q=oslo')).rejects.toMatchObject({ kind: 'miss' });
  });

  it('of a real service answers each POST only once', async () => {
    const sent = exchange('https://api.example.com/orders', 'ordered', 'POST');
    const services = offline({ recording: cassette([sent], 'live') });
    const order = () => ask(services, 'https://api.example.com/orders', { method: 'POST' });
    expect(await order()).toBe('ordered');
    await expect(order()).rejects.toThrow('All recorded responses were used');
  });

  it('also answers for a local server, which receives unrecorded requests', async () => {
    const near = await receiver(() => ({ body: 'itself' }));
    const services = offline({ recording: cassette([exchange(`${near.url}/taped`, 'as it was')]), strict: true });
    expect(await ask(services, `${near.url}/taped`, { allowPrivate: true })).toBe('as it was');
    expect(await ask(services, `${near.url}/new`, { allowPrivate: true })).toBe('itself');
    expect(near.received.map(({ target }) => target)).toEqual(['/new']);
    await near.close();
  });
});

describe('this machine', () => {
  it('receives requests only if the user configured the address', async () => {
    const near = await receiver(() => ({ body: 'itself' }));
    const services = offline();
    expect(await ask(services, near.url, { allowPrivate: true })).toBe('itself');
    for (const url of [near.url, near.url.replace('127.0.0.1', 'localhost')])
      await expect(ask(services, url)).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(near.received).toHaveLength(1);
    await services.close?.();
    await near.close();
  });

  it('works without recordings', async () => {
    const near = await receiver(() => ({ body: 'itself' }));
    const services = offlineServices({ folder: join(folder, 'none') });
    expect(await ask(services, near.url, { allowPrivate: true })).toBe('itself');
    await expect(ask(services, 'https://api.example.com/')).rejects.toThrow('none');
    await services.close?.();
    await near.close();
  });

  it('is not confused with an invalid URL', async () => {
    await expect(ask(offline(), 'not an address')).rejects.toThrow('it is not a URL');
  });
});

describe('other guarded transports of the process', () => {
  it('are answered from recordings while the network is blocked', async () => {
    const outside = await receiver();
    const asked: string[] = [];
    vi.stubEnv('HTTPS_PROXY', outside.url);
    const guarded = guardedTransport({
      resolve: async () => {
        asked.push('a name');
        return [{ address: '198.51.100.7', family: 4 }];
      },
    });
    setEgress('loopback', offline());
    expect(await ask(guarded, 'https://api.example.com/v1/now?key=k&q=rome')).toBe('sun');
    expect([asked, outside.received]).toEqual([[], []]);
    setEgress('open');
    await expect(ask(guarded, 'https://api.example.com/v1/now?key=k&q=rome')).rejects.toThrow('198.51.100.7');
    expect(asked).toEqual(['a name']);
    await outside.close();
  });
});
