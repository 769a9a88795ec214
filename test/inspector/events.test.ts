import { expect, it } from 'vitest';
import { SessionLog } from '../../src/bench/index.js';
import type { RequestBatch } from '../../src/inspector/contract.js';
import { eventStream } from '../../src/inspector/events/event-stream.js';
import { requestRow } from '../../src/inspector/events/request-row.js';
import { eventsUntil, inspected, type SentEvent } from './support.js';

const batchOf = ({ data }: SentEvent) => data as RequestBatch;
const isBatch = ({ event }: SentEvent) => event === 'reset' || event === 'requests';
const hasRow =
  (path: string) =>
  (event: SentEvent): boolean =>
    isBatch(event) && batchOf(event).rows.some((row) => row.path === path);

it('sends the requests of the log, and those that follow', async () => {
  const { get, open, client, sandbox } = await inspected();
  await client.queues.list();
  const response = await get('/_patchbay/events', { cookie: await open() });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reading = eventsUntil(response, hasRow('/api/relay/rest/queues/none'));
  await client.queues.get('none').catch(() => {});
  const events = await reading;
  expect(events[0]).toMatchObject({ event: 'reset' });
  const rows = events.filter(isBatch).flatMap((event) => batchOf(event).rows);
  expect(rows).toEqual([
    {
      ...{ id: 1, kind: 'request', method: 'GET', path: '/api/relay/rest/queues', operation: 'queues.list' },
      ...{ status: 200, fault: null, ms: expect.any(Number), at: expect.any(String) },
    },
    expect.objectContaining({ id: 2, operation: 'queues.get', status: 404 }),
  ]);
  expect(rows[1]?.at).toBe(sandbox.clock.now().toISOString());
});

it('resumes after the last event that the page received', async () => {
  const { get, open, client } = await inspected();
  const cookie = await open();
  await client.queues.list();
  const first = await eventsUntil(await get('/_patchbay/events', { cookie }), isBatch);
  await client.queues.get('none').catch(() => {});
  const resumed = await get('/_patchbay/events', { cookie, 'last-event-id': first.at(-1)?.id ?? '' });
  const events = await eventsUntil(resumed, hasRow('/api/relay/rest/queues/none'));
  expect(events.map((event) => [event.event, batchOf(event).rows.map(({ id }) => id)])).toEqual([['requests', [2]]]);
});

it('empties the list of each page, and of those that were away, when the user clears it', async () => {
  const { get, open, pageOf, client } = await inspected();
  const cookie = await open();
  await client.queues.list();
  const stream = () => get('/_patchbay/events', { cookie });
  const isCleared = (event: SentEvent) => isBatch(event) && batchOf(event).isCleared === true;
  const seen = (events: readonly SentEvent[]) => events.filter(isBatch).map((event) => batchOf(event).rows.length);
  const before = await eventsUntil(await stream(), isBatch);
  const open1 = eventsUntil(await stream(), isCleared);
  expect((await pageOf(cookie)('POST', 'requests/clear')).status).toBe(200);
  expect(seen(await open1).at(-1)).toBe(0);
  const away = { cookie, 'last-event-id': before.at(-1)?.id ?? '' };
  expect(seen(await eventsUntil(await get('/_patchbay/events', away), isCleared))).toEqual([0]);
  await client.queues.get('none').catch(() => {});
  const [reset] = await eventsUntil(await stream(), isBatch);
  expect(reset && batchOf(reset)).toMatchObject({ missed: 0, rows: [{ id: 2 }] });
  const document = await (await get('/_patchbay/', { cookie, 'sec-fetch-site': 'none' })).text();
  expect(document).toContain('1 request');
  expect((await pageOf(cookie)('GET', 'requests/1')).status).toBe(200);
});

it('begins again for a page that followed an earlier server', async () => {
  const { get, open, client } = await inspected();
  await client.queues.list();
  const response = await get('/_patchbay/events', { cookie: await open(), 'last-event-id': '0123456789ab-40' });
  const events = await eventsUntil(response, hasRow('/api/relay/rest/queues'));
  expect(events.map(({ event }) => event)).toEqual(['reset']);
});

