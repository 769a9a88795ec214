import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RequestBatch, RequestDetail, RequestRow } from '../../src/inspector/contract.js';
import { eventsUntil, inspected } from './support.js';

type Opened = Awaited<ReturnType<typeof inspected>>;

/** The rows that the stream sends to a new page. */
async function rowsOf({ get, open }: Pick<Opened, 'get' | 'open'>): Promise<readonly RequestRow[]> {
  const events = await eventsUntil(await get('/_patchbay/events', { cookie: await open() }), () => true);
  return events.map(({ data }) => data as RequestBatch)[0]?.rows ?? [];
}

const explained = async ({ open, pageOf }: Opened, id: number) =>
  JSON.stringify((await pageOf(await open())('GET', `requests/${id}/explanation`)).body);

describe('a fault that was added to the sandbox', () => {
  it.each([{ status: 503 }, { status: 429, retry_after: 2 }, { kind: 'reset' }, { kind: 'truncated' }] as const)(
    'is the cause of the request that it answers: %j',
    async (fault) => {
      const opened = await inspected();
      opened.sandbox.faults.add('queues.list', fault, { times: 1 });
      await opened.client.queues.list().catch(() => {});
      await opened.client.queues.list();
      const [failed, next] = await rowsOf(opened);
      const name = 'kind' in fault ? fault.kind : `status ${fault.status}`;
      expect([failed?.injected, next?.injected, next?.status]).toEqual([name, undefined, 200]);
      expect(await explained(opened, failed?.id ?? 0)).toContain(`a fault that was added to the sandbox: ${name}`);
    },
  );

  it('is logged when a client gives up because no response arrives', async () => {
    const { sandbox, origin, log, client } = await inspected();
    sandbox.faults.add('queues.list', { kind: 'timeout' });
    const { project, token } = sandbox.credentials;
    const given = new AbortController();
    const authorization = `Basic ${btoa(`${project}:${token}`)}`;
    const sent = fetch(`${origin}/api/relay/rest/queues`, { headers: { authorization }, signal: given.signal });
    await client.phone_numbers.list();
    const logged = new Promise<void>((done) => {
      const stop = log.follow(() => {
        stop();
        done();
      });
    });
    given.abort();
    await expect(sent).rejects.toThrow();
    await logged;
    const last = log.events.at(-1);
    expect(last).toMatchObject({ kind: 'http', exchange: { fault: 'timeout', injected: 'timeout' } });
  });

  it('is not the cause of a late response that fails by itself', async () => {
    const opened = await inspected();
    opened.sandbox.faults.add('queues.get', { kind: 'slow', ms: 1 });
    await opened.client.queues.get('7d3c2f0e-0000-4000-8000-000000000000').catch(() => {});
    const [failed] = await rowsOf(opened);
    expect(failed).toMatchObject({ status: 404, injected: 'slow' });
    expect(await explained(opened, failed?.id ?? 0)).not.toContain('fault that was added');
  });

  it('is not the cause of a request that fails by itself', async () => {
    const opened = await inspected();
    await opened.client.queues.get('7d3c2f0e-0000-4000-8000-000000000000').catch(() => {});
    const [failed] = await rowsOf(opened);
    expect(failed).toMatchObject({ status: 404 });
    expect(failed).not.toHaveProperty('injected');
    expect(await explained(opened, failed?.id ?? 0)).not.toContain('fault');
  });
});

