import { writeFileSync } from 'node:fs';
import { openChromium } from '../support/chromium.js';
import { fillPage, servePage } from './served-page.js';

const out = process.argv[2] ?? '/tmp/h36-shots';
const only = process.argv[3];
const served = await servePage();
const page = await openChromium({ width: 1280, height: 800 });
try {
  const { call } = await fillPage(served);
  await served.post('/api/relay/rest/queues', { nmae: 'support' });
  await page.open(served.newAddress());
  await page.until("document.querySelectorAll('.row').length > 3", 'the list');
  const failed = await page.evaluate<string>(
    "[...document.querySelectorAll('.row')].find((a) => a.textContent.includes('422')).getAttribute('href')",
  );
  const views: Record<string, [string, string, string?]> = {
    requests: ['#/requests', '.row'],
    request: [failed, '.message'],
    explained: [failed, '.explanation', "document.querySelector('.explanation button').click()"],
    compare: ['#/requests/compare/4/5', '.compare'],
    calls: ['#/calls', '.row'],
    call: [`#/calls/${call}`, '.event', "document.querySelectorAll('button.event')[3].click()"],
    inbox: ['#/inbox', '.delivery'],
    clock: ['#/clock', '.clock-time'],
    faults: ['#/faults', '.rule', undefined],
    snapshots: ['#/snapshots', '.rule'],
    numbers: ['#/numbers', '.card'],
  };
  await page.evaluate(`(async () => { const h = {'x-patchbay-page':'1'};
    await fetch('/_patchbay/data/control/faults', {method:'POST', headers:h, body: JSON.stringify({operation:'queues.list', fault:{status:503}, times:2})});
    await fetch('/_patchbay/data/snapshots', {method:'POST', headers:h, body: 'before the lesson'}); })()`);
  for (const [name, [hash, ready, act]] of Object.entries(views)) {
    if (only && !only.split(',').includes(name)) continue;
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const)
      for (const isDark of [false, true]) {
        await page.look({ width, height, isDark });
        await page.evaluate(`location.hash = '#/clock'`);
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        await page.until(`document.querySelector(${JSON.stringify(ready)}) !== null`, name);
        if (act) {
          await page.evaluate(act);
        }
        if (name === 'explained') await page.until("document.querySelector('.sheet') !== null", 'the sheet');
        await page.evaluate('new Promise((done) => setTimeout(done, 250))');
        writeFileSync(`${out}/${name}-${width}-${isDark ? 'dark' : 'light'}.png`, await page.screenshot());
      }
  }
  console.log(page.problems);
} finally {
  await page.close();
  await served.close();
}
