import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RestClient as FetchClient } from '../../src/client/fetch-client.js';
import { type PlatformRestError, RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';

const CLIENTS = { undici: RestClient, fetch: FetchClient };
const open: { close(): Promise<unknown> | unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

type Answer = Parameters<typeof receiver>[0];
const QUEUE = { id: 'q', friendly_name: 'café 日本' };

/** Makes the same call with both clients, each on a server of its own. Returns what the caller and the server saw. */
async function onBoth(answer: Answer, call: (client: RestClient) => PromiseLike<unknown>, options = {}) {
  const results = Object.values(CLIENTS).map(async (Client) => {
    const server = await receiver(answer);
    open.push(server);
    const client = new Client({ project: 'p', token: 'sekrit-ö', host: server.url, ...options });
    const outcome = await Promise.resolve(call(client)).then(
      (value) => ({ value }),
      (error: PlatformRestError) => ({
        ...error,
        name: error.name,
        message: error.message,
        url: error.url?.replace(server.url, ''),
        cause: (error.cause as Error | undefined)?.message,
      }),
    );
    const received = server.received.map(({ method, target, body, headers }) => ({
      ...{ method, target, body },
      ...{ authorization: headers.authorization, type: headers['content-type'], accept: headers.accept },
    }));
    return { outcome, received };
  });
  const [one, other] = await Promise.all(results);
  expect(other).toEqual(one);
  return one as NonNullable<typeof one>;
}

const aborted = () => {
  const stop = new AbortController();
  stop.abort(new Error('the user left'));
  return stop.signal;
};

describe('the client on fetch does as the client on undici', () => {
  it.each<[string, Answer, (client: RestClient) => PromiseLike<unknown>]>([
    ['a value', () => ({ body: JSON.stringify(QUEUE) }), (client) => client.queues.get('q/1 ö')],
    ['a JSON body', () => ({ body: JSON.stringify(QUEUE) }), (client) => client.queues.create({ name: 'café 日本' })],
    ['a form', () => ({ status: 201 }), (client) => client.compat.queues.create({ FriendlyName: 'a&b ö' })],
    ['no content', () => ({ status: 204, body: '' }), (client) => client.queues.delete('q')],
    [
      'an error of the platform',
      () => ({
        status: 422,
        headers: { 'x-request-id': 'r1' },
        body: '{"errors":[{"code":"E1","message":"no sekrit-ö"}]}',
      }),
      (client) => client.queues.create({ name: 'a' }),
    ],
    [
      'a redirect',
      () => ({ status: 302, headers: { location: 'https://other.example/' } }),
      (client) => client.queues.get('q'),
    ],
    ['a body that is not JSON', () => ({ body: '<html>' }), (client) => client.queues.get('q')],
    ['a byte order mark', () => ({ body: `\ufeff${JSON.stringify(QUEUE)}` }), (client) => client.queues.get('q')],
    ['wrong use', () => ({}), (client) => client.queues.get('')],
    ['an aborted call', () => ({}), (client) => client.with({ signal: aborted() }).queues.list()],
    ['undocumented fields', () => ({}), (client) => client.with({ extra: { own: [1] } }).queues.create({ name: 'a' })],
    [
      'a page size',
      () => ({ body: '{"data":[],"links":{}}' }),
      (client) => client.with({ page_size: 7 }).queues.list(),
    ],
  ])('%s', async (_, answer, call) => {
    await onBoth(answer, call);
  });

  it('repeats a request that may be repeated, and no other', async () => {
    const failing = (status: number) => () => ({ status, headers: { 'retry-after': '0' } });
    const read = await onBoth(failing(503), (client) => client.queues.get('q'));
    expect(read.received).toHaveLength(3);
    const dial = await onBoth(failing(503), (client) =>
      client.calling.dial({ from: '+1', to: '+2', url: 'https://a.example' }),
    );
    expect(dial.received).toHaveLength(1);
  });

  it('follows pages, and gives the response beside the value', async () => {
    const answer: Answer = ({ target }) => ({
      headers: { 'x-request-id': 'r1', 'set-cookie': 'a=b' },
      body: JSON.stringify(
        target.includes('page_token')
          ? { data: [{ id: 2 }], links: {} }
          : { data: [{ id: 1 }], links: { next: '/api/relay/rest/queues?page_token=t' } },
      ),
    });
    const ids = async (client: RestClient) => {
      const seen: unknown[] = [];
      for await (const { id } of client.queues.list()) seen.push(id);
      const { status, request_id, attempts, headers } = await client.queues.list().with_response();
      return { seen, status, request_id, attempts, cookie: headers['set-cookie'] };
    };
    const { outcome } = await onBoth(answer, ids);
    expect(outcome).toEqual({ value: { seen: [1, 2], status: 200, request_id: 'r1', attempts: 1, cookie: '[cut]' } });
  });
});

describe('a request without a response on fetch', () => {
  it('reports a size limit, a time limit and a broken connection with the same code', async () => {
    const huge = await onBoth(
      () => ({ body: Buffer.alloc(40e6, 32) }),
      (client) => client.queues.get('q'),
      { retries: 0 },
    );
    expect(huge.outcome).toMatchObject({ status: 0, code: 'too_large' });
    const codes = await Promise.all(
      Object.values(CLIENTS).map(async (Client) => {
        const silent = createServer((socket) => void socket.on('error', () => {}));
        const broken = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.destroy()));
        const hosts = await Promise.all(
          [silent, broken].map(async (server) => {
            await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
            open.push(server);
            return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
          }),
        );
        const code = (host: string | undefined, timeout_ms: number) =>
          new Client({ project: 'p', token: 't', host, retries: 0, timeout_ms }).queues
            .get('q')
            .catch((error) => error.code);
        const closed = await receiver();
        await closed.close();
        const refused = new Client({ project: 'p', token: 't', host: closed.url, retries: 0 });
        return [
          await code(hosts[0], 60),
          await code(hosts[1], 5_000),
          await refused.queues.get('q').catch((error) => error.code),
        ];
      }),
    );
    expect(codes).toEqual([
      ['timeout', 'reset', 'refused'],
      ['timeout', 'reset', 'refused'],
    ]);
  });
});

describe('the client on fetch', () => {
  it.each(['proxy', 'ca'])('explains that it has no %s', (option) => {
    expect(() => new FetchClient({ project: 'p', token: 't', host: 'h.example', [option]: 'x' })).toThrow(
      `patchbay/client/fetch has no ${option}`,
    );
  });

  it('works without process, Buffer and the modules of Node.js', async () => {
    vi.stubGlobal('Buffer', undefined);
    vi.stubGlobal('process', undefined);
    try {
      expect(() => new FetchClient({ project: 'p' })).toThrow('RestClient requires token');
      const client = new FetchClient({ project: 'p', token: 'ö', host: 'h.example' });
      expect(client.dry.queues.create({ name: 'a' }).body).toEqual({ name: 'a' });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('has the errors of a transport of another entry point', async () => {
    const sandbox = createSandbox();
    const fault = Object.assign(new Error('broken'), { name: 'TransportFault', kind: 'reset', sent: true });
    const transport = { send: () => Promise.reject(fault) };
    const client = new FetchClient({ ...sandbox.credentials, host: 'h.example', transport });
    await expect(client.with({ retries: 0 }).queues.list()).rejects.toMatchObject({
      status: 0,
      code: 'reset',
      attempts: 1,
    });
  });
});
