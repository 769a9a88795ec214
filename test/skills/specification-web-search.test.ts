import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WireRequest } from '../../src/http/index.js';
import { WebSearchScraper } from '../../src/skills/builtin/web_search.js';

// The clock is the only replaced part: it records each wait and ends it at once.
const waits: number[] = [];
beforeEach(() => {
  waits.length = 0;
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms = 0) => void waits.push(ms));
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const KEYS = { api_key: 'key-1', search_engine_id: 'engine-1' };
// The JSON of a Reddit post is the first request for its page, so it has the whole timeout.
const POST = 'https://www.reddit.com/r/a/comments/b';

/** A scraper whose search engine finds three Reddit posts. */
function scraperOf(body = '<main>text</main>') {
  const counts: number[] = [];
  const requests: string[] = [];
  const provider = {
    name: 'test',
    search: async (_query: string, count: number) => {
      counts.push(count);
      return [1, 2, 3].map((at) => ({ title: `T${at}`, link: `${POST}${at}`, snippet: `S${at}` }));
    },
  };
  const send = async ({ url }: WireRequest) => {
    requests.push(url);
    return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(body) };
  };
  return { scraper: new WebSearchScraper({ ...KEYS, provider, transport: { send } }), counts, requests };
}

/** The times in milliseconds after which timers would end something. */
async function timersOf(run: () => Promise<unknown>): Promise<unknown[]> {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await run();
  return timers.mock.calls.map(([, ms]) => ms);
}

it('takes both keys, and limits a page to 32768 characters', () => {
  expect(scraperOf().scraper.max_content_length).toBe(32_768);
  expect(new WebSearchScraper({ ...KEYS, max_content_length: 2000 }).max_content_length).toBe(2000);
});

it('search_google asks for 5 results', async () => {
  const { scraper, counts } = scraperOf();
  await scraper.search_google('x');
  expect(counts).toEqual([5]);
});

it('search_and_scrape_best asks for four times as many results as requested, by default for 3', async () => {
  const { scraper, counts } = scraperOf();
  await scraper.search_and_scrape_best('x', { num_results: 1 });
  await scraper.search_and_scrape_best('x', { num_results: 2 });
  await scraper.search_and_scrape_best('x', { oversample_factor: 3 });
  expect(counts).toEqual([4, 8, 9]);
});

it('search_and_scrape_best ends after 10 seconds', async () => {
  const { scraper } = scraperOf();
  expect(await timersOf(() => scraper.search_and_scrape_best('x'))).toContain(10_000);
});

it('search_and_scrape_best gives each page 2 seconds', async () => {
  const { scraper } = scraperOf();
  expect(await timersOf(() => scraper.search_and_scrape_best('x'))).toContain(2000);
});

it('search_and_scrape_best waits 0.5 seconds between pages, but not if it reads all at once', async () => {
  const { scraper } = scraperOf();
  await scraper.search_and_scrape_best('x', { parallel_scrape: false });
  expect(waits).toEqual([500, 500]);
  await scraper.search_and_scrape_best('x');
  expect(waits).toHaveLength(2);
});

it('search_and_scrape_best reads pages, unless only snippets are requested', async () => {
  const { scraper, requests } = scraperOf();
  await scraper.search_and_scrape_best('x', { snippets_only: true });
  expect(requests).toEqual([]);
  await scraper.search_and_scrape_best('x');
  expect(requests).toContain(`${POST}1.json`);
});

it('extract_text_from_url returns a pair, within the maximum length and 10 seconds', async () => {
  const { scraper } = scraperOf(`<main>${'word '.repeat(10_000)}</main>`);
  let pair: unknown;
  const timers = await timersOf(async () => {
    pair = await scraper.extract_text_from_url(POST);
  });
  expect(pair).toEqual([expect.any(String), expect.objectContaining({ quality_score: expect.any(Number) })]);
  expect((pair as string[])[0]).toHaveLength(32_768);
  expect(timers).toContain(10_000);
});

it('search_and_scrape returns 3 pages, with 0.5 seconds between them', async () => {
  const { scraper, counts } = scraperOf();
  expect((await scraper.search_and_scrape('x')).match(/^\d\. /gm)).toHaveLength(3);
  expect(counts).toEqual([3]);
  expect(waits).toEqual([500, 500]);
});

it('search_and_scrape_best leaves out pages with a quality below 0.2', async () => {
  const [below, above]: [number[], number[]] = [[], []];
  for (let repeats = 6; repeats < 12; repeats++) {
    const words = Array.from({ length: 10 }, (_, index) => `word${index}`).join(' ');
    const { scraper } = scraperOf(`<main>${words}${' again'.repeat(repeats * 5)}</main>`);
    const unfiltered = await scraper.search_and_scrape_best('zebra', { min_quality_score: 0 });
    const isKept = (await scraper.search_and_scrape_best('zebra')).startsWith('The best');
    (isKept ? above : below).push(Number(/quality ([\d.]+)/.exec(unfiltered)?.[1]));
  }
  expect([below.every((score) => score > 0.15 && score < 0.2), above.every((score) => score >= 0.2)]).toEqual([
    true,
    true,
  ]);
  expect([below.length, above.length]).toEqual([3, 3]);
});