it('reports how many requests the log removed before a slow page read them', async () => {
  const { get, open, log } = await inspected();
  const cookie = await open();
  const exchange = { method: 'GET', url: 'http://127.0.0.1/api/relay/rest/queues', ms: 1, status: 200 };
  for (let i = 0; i < 1_300; i++) log.append({ kind: 'http', exchange });
  const events = await eventsUntil(await get('/_patchbay/events', { cookie }), (event) =>
    isBatch(event) ? batchOf(event).rows.at(-1)?.id === 1_300 : false,
  );
  const batches = events.filter(isBatch).map(batchOf);
  expect(batches.map(({ missed }) => missed)).toEqual([300]);
  expect(batches.flatMap(({ rows }) => rows)).toHaveLength(1_000);
});

it('sends the requests of a busy server a few times a second', async () => {
  const log = new SessionLog();
  const request = () => log.append({ kind: 'http', exchange: { method: 'GET', url: 'http://127.0.0.1/', ms: 1 } });
  const events = eventStream({
    log,
    run: 'a',
    lastId: 'a-0',
    signal: new AbortController().signal,
    clearedAt: () => 0,
    followChanges: () => () => {},
  });
  await events.next();
  request();
  await events.next();
  const start = performance.now();
  request();
  const { value } = await events.next();
  await events.return(undefined);
  expect(Buffer.from(value ?? []).toString()).toContain('"id":2');
  expect(performance.now() - start).toBeGreaterThan(50);
});

it('sends the requests of a busy server before its log loses them', async () => {
  const log = new SessionLog();
  const add = (count: number) => {
    for (let i = 0; i < count; i++)
      log.append({ kind: 'http', exchange: { method: 'GET', url: 'http://127.0.0.1/', ms: 1 } });
  };
  const { signal } = new AbortController();
  const events = eventStream({
    log,
    run: 'a',
    lastId: 'a-0',
    signal,
    clearedAt: () => 0,
    followChanges: () => () => {},
  });
  await events.next();
  add(20);
  await events.next();
  const pause = new Promise((done) => setTimeout(done, 200));
  const next = events.next();
  add(400);
  const { value } = (await Promise.race([next, pause])) as IteratorResult<Uint8Array>;
  expect(Buffer.from(value ?? []).toString()).toContain('"id":420');
  await events.return(undefined);
});

it('does not redact the body of a request that its address identifies', () => {
  const exchange = {
    ...{ method: 'GET', url: 'http://127.0.0.1/api/relay/rest/queues', ms: 1, status: 200 },
    get raw(): never {
      throw new Error('the body was redacted');
    },
  };
  expect(requestRow(1, { kind: 'http', exchange })).toMatchObject({ operation: 'queues.list' });
});

it('tells the pages that a program changed the clock through the control API', async () => {
  const { get, open, pageOf } = await inspected();
  const cookie = await open();
  const response = await get('/_patchbay/events', { cookie });
  const reading = eventsUntil(response, ({ event }) => event === 'change');
  await pageOf(cookie)('POST', 'control/clock', { advance_seconds: 60 });
  expect((await reading).at(-1)).toMatchObject({ event: 'change' });
});

it('shows each request of the sandbox to a server of the user', async () => {
  const { get, open, sandbox } = await inspected();
  sandbox.webhooks.answerFrom({
    send: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(DOCUMENT) }),
  });
  await sandbox.ring('+12065550100');
  const events = await eventsUntil(await get('/_patchbay/events', { cookie: await open() }), isBatch);
  const [row] = events.flatMap((event) => batchOf(event).rows);
  expect(row).toMatchObject({
    ...{ kind: 'webhook', operation: 'call document', method: 'POST', status: 200 },
    path: 'https://example.com/front-desk.json',
  });
});

const DOCUMENT = JSON.stringify({ version: '1.0.0', sections: { main: [{ answer: {} }, { hangup: {} }] } });
