import type { Page } from '../support/chromium.js';
import type { ServedPage } from './served-page.js';

const button = (text: string, within = 'main') =>
  `[...document.querySelectorAll('${within} button')].find((one) => one.textContent.trim() === '${text}')`;
const click = (tab: Page, text: string, within?: string) => tab.evaluate(`${button(text, within)}.click()`);

async function go(tab: Page, hash: string, ready: string): Promise<void> {
  await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await tab.until(`document.querySelector(${JSON.stringify(ready)}) !== null`, `${hash}: ${ready}`);
}

/** A call that rings names its document. The running step of a YAML document is marked, and j and k choose a line whose request leads to its row and back. */
export async function showsTimeline(tab: Page, { client, sandbox, userUrl }: ServedPage): Promise<string> {
  const ends = { from: '+12065550100', to: '+15035550100' };
  const { id } = await client.calling.dial({ ...ends, url: `${userUrl}/wait.yaml` });
  await go(tab, `#/calls/${id}`, 'aside .hint');
  const hint = await tab.evaluate<string>("document.querySelector('aside .hint').textContent");
  if (!hint.includes('when the call is answered') || !hint.includes('/wait.yaml')) return `the call rings: ${hint}`;
  sandbox.clock.advance(20);
  await sandbox.settled();
  await client.queues.list();
  await tab.until("document.querySelector('.document .running') !== null", 'the running step');
  const marked = await tab.evaluate<string>("document.querySelector('.document .marked').textContent");
  if (!/^\s*- enter_queue.*running$/.test(marked)) return `the marked line is: ${marked}`;
  const { data } = await client.phone_numbers.list({ filter_number: '+12125550142' });
  await client.phone_numbers.set_swml_webhook(String(data[0]?.id), `${userUrl}/wait.yaml`);
  const { call_id } = await sandbox.ring('+12125550142', { digits: ['5'] });
  await sandbox.settled();
  await go(tab, `#/calls/${call_id}`, '.document .marked');
  await tab.until("document.querySelector('.timeline').textContent.includes('wait.yaml')", 'the call');
  if (!(await tab.evaluate<string>("document.querySelector('.timeline').textContent")).includes('digits 5'))
    return 'the timeline does not show the digit that no step used';
  await tab.press('j');
  await tab.until(
    "document.activeElement?.matches('.event[aria-pressed=true]') && document.activeElement.textContent.includes('wait.yaml')",
    'the first line with details',
  );
  await tab.press('j');
  await tab.until("document.activeElement?.textContent.includes('answer')", 'the next line');
  await tab.press('k');
  await tab.until("document.querySelector('aside .links a')?.textContent === 'Show in Requests'", 'the link');
  await tab.evaluate("document.querySelector('aside .links a').click()");
  await tab.until("document.querySelector('.request .url')?.textContent.includes('/wait.yaml')", 'the request');
  await tab.evaluate("document.querySelector('.request .links a').click()");
  await tab.until(`location.hash === '#/calls/${call_id}'`, 'the call again');
  return '';
}

/** What would be lost is asked about, and the clock runs in each panel. */
export async function asksAndRuns(tab: Page, { sandbox }: ServedPage): Promise<string> {
  await go(tab, '#/snapshots', '.rule');
  const count = () => tab.evaluate<number>("document.querySelectorAll('.rule').length");
  const before = await count();
  await click(tab, 'Save a snapshot');
  await tab.until(`document.querySelectorAll('.rule').length === ${before + 1}`, 'the snapshot');
  const state = () => JSON.stringify(sandbox.calls().length);
  const calls = state();
  await click(tab, 'Reset the sandbox');
  await tab.until("document.activeElement?.matches('.confirm button:not(.danger)')", 'the question');
  await tab.press('Escape');
  await tab.until("document.querySelector('.confirm') === null", 'the question to close');
  if (state() !== calls) return 'the sandbox was reset without an answer';
  await click(tab, 'Delete', '.rule');
  await tab.until("document.activeElement?.matches('.confirm button:not(.danger)')", 'the second question');
  await tab.evaluate("document.querySelector('.confirm .danger').click()");
  await tab.until(`document.querySelectorAll('.rule').length === ${before}`, 'the snapshot to be deleted');

  await go(tab, '#/clock', '.clock-time');
  const now = sandbox.clock.now().getTime();
  await click(tab, 'Run in real time');
  await go(tab, '#/requests', '.row');
  await tab.until("document.querySelector('.clock-running .mono')?.textContent.includes(':')", 'the time in the frame');
  const shown = await tab.evaluate<string>("document.querySelector('.clock-running .mono').textContent");
  await tab.until(`document.querySelector('.clock-running .mono').textContent !== '${shown}'`, 'a second');
  await click(tab, 'Stop', '.clock-running');
  await tab.until("document.querySelector('.clock-running') === null", 'the clock to stop');
  return sandbox.clock.now().getTime() > now ? '' : 'the clock did not run';
}

