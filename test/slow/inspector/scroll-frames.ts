import type { Page } from '../support/chromium.js';

const SCROLL_MS = 2_000;
/** The browser, the server and other programs share the processors of the machine. */
const LEAST_SHARE = 0.75;

const EMPTY = 'data:text/html,<!doctype html><title>empty</title><div style="height: 1000000px"></div>';

/** Scrolls the list, and then a page without contents. The list must be drawn about as often, by the trace of Chromium. */
export async function scrollsSmoothly(tab: Page): Promise<string> {
  const list = await frames(tab, "document.querySelector('.list')");
  await tab.open(EMPTY);
  await tab.until("document.title === 'empty'", 'the empty page');
  const empty = await frames(tab, 'document.documentElement');
  process.stdout.write(`  the list: ${summary(list)}; an empty page: ${summary(empty)}\n`);
  if (list.scrolledPx < 5_000) return `the list scrolled ${list.scrolledPx} px`;
  return list.times.length >= empty.times.length * LEAST_SHARE
    ? ''
    : `the list was drawn ${list.times.length} times, and an empty page ${empty.times.length} times`;
}

interface Frames {
  /** The times between the frames, in milliseconds. */
  readonly times: readonly number[];
  readonly scrolledPx: number;
}

/** The frames that Chromium drew while an element scrolled in each of them. */
async function frames(tab: Page, element: string): Promise<Frames> {
  let scrolledPx = 0;
  const events = await tab.trace(
    ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'],
    async () => {
      scrolledPx = await tab.evaluate<number>(`new Promise((done) => {
      const box = ${element};
      box.scrollTop = 0;
      const end = performance.now() + ${SCROLL_MS};
      const frame = () => {
        box.scrollTop += 120;
        if (performance.now() < end) requestAnimationFrame(frame);
        else done(box.scrollTop);
      };
      requestAnimationFrame(frame);
    })`);
    },
  );
  const drawn = events.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts);
  const sorted = drawn.toSorted((a, b) => a - b);
  return { times: sorted.slice(1).map((ts, index) => (ts - (sorted[index] ?? ts)) / 1_000), scrolledPx };
}

/** A frame that is drawn late takes two intervals of the screen, so one and a half is the limit. */
const summary = ({ times }: Frames): string =>
  `${times.length} frames in ${SCROLL_MS / 1_000} s, ${times.filter((ms) => ms > 25).length} of them late`;
