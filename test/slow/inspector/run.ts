import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import axe from 'axe-core';
import { IS_LONG, rotated } from '../../support/rotation.js';
import { openChromium, type Page } from '../support/chromium.js';
import { endsCall, marksProblems, ringsBusy } from './call-proofs.js';
import { dropsTickets, exportsCase, hostileCase, opensCase } from './case-proofs.js';
import { drawsTheSame } from './first-view.js';
import { asksAndRuns, namesNoProject, reports, scrollsOnce, showsTimeline } from './panel-proofs.js';
import { scrollsSmoothly } from './scroll-frames.js';
import { fillPage, servePage } from './served-page.js';
import { actsOnNumbers, findsBodies, followsFaults, managesProjects, namesLine, readsYaml } from './tool-proofs.js';
import { type View, viewsOf } from './views.js';

// Debian's Chromium uses the inspector on a real server. One line for each claim; the exit code says whether all held.
// A run inspects a third of the views and sends 1,000 requests; PATCHBAY_TEST_LONG=1 takes all views, and 10,000.
// `--pictures FOLDER` also writes a picture of each view, wide and narrow, light and dark.

const PICTURES = process.argv.includes('--pictures') ? process.argv[process.argv.indexOf('--pictures') + 1] : undefined;
const LOOKS = [
  { name: '1280-light', width: 1280, height: 800, isDark: false },
  { name: '1280-dark', width: 1280, height: 800, isDark: true },
  { name: '360-light', width: 360, height: 740, isDark: false },
  ...(PICTURES === undefined
    ? []
    : [
        { name: '360-dark', width: 360, height: 740, isDark: true },
        { name: '768-light', width: 768, height: 1024, isDark: false },
        { name: '2560-light', width: 2560, height: 1440, isDark: false },
        { name: '2560-dark', width: 2560, height: 1440, isDark: true },
      ]),
];

const REQUESTS = IS_LONG ? 10_000 : 1_000;

const HOSTILE = [
  '<script>window.ran = 1</script><img src=x onerror="window.ran = 2">',
  'javascript:window.ran=3',
  '\u202egnp.exe\u2066',
  'x'.repeat(1_000_000),
];

let failed = false;
const report = (claim: string, problem: string) => {
  process.stdout.write(problem === '' ? `ok ${claim}\n` : `not ok ${claim}\n${problem.replace(/^/gm, '  ')}\n`);
  failed ||= problem !== '';
};

