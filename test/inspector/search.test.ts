import { expect, it } from 'vitest';
import type { FoundBodies } from '../../src/inspector/contract.js';
import { MAX_SEARCHED_KB } from '../../src/inspector/page/model/matcher.js';
import { inspected, TOKEN } from './support.js';

async function searched() {
  const opened = await inspected();
  const page = opened.pageOf(await opened.open());
  const find = async (text: string, after = 0): Promise<FoundBodies> =>
    (await page('POST', 'requests/found', { text, after })).body;
  return { ...opened, page, find };
}

it('finds words in the bodies of requests and responses, with the part that matches', async () => {
  const { client, find } = await searched();
  await client.queues.create({ name: 'Night line', max_size: 40 });
  await client.queues.get('7d3c2f0e-0000-4000-8000-000000000000').catch(() => {});
  await client.phone_numbers.list();
  expect((await find('NIGHT max_size')).found).toEqual([
    {
      id: 1,
      words: ['night', 'max_size'],
      where: 'request',
      part: { before: '…"name":"', match: 'Night', after: ' line","max_size":40}' },
    },
  ]);
  const { found, last } = await find('front absent');
  expect(found).toMatchObject([{ id: 3, words: ['front'], where: 'response' }]);
  expect(last).toBe(3);
  expect((await find('front', last)).found).toEqual([]);
  expect((await find('front', 1)).found).toHaveLength(1);
  expect(await find('')).toEqual({ last: 3, found: [] });
});

it('searches no longer bodies, and no secrets', async () => {
  const { client, log, find } = await searched();
  const name = 'x'.repeat(MAX_SEARCHED_KB * 1024);
  await client.queues.create({ name: `needle ${name}` }).catch(() => {});
  await client.queues.create({ name: `needle ${TOKEN}` }).catch(() => {});
  log.append({ kind: 'http', exchange: { method: 'GET', url: 'http://127.0.0.1/needle', ms: 1, status: 200 } });
  expect((await find('needle')).found.map(({ id }) => id)).toEqual([2]);
  expect((await find(TOKEN)).found).toEqual([]);
});

it('answers the API while it searches, and refuses what is not a search', async () => {
  const { client, page, find } = await searched();
  for (let i = 0; i < 300; i++) await client.queues.create({ name: `queue ${i} ${'y'.repeat(2_000)}` });
  const order: string[] = [];
  await Promise.all([
    find('queue').then(({ found }) => order.push(`found ${found.length}`)),
    client.queues.list().then(() => order.push('listed')),
  ]);
  expect(order.toSorted()).toEqual(['found 300', 'listed']);
  for (const body of ['x', [], { text: 1 }, { text: 'x', after: 'y' }, { text: 'x', after: -1 }])
    expect((await page('POST', 'requests/found', body)).status).toBe(422);
});

it('offers each operation of the API to the form of faults', async () => {
  const { page } = await searched();
  const { body } = await page('GET', 'operations');
  expect(body.length).toBeGreaterThan(300);
  expect(body).toContain('queues.create');
});

it.each([
  ['application/json', String.raw`{"name":"M\u00fcller \"quoted\" caf\u00e9 \ud83d\ude00 a\\b","max_size":"x"}`],
  ['application/x-www-form-urlencoded', `${new URLSearchParams({ name: 'Müller "quoted" café 😀 a\\b' })}`],
])('finds values as people write them in %s', async (type, body) => {
  const { origin, find } = await searched();
  await fetch(`${origin}/api/relay/rest/queues`, { method: 'POST', body, headers: { 'content-type': type } });
  for (const text of ['Müller', 'café', '"quoted"', 'müller "quoted" café', '😀', 'a\\b', body.slice(6, 24)])
    expect([text, (await find(text)).found.map(({ id }) => id)]).toEqual([text, [1]]);
  expect((await find('café')).found[0]?.part.match).toBe('café');
  expect((await find('Mueller')).found).toEqual([]);
});
