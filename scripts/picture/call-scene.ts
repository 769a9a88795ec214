import { openChromium } from '../../test/slow/support/chromium.js';
import { openBench } from './bench-terminal.js';
import type { Picture } from './picture.js';
import { screenSvg } from './screen-svg.js';

const SIZE = { columns: 76, rows: 34 };
const PAGE = { width: 860, height: 656 };
const WHOLE = { width: 1580, height: 688 };

/** A call at the prompt, and beside it the page of the same session with the call as a timeline. */
export async function callScene(home: string): Promise<Picture[]> {
  const bench = await openBench(home, SIZE);
  const page = await openChromium(PAGE);
  try {
    await bench.enter('.inspect', /http:/);
    const address =
      /http:[^\s(]+/.exec(
        bench
          .screen()
          .join('\n')
          .replace(/(?<=\S)\n(?=\S)/g, ''),
      )?.[0] ?? '';
    // The address works once: it is not in the picture.
    bench.write('\f');
    await bench.until(() => !bench.screen().some((row) => row.includes('http:')), 'a clear screen');
    await bench.enter('.sandbox ring +12065550100 --digits 2', /^ *end /);
    await page.open(address);
    await page.until("document.querySelector('nav') !== null", 'the page');
    await page.evaluate("location.hash = '#/calls'");
    await page.until("document.querySelector('.row') !== null", 'the list of calls');
    await page.evaluate("document.querySelector('a.row, .row a, .row').click()");
    await page.until("document.querySelector('button.event') !== null", 'the timeline');
    await page.evaluate("document.querySelectorAll('button.event')[2].click()");
    await page.until("document.querySelector('.event[aria-pressed=true]') !== null", 'the step');
    const shown = await page.evaluate<string>('document.body.innerText');
    const picture = (await page.screenshot()).toString('base64');
    const terminal = Buffer.from(screenSvg(bench.terminal, SIZE)).toString('base64');
    await page.look({ ...WHOLE, isDark: false });
    await page.open(`data:text/html;base64,${Buffer.from(besides(terminal, picture)).toString('base64')}`);
    await page.until('[...document.images].every((one) => one.complete && one.naturalWidth > 0)', 'both pictures');
    return [{ name: 'call.png', content: await page.screenshot(), text: [...bench.screen(), ...shown.split('\n')] }];
  } finally {
    await page.close();
    await bench.close();
  }
}

const besides = (terminal: string, page: string) => `<!doctype html><style>
body { margin: 0; padding: 16px; background: #fff; display: flex; gap: 16px; align-items: flex-start }
img { border-radius: 8px; box-shadow: 0 0 0 1px #ccd; height: ${PAGE.height}px }
</style><img src="data:image/svg+xml;base64,${terminal}"><img src="data:image/png;base64,${page}">`;