const served = await servePage();
const filled = await fillPage(served);
const page = await openChromium({ width: 1280, height: 800 });
const address = served.newAddress();
try {
  await prove('without a session, a form is accessible and accepts the token', () => signsIn(page));
  await prove('the printed address opens the page, and only once', () => opens(page, address));
  await prove('the document has what the script draws, and nothing moves', () =>
    drawsTheSame(page, `${served.server.url}/_patchbay/`),
  );
  await prove('the list follows the requests of other programs', () => followsRequests(page));
  await prove('keys move, open, filter, explain, send again, pin, compare and close', () => keys(page));
  await prove('a number rings from the dial pad, and the call is a timeline', () => rings(page));
  await prove('the clock advances, faults are added and removed, and snapshots are saved and restored', () =>
    controls(page),
  );
  await prove('a YAML document marks its running step, and calls and requests lead to each other', () =>
    showsTimeline(page, served),
  );
  await prove('a called party is busy, a caller hangs up, and the form keeps what was typed', () => ringsBusy(page));
  await prove('failed calls are marked, and the problems of a document are at their lines', () =>
    marksProblems(page, served),
  );
  await prove('a running call says what is possible, and is ended', () => endsCall(page, served));
  await prove('a loss is asked about, and the clock runs in each panel', () => asksAndRuns(page, served));
  for (const look of LOOKS)
    await prove(`no list scrolls inside a panel that scrolls at ${look.name}`, async () => {
      await page.look(look);
      return scrollsOnce(page);
    });
  await page.look({ width: 1280, height: 800, isDark: false });
  await prove('a change shows its request before it is sent, and the states are compared', () => changes(page));
  await prove('a second project has its own requests', () => projects(page));
  await prove('the filter finds words in bodies, and shows where', () => findsBodies(page, served));
  await prove('each panel counts the active faults, and a filter shows what they answered', () =>
    followsFaults(page, served),
  );
  await prove('a number leads to its calls, its resource and what to fix', () => actsOnNumbers(page));
  await prove('a document is written in YAML', () => readsYaml(page));
  await prove('a project is added, listed and deleted', () => managesProjects(page));
  await prove('hostile names and bodies are text', () => hostile(page));
  await prove('an empty Case panel is accessible at each size', async () => {
    const problems: string[] = [];
    for (const look of LOOKS) {
      await page.look(look);
      problems.push(...(await inspectView(page, { name: 'no-case', hash: '#/case', ready: '.open-case' }, look.name)));
    }
    return problems.join('\n');
  });
  await prove('curl commands and logs are cases, and other files are refused with what to do', () =>
    dropsTickets(page),
  );
  await prove('a HAR file is reviewed, explained, minimised and replayed with the keyboard', () => opensCase(page));
  await prove('the exports of a case are those of the command line', () => exportsCase(page));
  await prove('a page of another origin changes and reads nothing', () => otherOrigin(page));
  for (const look of LOOKS)
    await prove(`each view at ${look.name} is accessible, and no wider than the window`, async () => {
      await page.look(look);
      const problems: string[] = [];
      for (const view of PICTURES === undefined ? rotated(viewsOf(filled), 3) : viewsOf(filled))
        problems.push(...(await inspectView(page, view, look.name)));
      return problems.join('\n');
    });
  // From here on, the log no longer has the first requests in full.
  await prove('a hostile case is text, and the sandbox answers meanwhile', () => hostileCase(page, served));
  await prove(`${REQUESTS} requests are a short list of elements, and the first one can be reached`, () =>
    longList(page),
  );
  await prove('the long list scrolls about as smoothly as an empty page', () => scrollsSmoothly(page));
  await page.open(`${served.server.url}/_patchbay/`);
  await page.until("document.querySelector('nav') !== null", 'the page');
  await prove('the console has no errors', async () => page.problems.join('\n'));
  // The browser reports the status 404 of a deleted resource, and of a project, as an error.
  await prove('ten years are asked about, and the page reports what it sent and deleted', () => reports(page, served));
  await prove('an error in YAML names its line', () => namesLine(page));
  await prove('an inline script does not run', () => inlineScript(page));
  await prove('a project that does not exist is named as such', () =>
    namesNoProject(page, `${served.server.url}/_patchbay/`),
  );
} finally {
  await page.close();
  await served.close();
}
if (failed) process.exitCode = 1;

async function prove(claim: string, work: () => Promise<string>): Promise<void> {
  report(claim, await work().catch((error: Error) => error.message));
}

async function signsIn(tab: Page): Promise<string> {
  await tab.open(`${served.server.url}/_patchbay/`);
  await tab.until("document.querySelector('.sign-in') !== null", 'the form');
  const problems = await violations(tab);
  picture('sign-in-1280-light', await tab.screenshot());
  await tab.evaluate("document.querySelector('#token').focus()");
  await tab.type(served.server.credentials.token);
  await tab.press('Enter');
  await tab.until("document.querySelectorAll('.row').length > 5", 'the page');
  const address = await tab.evaluate<string>('location.href + document.referrer');
  if (address.includes(served.server.credentials.token)) return 'the token is in an address';
  return problems.join('\n');
}

async function opens(tab: Page, url: string): Promise<string> {
  await tab.open(url);
  await tab.until("document.querySelectorAll('.row').length > 5", 'the list of requests');
  const now = await tab.evaluate<string>('location.href');
  if (now !== `${served.server.url}/_patchbay/`) return `the page is at ${now}`;
  const again = await fetch(url, { redirect: 'manual' });
  return again.status === 403 ? '' : `the address answers ${again.status} again`;
}

async function followsRequests(tab: Page): Promise<string> {
  const before = await tab.evaluate<string>("document.querySelector('.head .quiet').textContent");
  await served.client.queues.list({ page_size: 3 });
  await tab.until("document.querySelector('.row').textContent.includes('page_size=3')", 'the new request');
  const after = await tab.evaluate<string>("document.querySelector('.head .quiet').textContent");
  return Number.parseInt(after, 10) === Number.parseInt(before, 10) + 1 ? '' : `${before}, then ${after}`;
}

