import type { Page } from '../support/chromium.js';

/** The parts of the first view, without what the script adds: the order of attributes, and who has the focus. */
const PARTS = `(root) => [...root.querySelectorAll('nav a, .brand, .head .title, .head .quiet, .row')].slice(0, 20).map(
  (one) => [one.localName, one.className, one.getAttribute('href'), one.getAttribute('aria-current'), one.innerHTML].join(' '),
)`;

/** The document has the same list as the script draws, and nothing moves when the script takes its place. */
export async function drawsTheSame(tab: Page, url: string): Promise<string> {
  await tab.open('about:blank');
  await tab.until("location.href === 'about:blank'", 'a blank page');
  await tab.open(url);
  await tab.until("document.querySelector('.connection.live') !== null", 'the live page');
  const differing = await tab.evaluate<string[]>(`fetch(location.pathname).then((one) => one.text()).then((text) => {
    const parts = ${PARTS};
    const drawn = parts(document);
    const first = parts(new DOMParser().parseFromString(text, 'text/html'));
    return drawn.length < 15 ? ['few parts'] : drawn.filter((one, index) => one !== first[index]);
  })`);
  if (differing.length > 0) return `the script draws: ${differing.join('\n')}`;
  const shift = await tab.evaluate<number>(`new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 100);
  })`);
  return shift < 0.001 ? '' : `the page moves by ${shift}`;
}
