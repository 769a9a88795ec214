import { fillPage, servePage } from '../../test/slow/inspector/served-page.js';
import { viewsOf } from '../../test/slow/inspector/views.js';
import { openChromium } from '../../test/slow/support/chromium.js';
import type { Picture } from './picture.js';

const VIEWS = ['explanation', 'call', 'compare', 'numbers'];
const SIZE = { width: 1200, height: 720 };

/** The most important panels of the inspector, light and dark. */
export async function inspectorScenes(): Promise<Picture[]> {
  const served = await servePage();
  const filled = await fillPage(served);
  const page = await openChromium(SIZE);
  const pictures: Picture[] = [];
  try {
    await page.open(served.newAddress());
    await page.until("document.querySelector('nav') !== null", 'the page');
    for (const { name, hash, ready, act } of viewsOf(filled).filter((view) => VIEWS.includes(view.name))) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.until(`document.querySelector(${JSON.stringify(ready)}) !== null`, name);
      if (act) {
        await page.evaluate(act.run);
        await page.until(`document.querySelector(${JSON.stringify(act.ready)}) !== null`, name);
      }
      for (const isDark of [false, true]) {
        await page.look({ ...SIZE, isDark });
        const text = (await page.evaluate<string>('document.body.innerText')).split('\n');
        pictures.push({
          name: `inspector-${name}-${isDark ? 'dark' : 'light'}.png`,
          content: await page.screenshot(),
          text,
        });
      }
    }
  } finally {
    await page.close();
    await served.close();
  }
  return pictures;
}