async function keys(tab: Page): Promise<string> {
  await tab.press('?');
  await tab.until("document.querySelector('dialog[open]') !== null", 'the list of keys');
  await tab.press('Escape');
  await tab.until("document.querySelector('dialog[open]') === null", 'the list of keys to close');
  await tab.press('/');
  await tab.until("document.activeElement?.type === 'search'", 'the filter to have the focus');
  await tab.type('queues.create 422');
  await tab.until("document.querySelectorAll('.row').length === 1", 'the filtered list');
  await tab.press('Escape');
  await tab.press('j');
  await tab.until("document.activeElement?.classList.contains('row')", 'the row to have the focus');
  await tab.press('Enter');
  await tab.until("document.querySelector('.request .outcome')?.textContent === '422'", 'the request');
  await tab.press('e');
  await tab.until("document.querySelector('.explanation .sheet')?.textContent.includes('cause')", 'the explanation');
  await tab.press('s');
  await tab.until("document.querySelectorAll('.row').length === 2", 'the request that was sent again');
  await tab.press('p');
  await tab.until("document.querySelector('.pins')?.textContent.includes('Pinned')", 'the pinned request');
  await tab.press('k');
  await tab.until('document.activeElement === document.querySelector(\'[data-row="0"] a\')', 'the row above');
  await tab.press('Enter');
  await tab.until("location.hash.includes('text=queues.create')", 'the filter in the address');
  await tab.until("document.querySelector('.actions [aria-pressed=false]') !== null", 'the other request');
  await tab.press('p');
  await tab.until("document.querySelector('.pins a') !== null", 'the link that compares');
  await tab.evaluate("document.querySelector('.pins a').click()");
  await tab.until("document.querySelectorAll('.compare').length >= 5", 'the comparison');
  await tab.press('Escape');
  await tab.until("document.querySelector('.request') === null && document.querySelector('.compare') === null", 'Esc');
  await tab.press('2');
  await tab.until("location.hash === '#/calls'", 'the second panel');
  return '';
}

