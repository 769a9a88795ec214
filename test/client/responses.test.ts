import { afterEach, describe, expect, it } from 'vitest';
import { type PlatformRestError, type ResponseEvent, RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';

const TOKEN = 'PTsekrit0123456789';
const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));
async function clientOf(answer?: Parameters<typeof receiver>[0], options = {}) {
  const server = await receiver(answer);
  open.push(server);
  return { server, client: new RestClient({ project: 'prj', token: TOKEN, host: server.url, retries: 0, ...options }) };
}

describe('with_response', () => {
  it('returns the value, status, headers, request id and attempts, and sends once', async () => {
    const headers = { 'x-request-id': 'r-1', 'set-cookie': 'session=abc', 'x-echo': TOKEN };
    const { server, client } = await clientOf(() => ({ status: 201, headers, body: '{"id":"q1"}' }));
    const call = client.queues.create({ name: 'a' });
    const response = await call.with_response();
    expect(response).toMatchObject({ value: { id: 'q1' }, status: 201, request_id: 'r-1', attempts: 1 });
    expect(response.headers).toMatchObject({ 'x-request-id': 'r-1', 'set-cookie': '[cut]', 'x-echo': '[cut]' });
    expect(await call).toBe(response.value);
    expect(server.received).toHaveLength(1);
  });

  it('counts the attempts', async () => {
    let asked = 0;
    const answer = () => (asked++ === 0 ? { status: 503, headers: { 'retry-after': '0' } } : { body: '{"data":[]}' });
    const { client } = await clientOf(answer, { retries: 1 });
    expect((await client.queues.list().with_response()).attempts).toBe(2);
  });

  it('returns the first page of a list, and the list can still be iterated', async () => {
    const platform = createSandbox().client();
    const list = platform.queues.list();
    const { value, status } = await list.with_response();
    expect(status).toBe(200);
    const items: unknown[] = [];
    for await (const item of list) items.push(item);
    expect(items).toEqual(value.data);
  });

  it('rejects with the error of the call, which is then no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listener);
    const platform = createSandbox().client();
    await expect(platform.queues.get('nobody').with_response()).rejects.toMatchObject({ status: 404 });
    await new Promise(setImmediate);
    process.off('unhandledRejection', listener);
    expect(unhandled).toEqual([]);
  });
});

describe('the hooks', () => {
  it('receive each request and its outcome, without secrets', async () => {
    const seen: unknown[] = [];
    const { client } = await clientOf(({ target }) =>
      target.includes('nobody') ? { status: 404, body: `{"message":"no ${TOKEN}"}` } : { body: '{"id":"q1"}' },
    );
    const platform = client.with({ on_request: (one) => seen.push(one), on_response: (one) => seen.push(one) });
    await platform.queues.create({ name: TOKEN });
    const error = await platform.queues.get('nobody').catch((failed: PlatformRestError) => failed);
    expect(seen).toMatchObject([
      {
        operation: 'queues.create',
        method: 'POST',
        headers: { authorization: 'Basic [cut]' },
        body: { name: '[cut]' },
      },
      { operation: 'queues.create', method: 'POST', status: 200, attempts: 1, duration_ms: expect.any(Number) },
      { operation: 'queues.get', method: 'GET' },
      { operation: 'queues.get', status: 404, error },
    ]);
    const all = seen
      .map((one) => JSON.stringify([one, String((one as Partial<ResponseEvent>).error ?? '')]))
      .join('\n');
    expect(all).not.toContain(TOKEN);
    expect(all).not.toContain(Buffer.from(`prj:${TOKEN}`).toString('base64'));
  });

  it('receive status 0 and the error if there was no response', async () => {
    const seen: ResponseEvent[] = [];
    const { server, client } = await clientOf();
    await server.close();
    open.length = 0;
    await expect(client.with({ on_response: (one) => seen.push(one) }).queues.list()).rejects.toThrow();
    expect(seen).toMatchObject([{ status: 0, attempts: 1, error: { code: 'refused' } }]);
  });

  it('stop a call before it is sent when on_request throws', async () => {
    const { server, client } = await clientOf();
    const stop = () => {
      throw new Error('stop');
    };
    await expect(client.with({ on_request: stop }).queues.list()).rejects.toThrow('stop');
    expect(server.received).toEqual([]);
  });

  it('refuse a value that is no function', () => {
    const platform = createSandbox().client();
    expect(() => platform.with({ on_request: 'log' as never })).toThrow('on_request must be a function');
  });
});