describe('a request to a server of the user that fails', () => {
  async function calledBack(status: number | undefined, text = '') {
    const server = createServer((request, response) => {
      request.resume();
      if (status === undefined) request.socket.destroy();
      else response.writeHead(status).end(text);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
    const opened = await inspected();
    await opened.client.calling.dial({
      ...{ from: '+12065550100', to: '+15035550100', swml: { sections: { main: ['answer'] } } },
      ...{ status_url: url, status_events: ['answered'] },
    });
    opened.sandbox.clock.advance(60);
    await opened.sandbox.settled();
    const failed = (await rowsOf(opened)).find(({ kind }) => kind === 'webhook');
    return { url, text: await explained(opened, failed?.id ?? 0), failed };
  }

  it.each([
    [
      500,
      'TypeError: menu is undefined',
      ['your server responded with 500', 'TypeError: menu is undefined', 'its log'],
    ],
    [404, '<h1>Not found</h1>', ['your server responded with 404', 'no handler for POST /status']],
    [302, '', ['your server responded with 302', '200 to 299']],
  ] as const)('is explained by its response: %i', async (status, body, expected) => {
    const { text, failed } = await calledBack(status, body);
    expect(failed?.status).toBe(status);
    for (const one of expected) expect(text).toContain(one);
    expect(text).not.toContain('<h1>');
  });

  it('is explained by the connection if there is no response', async () => {
    const { text, failed } = await calledBack(undefined);
    expect(failed?.status).toBeNull();
    expect(text).toContain('closed the connection');
  });
});

describe('a likely typo in a request that succeeds', () => {
  const bodyOf = (value: unknown) => ({
    method: 'POST',
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  });

  it.each([
    ['/api/relay/rest/queues', bodyOf({ name: 'a', max_sise: 5 }), /max_sise is not a known field.*max_size/],
    ['/api/relay/rest/phone_numbers?filter_nubmer=%2B1', {}, /filter_nubmer is not a known field.*filter_number/],
    ['/api/relay/rest/queues', bodyOf({ name: 'max_sise', x_trace: '1' }), undefined],
    ['/api/relay/rest/queues', bodyOf({ max_size: 'many', nmae: 'a' }), undefined],
    ['/api/relay/rest/queues?n=1', {}, undefined],
    ['/other?page_sise=1', {}, undefined],
  ] as const)('is in its row: %s %j', async (path, init, expected) => {
    const opened = await inspected();
    const { project, token } = opened.sandbox.credentials;
    const headers = { authorization: `Basic ${btoa(`${project}:${token}`)}`, ...('headers' in init && init.headers) };
    await fetch(opened.origin + path, { ...init, headers });
    const [row] = await rowsOf(opened);
    if (expected === undefined) expect(row).not.toHaveProperty('warning');
    else expect(row?.warning).toMatch(expected);
    const page = opened.pageOf(await opened.open());
    const detail = (await page('GET', `requests/${row?.id}`)).body as RequestDetail;
    expect(detail.row).toEqual(row);
  });
});

describe('the field of a failed request', () => {
  it('is none if the request has no fields', async () => {
    const opened = await inspected();
    const { data } = await opened.client.queues.list();
    const busy = data.find(({ current_size = 0 }) => current_size > 0);
    await opened.client.queues.delete(busy?.id ?? '').catch(() => {});
    const [, failed] = await rowsOf(opened);
    expect(failed).toMatchObject({ operation: 'queues.delete', status: 400 });
    const text = await explained(opened, failed?.id ?? 0);
    expect(text).not.toContain('field is missing');
    expect(text).toContain('It has no fields');
  });

  it.each(['end', 'play'] as const)('has the name that calling.%s sends', async (operation) => {
    const opened = await inspected();
    const id = '7d3c2f0e-0000-4000-8000-000000000000';
    const { calling } = opened.client;
    await (operation === 'end' ? calling.end(id) : calling.play(id, { play: [] })).catch(() => {});
    const [failed] = await rowsOf(opened);
    expect(failed?.status).toBe(404);
    const text = await explained(opened, failed?.id ?? 0);
    expect(text).toContain('["field","id"]');
    expect(text).toContain(`["sent","\\"${id}\\""]`);
  });
});

it('names other requests of an explanation by their numbers on the page', async () => {
  const opened = await inspected();
  const { client, log } = opened;
  log.append({ kind: 'http', isLookup: true, exchange: { method: 'GET', url: 'http://127.0.0.1/x', ms: 1 } });
  const { id } = await client.queues.create({ name: 'night' });
  await client.queues.delete(id);
  await client.queues.get(id).catch(() => {});
  const text = await explained(opened, 4);
  expect(text).toContain('request 3');
  expect(text).not.toMatch(/exchange/i);
});