async function rings(tab: Page): Promise<string> {
  await go(tab, '#/calls', '.dial-fields > label:first-child option');
  await tab.evaluate(`{
    const select = document.querySelector('.dial select');
    select.value = '+12065550101';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
  await tab.evaluate("[...document.querySelectorAll('.keypad button')].find((one) => one.textContent === '7').click()");
  await tab.until("document.querySelector('.dial-digits').value === '7'", 'the digit');
  await tab.evaluate("document.querySelector('.dial button[type=submit]').click()");
  await tab.until("document.querySelector('.timeline')?.textContent.includes('Enqueue')", 'the timeline');
  const text = await tab.evaluate<string>("document.querySelector('.timeline').textContent");
  if (!text.includes('the caller pressed 7')) return `the timeline has no digit: ${text}`;
  // A step of an XML document that was fetched later marks its line in that document.
  await tab.evaluate(
    "[...document.querySelectorAll('button.event')].find((one) => one.textContent.includes('Enqueue')).click()",
  );
  await tab.until("document.querySelector('.document .marked')?.textContent.includes('<Enqueue')", 'the marked line');
  return '';
}

async function controls(tab: Page): Promise<string> {
  await go(tab, '#/clock', '.clock-time');
  const before = served.sandbox.clock.now().getTime();
  await tab.until("document.querySelector('.clock-time span').textContent.includes(':')", 'the time');
  await tab.evaluate("[...document.querySelectorAll('button')].find((one) => one.textContent === '1 hour').click()");
  await until(() => served.sandbox.clock.now().getTime() === before + 3_600_000, 'the clock');

  await go(tab, '#/faults', 'form');
  await tab.evaluate("document.querySelector('form button[type=submit]').click()");
  await tab.until("document.querySelector('.rule')?.textContent.includes('All operations')", 'the fault');
  if (served.sandbox.faults.list().length !== 1) return 'the sandbox has no fault';
  await tab.evaluate("document.querySelector('.rule button').click()");
  await tab.until("document.querySelector('.rule') === null", 'the removed fault');

  await go(tab, '#/snapshots', 'form');
  await tab.evaluate("document.querySelector('form button[type=submit]').click()");
  await tab.until("document.querySelector('.rule')?.textContent.includes(' calls, ')", 'the snapshot with its counts');
  const saved = served.sandbox.clock.now().getTime();
  served.sandbox.clock.advance(60);
  await tab.evaluate("document.querySelector('.rule button').click()");
  await tab.until("document.querySelector('.rule .danger') !== null", 'the question');
  await tab.evaluate("document.querySelector('.rule .danger').click()");
  await until(() => served.sandbox.clock.now().getTime() === saved, 'the restored clock');
  return '';
}

async function changes(tab: Page): Promise<string> {
  await go(tab, '#/resources/new?namespace=queues', '.call-form textarea');
  await tab.evaluate(`{
    const field = document.querySelector('.call-form textarea');
    field.value = '{ "name": "from the page" }';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  const count = async () => (await served.client.queues.list()).data.length;
  const before = await count();
  const submit = "document.querySelector('.call-form button[type=submit]').click()";
  await tab.evaluate(submit);
  await tab.until("document.querySelector('.call-form .code')?.textContent.includes('from the page')", 'the request');
  if ((await count()) !== before) return 'the request was sent before it was shown';
  await tab.evaluate(submit);
  await tab.until("document.querySelector('.call-form .outcome')?.textContent === '201'", 'the response');
  await tab.until("document.querySelector('.master').textContent.includes('from the page')", 'the new queue');
  await go(tab, '#/snapshots', '.rule');
  await tab.evaluate(
    "[...document.querySelectorAll('form button')].find((one) => one.textContent === 'Compare').click()",
  );
  await tab.until("document.querySelector('.changes')?.textContent.includes('from the page')", 'the added queue');
  return '';
}

async function projects(tab: Page): Promise<string> {
  const { project, token, url } = await served.addProject();
  await go(tab, '#/requests', '.row');
  await tab.until("document.querySelector('.side select option:nth-child(2)') !== null", 'the second project');
  await tab.evaluate(`{
    const select = document.querySelector('.side select');
    select.value = '${project}';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
  await tab.until(
    "location.search.includes('project=') && document.querySelector('.empty') !== null",
    'its empty list',
  );
  const problems = await violations(tab);
  picture('project-1280-light', await tab.screenshot());
  const headers = { authorization: `Basic ${btoa(`${project}:${token}`)}` };
  await fetch(`${url}/api/relay/rest/queues?of=second`, { headers });
  await tab.until("document.querySelectorAll('.row').length === 1", 'the request of the project');
  await tab.open(`${served.server.url}/_patchbay/#/requests`);
  await tab.until("location.search === '' && document.querySelectorAll('.row').length > 5", 'the first project');
  const text = await tab.evaluate<string>("document.querySelector('.list').textContent");
  return [...problems, ...(text.includes('of=second') ? ['the requests of two projects are mixed'] : [])].join('\n');
}

async function hostile(tab: Page): Promise<string> {
  const last = "document.querySelector('.row').getAttribute('href')";
  for (const name of HOSTILE) {
    await go(tab, '#/requests', '.row');
    const before = await tab.evaluate<string>(last);
    const { status } = await served.post('/api/relay/rest/queues', { name });
    await served.post(`/api/relay/rest/${encodeURIComponent(name.slice(0, 200))}`, {});
    await served.client.compat.messages.create({ From: '+12065550100', To: '+13035550111', Body: name.slice(0, 200) });
    await tab.until(
      `${last} !== '${before}' && document.querySelector('.row').textContent.includes('messages')`,
      'the request',
    );
    await tab.evaluate("[...document.querySelectorAll('.row')].at(2).click()");
    await tab.until("document.querySelector('.request .message') !== null", `the request with status ${status}`);
    const shown = await tab.evaluate<string>("document.querySelector('.detail').textContent");
    if (!shown.includes(JSON.stringify(name).slice(1, 60))) return `the page does not show ${name.slice(0, 60)}`;
    await go(tab, '#/inbox', '.delivery');
  }
  const found = await tab.evaluate<string>(
    "JSON.stringify([window.ran, document.querySelectorAll('main script, main img, a[href^=javascript]').length])",
  );
  return found === '[null,0]' ? '' : `a name became markup: ${found}`;
}

/** Another server on this machine has the same site, so the browser sends it the cookie: the origin must not suffice. */
async function otherOrigin(tab: Page): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>other</title><iframe name="target"></iframe>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const other = await openOther(tab, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.close();
  return other;
}

async function openOther(tab: Page, url: string): Promise<string> {
  const before = [served.sandbox.clock.now().getTime(), served.sandbox.faults.list().length];
  const known = tab.problems.length;
  await tab.open(url);
  await tab.until("document.title === 'other'", 'the page of the other origin');
  const target = `${served.server.url}/_patchbay/`;
  const read = await tab.evaluate<string>(`(async () => {
    const got = [];
    for (const [path, options] of [
      ['data/control/clock', { method: 'POST', body: '{"advance_seconds":60}', headers: { 'x-patchbay-page': '1' } }],
      ['data/control/clock', { method: 'POST', body: '{"advance_seconds":60}', mode: 'no-cors' }],
      ['data/requests/1', { headers: { 'x-patchbay-page': '1' } }],
      ['data/requests/1', {}],
      ['data/case', { method: 'POST', body: new FormData(), mode: 'no-cors' }],
      ['data/case/part/import', { headers: { 'x-patchbay-page': '1' } }],
      ['', {}],
    ]) {
      const response = await fetch('${target}' + path, { credentials: 'include', ...options }).catch(() => undefined);
      if (response) got.push(path + ' ' + response.type + ' ' + (await response.text()).length);
    }
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '${target}data/control/reset', target: 'target' });
    document.body.append(form);
    form.submit();
    const events = await new Promise((done) => {
      const source = new EventSource('${target}events', { withCredentials: true });
      source.onopen = () => done('opened');
      source.onerror = () => done('refused');
    });
    return JSON.stringify([got, events]);
  })()`);
  // The browser reports each refusal in the console of the other page.
  (tab.problems as string[]).splice(known);
  await tab.open(target);
  await tab.until("document.querySelector('.row') !== null", 'the inspector again');
  (tab.problems as string[]).splice(known);
  const after = [served.sandbox.clock.now().getTime(), served.sandbox.faults.list().length];
  if (JSON.stringify(before) !== JSON.stringify(after)) return `the sandbox changed: ${before} and ${after}`;
  return read === '[[],"refused"]' ? '' : `the other page could read: ${read}`;
}

async function longList(tab: Page): Promise<string> {
  const { project, token } = served.server.credentials;
  const headers = { authorization: `Basic ${btoa(`${project}:${token}`)}` };
  await go(tab, '#/requests', '.row');
  const begun = performance.now();
  for (let sent = 0; sent < REQUESTS; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        fetch(`${served.server.url}/api/relay/rest/phone_numbers?n=${sent + i}`, { headers }).then((one) =>
          one.arrayBuffer(),
        ),
      ),
    );
  // Requests that are sent together arrive in any order.
  await fetch(`${served.server.url}/api/relay/rest/phone_numbers?n=last`, { headers });
  await tab.until("document.querySelector('.row').textContent.includes('n=last')", 'the last request');
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const count = Number.parseInt(await tab.evaluate<string>("document.querySelector('.head .quiet').textContent"), 10);
  const elements = await tab.evaluate<number>("document.querySelectorAll('.list li').length");
  await tab.evaluate("document.querySelector('.list').scrollTop = 1e9");
  await tab.until(
    "document.querySelector('.list li:last-child').textContent.includes('phone_numbers.list')",
    'the first',
  );
  process.stdout.write(`# ${REQUESTS} requests in ${seconds} s, ${count} in the list, ${elements} elements\n`);
  return count > REQUESTS && elements < 60 ? '' : `${count} requests in ${elements} elements`;
}

async function inspectView(tab: Page, { name, hash, ready, act }: View, look: string): Promise<string[]> {
  await tab.evaluate("location.hash = '#/clock'");
  await go(tab, hash, ready);
  if (act) await tab.evaluate(act.run);
  if (act) await tab.until(`document.querySelector('${act.ready}') !== null`, `${name}: ${act.ready}`);
  const found = await violations(tab);
  const isWide = await tab.evaluate<boolean>(
    "[document.documentElement, ...document.querySelectorAll('.panel, .detail')].some((one) => one.scrollWidth > one.clientWidth + 1)",
  );
  picture(`${name}-${look}`, await tab.screenshot());
  if (act?.undo) await tab.evaluate(act.undo);
  return [...found, ...(isWide ? ['wider than the window'] : [])].map((problem) => `${name}: ${problem}`);
}

async function violations(tab: Page): Promise<string[]> {
  if (!(await tab.evaluate<boolean>("typeof axe === 'object'"))) await tab.evaluate(`${axe.source}; undefined`);
  return tab.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).slice(0, 3).join(' | ')))`,
  );
}

function picture(name: string, image: Buffer): void {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.png`), image);
}

async function inlineScript(tab: Page): Promise<string> {
  await tab.evaluate(
    "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 4' }))",
  );
  const ran = await tab.evaluate<unknown>('window.ran');
  return ran === undefined && tab.problems.some((one) => one.includes('Content Security Policy')) ? '' : 'it ran';
}

async function go(tab: Page, hash: string, ready: string): Promise<void> {
  await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await tab.until(`document.querySelector(${JSON.stringify(ready)}) !== null`, `${hash}: ${ready}`);
}

async function until(test: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!test()) {
    if (Date.now() > end) throw new Error(`timed out while waiting for ${what}`);
    await new Promise((done) => setImmediate(done));
  }
}
