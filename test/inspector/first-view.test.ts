import { load } from 'cheerio/slim';
import { expect, it } from 'vitest';
import type { RequestBatch } from '../../src/inspector/contract.js';
import { outcomeOf, targetOf, titleOf } from '../../src/inspector/page/requests/row-text.js';
import { clean } from '../../src/show/index.js';
import { eventsUntil, inspected } from './support.js';

type Opened = Awaited<ReturnType<typeof inspected>>;

const documentOf = async ({ get }: Opened, headers: Record<string, string>) =>
  load(await (await get('/_patchbay/', headers)).text());

const exchange = { method: 'GET', url: 'http://127.0.0.1/api/relay/rest/queues', ms: 1, status: 200 };

const HOSTILE = [
  '<script>window.ran = 1</script><img src=x onerror="window.ran = 2">',
  `"><a href='javascript:window.ran=3'>&amp;</a>`,
  '</style></script><!--',
  '\u202egnp.exe\u2066',
  'x'.repeat(5_000),
];

it('shows in the document the rows that the stream sends, as text', async () => {
  const opened = await inspected();
  const { log, open, get } = opened;
  for (const text of HOSTILE) {
    log.append({ kind: 'http', exchange: { ...exchange, url: `http://127.0.0.1/${text}` } });
    log.append({ kind: 'webhook', purpose: text, exchange: { ...exchange, method: text.slice(0, 40), url: text } });
    const { status: _, ...failed } = exchange;
    log.append({ kind: 'http', exchange: { ...failed, fault: text } });
  }
  const cookie = await open();
  const events = await eventsUntil(await get('/_patchbay/events', { cookie }), () => true);
  const { rows } = events.map(({ data }) => data as RequestBatch)[0] ?? { rows: [] };
  const $ = await documentOf(opened, { cookie });
  const texts = (selector: string) =>
    $(selector)
      .toArray()
      .map((one) => $(one).text());
  expect(rows).toHaveLength(15);
  const latestFirst = rows.toReversed();
  expect(texts('.row-title')).toEqual(latestFirst.map((row) => clean(titleOf(row))));
  expect(texts('.row-text')).toEqual(latestFirst.map((row) => clean(targetOf(row))));
  expect(texts('.outcome')).toEqual(latestFirst.map((row) => clean(outcomeOf(row))));
  expect(texts('.head .quiet')).toEqual(['15 requests']);
  // Nothing of the rows became markup.
  expect($('body script, img, [style], #page [onerror]')).toHaveLength(0);
  expect(
    $('#page a')
      .toArray()
      .filter((one) => !$(one).attr('href')?.startsWith('#/')),
  ).toEqual([]);
});

it('has the latest requests of a long log, and counts them all', async () => {
  const opened = await inspected();
  for (let i = 0; i < 1_300; i++) opened.log.append({ kind: 'http', exchange });
  const $ = await documentOf(opened, { cookie: await opened.open() });
  expect($('.row').length).toBeLessThan(50);
  expect($('.row').first().attr('href')).toBe('#/requests/1300');
  expect($('.head .quiet').text()).toBe('1000 requests');
  expect($('.notice').text()).toContain('300 older requests');
});

it('shows what to do before the first request', async () => {
  const opened = await inspected();
  const $ = await documentOf(opened, { cookie: await opened.open() });
  expect($('.empty h2').text()).toBe('No requests yet');
  expect($('.empty .code pre').text()).toContain('curl');
  expect($('nav a').length).toBe(10);
});

it('gives the requests to no document that a page of another origin opens, and to no browser without a session', async () => {
  const opened = await inspected();
  await opened.client.queues.list();
  const cookie = await opened.open();
  expect((await documentOf(opened, { cookie }))('.row-title').text()).toBe('queues.list');
  const unauthorized: Record<string, string>[] = [
    { cookie, 'sec-fetch-site': 'cross-site' },
    { cookie, 'sec-fetch-site': 'same-site' },
    {},
  ];
  for (const headers of unauthorized) expect((await documentOf(opened, headers)).html()).not.toContain('queues.list');
});