/** Ten years are asked about, a request that was sent again says so, and a deleted resource is named above the list. */
export async function reports(tab: Page, { client, sandbox }: ServedPage): Promise<string> {
  await go(tab, '#/clock', 'form.inline input');
  const fill = (value: string) =>
    tab.evaluate(`{
      const field = document.querySelector('form.inline input');
      field.value = '${value}';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
  const isDisabled = "document.querySelector('form.inline button').disabled";
  await fill('0');
  await tab.until(isDisabled, 'no advance by 0');
  await fill('400000000');
  await tab.until(`!${isDisabled}`, 'the button');
  const before = sandbox.clock.now().getTime();
  await tab.evaluate("document.querySelector('form.inline button').click()");
  await tab.until("document.querySelector('form.inline .notice')?.textContent.includes('12 years')", 'the question');
  if (sandbox.clock.now().getTime() !== before) return 'the clock was advanced without an answer';
  const { id } = await client.queues.create({ name: 'to be deleted' });
  await go(tab, '#/requests', '.row');
  await tab.until("document.querySelector('.row-title')?.textContent.includes('queues.create')", 'the request');
  await tab.evaluate("document.querySelector('.row').click()");
  await tab.until("document.querySelector('.request .actions button') !== null", 'the actions');
  await tab.press('s');
  await tab.until("document.querySelector('.request .actions .sent')?.textContent.includes('status')", 'the report');
  await go(tab, `#/resources/queues/${id}`, '.change select');
  await tab.evaluate(`{
    const field = document.querySelector('.change select');
    field.value = 'queues.delete';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
  const submit = "document.querySelector('.call-form button[type=submit]')";
  await tab.until("document.querySelector('.call-form textarea') === null", 'the operation');
  await tab.evaluate(`${submit}.click()`);
  await tab.until(`${submit}?.textContent.trim() === 'Send this request'`, 'the request');
  await tab.evaluate(`${submit}.click()`);
  await tab.until("document.querySelector('.master .notice')?.textContent.includes('status 204')", 'the deletion');
  await tab.until("location.hash === '#/resources'", 'the list');
  return tab.evaluate<string>("document.querySelector('main .problem')?.textContent ?? ''");
}

/** Without such a project, the page says so, and shows neither its name nor a connection. */
export async function namesNoProject(tab: Page, url: string): Promise<string> {
  await tab.open(`${url}?project=never-there`);
  await tab.until("document.querySelector('main')?.textContent.includes('no project never-there')", 'the notice');
  return tab.evaluate<string>("document.querySelector('.side .source, .side .connection')?.textContent ?? ''");
}

/** One bar for each part that scrolls: no list scrolls inside a panel that scrolls. */
export async function scrollsOnce(tab: Page): Promise<string> {
  const nested: string[] = [];
  for (const panel of [
    'requests',
    'calls',
    'inbox',
    'clock',
    'faults',
    'snapshots',
    'numbers',
    'resources',
    'case',
    'projects',
  ]) {
    await go(tab, `#/${panel}`, 'main .panel');
    await tab.until("document.querySelector('main .hint, main h1, main .title') !== null", panel);
    const found = await tab.evaluate<string>(`(() => {
      const scrolls = (one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY);
      return [...document.querySelectorAll('main .list, main ol, main .panel')]
        .filter((one) => scrolls(one) && one.parentElement.closest('.panel') && scrolls(one.parentElement.closest('.panel')))
        .map((one) => one.className).join(' ');
    })()`);
    if (found !== '') nested.push(`${panel}: ${found}`);
  }
  return nested.join('\n');
}
