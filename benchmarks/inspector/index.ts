// `npm run bench:inspector`: the page of the inspector in Chromium, beside an empty page and beside no page. Prints
// ratios. Needs Debian's Chromium.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openChromium, type Page } from '../../test/slow/support/chromium.js';
// @ts-expect-error: a program without types
import { promise, roundsOr } from '../promise.mjs';
// @ts-expect-error: a program without types
import { median, quantile } from '../quantile.mjs';
// @ts-expect-error: a program without types
import { load } from '../sandbox/load.mjs';

const ROUNDS: number = roundsOr(7);
const LOGGED = 10_000;
/** With fewer, a round takes a third of a second, and the page draws once or twice in it. */
const REQUESTS = 10_000;
const A_SECOND = 500;
const SECONDS = 5;
const PATH = '/api/relay/rest/phone_numbers?page_size=1';

/** Notes when the browser has drawn the first request of the list, or the heading of the empty page, and when the page is live. */
const NOTE_DRAWN = `
  new PerformanceObserver((list) => { window.drawnMs ??= list.getEntries()[0].renderTime; }).observe({ type: 'element' });
  let isMarked = false;
  new MutationObserver(() => {
    if (document.querySelector('.connection.live')) window.liveMs ??= performance.now();
    const element = document.querySelector('.row-title, body > h1');
    if (!element || isMarked) return;
    isMarked = true;
    element.setAttribute('elementtiming', 'first');
  }).observe(document, { childList: true, subtree: true, attributes: true });`;

const COUNT = "Number.parseInt(document.querySelector('.head .quiet')?.textContent ?? '0', 10)";

const server = fork(fileURLToPath(new URL('server.mjs', import.meta.url)), { execArgv: ['--import', 'tsx'] });
const [{ url, address, authorization }] = await once(server, 'message');
const target = { url, path: PATH, headers: { authorization } };
const ask = (path: string) => fetch(url + path, { headers: { authorization } }).then((one) => one.arrayBuffer());
const page = await openChromium({ width: 1280, height: 800 });
try {
  await page.open(address);
  await shown(page);
  await paint();
  await throughput();
  await arrival();
  await scroll();
} finally {
  await page.close();
  server.disconnect();
}

async function shown(tab: Page): Promise<void> {
  await tab.until("document.querySelector('.connection.live') !== null", 'the live page');
}

/** The time from the navigation until the list, or the heading of the empty page, is drawn. */
async function paint(): Promise<void> {
  await load(target, 200);
  await page.runFirst(NOTE_DRAWN);
  const times: Record<'inspector' | 'empty' | 'live', number[]> = { inspector: [], empty: [], live: [] };
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, path] of [
      ['empty', '/empty'],
      ['inspector', '/_patchbay/'],
    ] as const) {
      await page.open('about:blank');
      await page.until("location.href === 'about:blank'", 'a blank page');
      await page.open(url + path);
      await page.until(`location.pathname === '${path}' && window.drawnMs > 0`, `the paint of ${path}`);
      if (name === 'inspector') await page.until('window.liveMs > 0', 'the live page');
      const [drawn, live] = await page.evaluate<[number, number | undefined]>('[window.drawnMs, window.liveMs]');
      if (round === 0) continue;
      times[name].push(drawn);
      if (live) times.live.push(live);
    }
  const [own, empty] = [median(times.inspector), median(times.empty)];
  console.log(
    `first request drawn after ${own.toFixed(0)} ms (the page is live after ${median(times.live).toFixed(0)} ms), an empty page after ${empty.toFixed(0)} ms`,
  );
  promise('first meaningful paint against an empty page', own / empty, { most: 1.5 });
}

/** The requests a second with the page on the list, beside those without an open page. */
async function throughput(): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await page.open('about:blank');
    await page.until("location.href === 'about:blank'", 'a blank page');
    const without = await load(target, REQUESTS);
    await page.open(`${url}/_patchbay/`);
    await shown(page);
    await page.until('new Promise((done) => requestIdleCallback(() => done(true)))', 'a page that has loaded');
    const open = await load(target, REQUESTS);
    if (round > 0) ratios.push(open / without);
  }
  promise('requests a second with the page open against without', median(ratios), { least: 0.9 });
}

/** Sends at a fixed rate. The page must show the last request soon after it was sent. */
async function arrival(): Promise<void> {
  const start = performance.now();
  for (let sent = 0; sent < A_SECOND * SECONDS; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => ask(PATH)));
    await wait(Math.max(0, start + ((sent + 50) / A_SECOND) * 1000 - performance.now()));
  }
  const rate = (A_SECOND * SECONDS) / ((performance.now() - start) / 1000);
  const end = performance.now();
  await ask('/api/relay/rest/queues?last=1');
  await page.until("document.querySelector('.row').textContent.includes('last=1')", 'the last request');
  const behind = performance.now() - end;
  console.log(
    `${rate.toFixed(0)} requests a second for ${SECONDS} s: the last one is shown after ${behind.toFixed(0)} ms`,
  );
  promise('requests that arrive a second against 500', rate / A_SECOND, { least: 0.95 });
  promise('the delay of the last request against a second', behind / 1000, { most: 1 });
}

/** Scrolls through a long list for three seconds. The times between the frames are those that the browser drew. */
async function scroll(): Promise<void> {
  for (let sent = 0; sent < LOGGED; sent += 500) {
    await load(target, 500);
    await wait(150); // the log keeps 1,000 requests, so that the page must keep up
  }
  await page.until(`${COUNT} > ${LOGGED * 0.9}`, 'the long list');
  const frames = async (element: string) =>
    page.evaluate<number[]>(`new Promise((done) => {
      const box = ${element};
      const times = [];
      let last;
      const end = performance.now() + 3000;
      const frame = (now) => {
        if (last !== undefined) times.push(now - last);
        last = now;
        box.scrollTop += 120;
        if (performance.now() < end) requestAnimationFrame(frame);
        else done(times);
      };
      requestAnimationFrame(frame);
    })`);
  const listed = await page.evaluate<number>(COUNT);
  const list = await frames("document.querySelector('.list')");
  await page.open(`${url}/empty`);
  await page.until("document.title === 'empty'", 'the empty page');
  const empty = await frames('document.documentElement');
  const rate = (times: number[]) => 1000 / (times.reduce((sum, one) => sum + one, 0) / times.length);
  console.log(
    `${listed} requests: ${rate(list).toFixed(1)} frames a second, slowest 5 % at ${quantile(list, 0.95).toFixed(1)} ms; an empty page has ${rate(empty).toFixed(1)}`,
  );
  promise('frames a second while a long list scrolls against an empty page', rate(list) / rate(empty), { least: 0.9 });
}
