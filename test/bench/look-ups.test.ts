import { afterEach, describe, expect, it } from 'vitest';
import { listsByPath } from '../../src/assist/index.js';
import { createBench, openBench } from '../../src/bench/index.js';
import { argumentNames, operations, walkRows } from '../../src/client/index.js';
import { receiver, serve } from '../support/loopback.js';

const before = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

/** Opens a live bench on a loopback server. */
const live = async (answer: Parameters<typeof receiver>[0]) => liveOn(await receiver(answer));

async function liveOn<Server extends { url: string; close(): Promise<unknown> }>(server: Server) {
  Object.assign(process.env, { PLATFORM_PROJECT_ID: 'p', PLATFORM_API_TOKEN: 'PT-token', PLATFORM_SPACE: server.url });
  const questions: string[] = [];
  const ask = async (question: string) => questions.push(question) > 0;
  const bench = await openBench({ mode: { kind: 'live' }, ask });
  const close = async () => {
    await bench.close();
    await server.close();
  };
  return { ...server, bench, questions, close };
}

const GET_QUEUE = "platform.queues.get('";
const never = new AbortController().signal;

describe('completion of an id in live mode', () => {
  it('fetches one page of the list without logging it', async () => {
    const { bench, received, questions, close } = await live(() => ({
      body: '{"data":[{"id":"q-1","friendly_name":"sales"}],"links":{"next":"/api/relay/rest/queues?page=2"}}',
    }));
    const first = await bench.complete(GET_QUEUE, GET_QUEUE.length);
    expect([first.items, received]).toEqual([[], []]);
    const more = await first.more?.(never);
    expect(more?.items).toEqual([{ text: 'q-1', kind: 'value', detail: 'sales' }]);
    expect(received.map(({ method, target }) => [method, new URL(target, 'http://x').pathname])).toEqual([
      ['GET', '/api/relay/rest/queues'],
    ]);
    // The ids were just fetched.
    const again = await bench.complete(GET_QUEUE, GET_QUEUE.length);
    expect([again.items.length, again.more]).toEqual([1, undefined]);
    expect([bench.log.events, questions, bench.waitsFor]).toEqual([[], [], undefined]);
    await close();
  });
  it('can be cancelled, and fetches again the next time', async () => {
    let asked = () => {};
    const arrived = new Promise<void>((resolve) => {
      asked = resolve;
    });
    // The server never responds.
    const { bench, close } = await liveOn(await serve(() => asked()));
    const stop = new AbortController();
    const more = (await bench.complete(GET_QUEUE, GET_QUEUE.length)).more?.(stop.signal);
    await arrived;
    stop.abort();
    expect((await more)?.items).toEqual([]);
    expect((await bench.complete(GET_QUEUE, GET_QUEUE.length)).more).toBeDefined();
    await close();
  });
  it('offers the known ids when the platform refuses, and does not repeat the request', async () => {
    const { bench, received, close } = await live(() => ({ status: 500, body: '{}' }));
    const { more } = await bench.complete(GET_QUEUE, GET_QUEUE.length);
    expect((await more?.(never))?.items).toEqual([]);
    expect([received.length, bench.log.events]).toEqual([1, []]);
    expect((await bench.complete(GET_QUEUE, GET_QUEUE.length)).more).toBeUndefined();
    await close();
  });
});

describe('a look-up', () => {
  it.each([...listsByPath()])('of %s is a free list without required arguments', (path, { row }) => {
    expect([row.route, row.gives.kind, Boolean(row.spends)]).toEqual([`GET ${path}`, 'page', false]);
  });
  it('covers most ids that operations require', () => {
    const wanting = [...walkRows(operations)].filter(([, row]) => argumentNames(row).length > 0);
    const served = wanting.filter(([, { route }]) =>
      listsByPath().has(route.slice(route.indexOf(' ') + 1, route.indexOf('/{'))),
    );
    expect(served.length).toBeGreaterThan(wanting.length / 2);
  });
  it('exists only in live mode, and only where an id is expected', async () => {
    const bench = createBench();
    expect((await bench.complete(GET_QUEUE, GET_QUEUE.length)).more).toBeUndefined();
    await bench.close();
    const there = await live(() => ({ body: '{}' }));
    for (const source of ['platform.', 'platform.queues.create({ name: ', '.route ', 'f('])
      expect([source, (await there.bench.complete(source, source.length)).more]).toEqual([source, undefined]);
    const timed = '.time await platform.queues.get(';
    expect((await there.bench.complete(timed, timed.length)).more).toBeDefined();
    expect(there.received).toEqual([]);
    await there.close();
  });
});
