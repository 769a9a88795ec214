import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CURL, hostileTicket, LOG, TICKET } from '../../inspector/case-ticket.js';
import type { Page } from '../support/chromium.js';
import type { ServedPage } from './served-page.js';

// The Case panel in Chromium: what a support engineer does with a ticket.

const FORMATS = ['ts', 'test', 'notebook', 'curl', 'http', 'har', 'report'];
const CLI = join(import.meta.dirname, '../../../dist/cli.js');

/** Drops files as a file manager does. */
const drop = (tab: Page, files: readonly (readonly [name: string, text: string, type?: string])[]) =>
  tab.evaluate(`(() => {
    const data = new DataTransfer();
    for (const [name, text, type] of ${JSON.stringify(files)}) data.items.add(new File([text], name, { type: type ?? '' }));
    document.querySelector('.open-case').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);

async function emptyForm(tab: Page): Promise<void> {
  await tab.evaluate("location.hash = '#/case'");
  await tab.until("document.querySelector('.panel.case .open-case, .steps') !== null", 'the Case panel');
  if (await tab.evaluate<boolean>("document.querySelector('.open-case') === null")) {
    await tab.evaluate("document.querySelector('.panel.case > .head button').click()");
    await tab.until("document.querySelector('.panel.case .danger') !== null", 'the question');
    await tab.evaluate("document.querySelector('.panel.case .danger').click()");
  }
  await tab.until("document.querySelector('.open-case') !== null", 'the empty form');
}

const text = (tab: Page, selector: string) =>
  tab.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);

export async function dropsTickets(tab: Page): Promise<string> {
  await emptyForm(tab);
  const refused = [
    [['photo.png', 'x', 'image/png'], 'photo.png is image/png. Drop a HAR file'],
    [['repro.ts', 'x'], 'run patchbay import CASE repro.ts'],
    [['notes.txt', 'nothing here'], 'the format of notes.txt is not supported.'],
  ] as const;
  for (const [file, message] of refused) {
    await drop(tab, [file]);
    const found = `document.querySelector('.problem[role=alert]')?.textContent.includes(${JSON.stringify(message)})`;
    await tab.until(`${found} && document.querySelector('.open-case') !== null`, message);
  }
  const closed = await tab.evaluate<string>(
    "JSON.stringify([document.querySelector('.problem details').open, document.querySelectorAll('.problem details li').length > 10, document.querySelector('.problem').clientHeight < 8 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)])",
  );
  if (closed !== '[false,true,true]') return `the supported formats are not behind a short sentence: ${closed}`;
  // A pasted text, with the keyboard alone.
  await tab.evaluate("document.querySelector('textarea').focus()");
  await tab.type(CURL);
  await tab.press('Tab');
  await tab.press('Tab');
  await tab.press('Enter');
  await tab.until("document.querySelector('.plain-table')?.textContent.includes('queues.create')", 'the curl command');
  await emptyForm(tab);
  await drop(tab, [
    ['app.log', LOG],
    ['more.sh', CURL],
  ]);
  await tab.until("document.querySelectorAll('.plain-table tbody tr').length === 3", 'the log and the command');
  return '';
}

const MAX_CASE_MS = 90_000;

export async function hostileCase(tab: Page, { client }: ServedPage): Promise<string> {
  await emptyForm(tab);
  const begun = performance.now();
  await drop(tab, [['<script>window.ran = 4</script>\u202e.har', hostileTicket()]]);
  let slowest = 0;
  const isShown = (selector: string) => tab.evaluate<boolean>(`document.querySelector('${selector}') !== null`);
  /** The sandbox answers while the case is read. */
  const waitFor = async (selector: string) => {
    const end = Date.now() + MAX_CASE_MS;
    while (!(await isShown(selector))) {
      if (Date.now() > end) throw new Error(`timed out while waiting for ${selector}`);
      const sent = performance.now();
      await client.queues.list();
      slowest = Math.max(slowest, performance.now() - sent);
    }
  };
  await waitFor('.plain-table, .problem[role=alert]');
  const opened = performance.now() - begun;
  await decide(tab);
  await waitFor('.cards .card, .problem[role=alert]');
  process.stdout.write(
    `# 10 MB and 100,000 keys: opened in ${seconds(opened)}, explained after ${seconds(performance.now() - begun)}; the slowest answer of the sandbox meanwhile took ${Math.round(slowest)} ms\n`,
  );
  if (!(await text(tab, '.panel.case')).includes('422')) return await text(tab, '.panel.case');
  for (const step of ['import', 'review', 'causes', 'export']) {
    await tab.evaluate(`location.hash = '#/case/${step}'`);
    await tab.until(`document.querySelector('.steps [href$=${step}][aria-current]') !== null`, step);
  }
  const found = await tab.evaluate<string>(
    "JSON.stringify([window.ran, document.querySelectorAll('main script, main img, a[href^=javascript]').length])",
  );
  return found === '[null,0]' ? '' : `a name became markup: ${found}`;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Replaces everything in doubt. Without a doubt, the causes can be opened at once. */
async function decide(tab: Page): Promise<void> {
  await tab.evaluate("location.hash = '#/case/review'");
  await tab.until(
    "document.querySelector('.decide button') !== null || document.querySelectorAll('.steps [aria-disabled]').length === 0",
    'the review',
  );
  await tab.evaluate(
    "document.querySelector('.decide button') ? document.querySelector('.decide button').click() : (location.hash = '#/case/causes')",
  );
}

export async function opensCase(tab: Page): Promise<string> {
  await emptyForm(tab);
  await drop(tab, [['ticket.har', TICKET]]);
  await tab.until("document.querySelectorAll('.plain-table tbody tr').length === 5", 'the requests');
  await tab.until("document.querySelectorAll('.row-button').length === 5", 'the requests that open');
  await tab.evaluate("document.querySelectorAll('.row-button')[3].focus()");
  await tab.press('Enter');
  await tab.until(
    "document.querySelector('.row-messages')?.textContent.includes('max_size must be an integer')",
    'the bodies of a request',
  );
  if (/okonkwo night|amsel/i.test(await text(tab, '.panel.case'))) return 'personal data is shown before the review';
  if ((await tab.evaluate<number>("document.querySelectorAll('.steps [aria-disabled]').length")) !== 4)
    return 'a step is open before the review';
  await tab.press(']');
  await tab.until("document.activeElement && document.querySelector('.review-item') !== null", 'the review');
  await tab.evaluate("document.querySelector('.review-item input').focus()");
  await tab.press(' ');
  await tab.until("document.querySelector('.decide').textContent.startsWith('Replace 0, keep ')", 'the kept name');
  await tab.press(' ');
  await tab.until("document.querySelector('.decide').textContent.startsWith('Replace 1, keep ')", 'the replaced name');
  await tab.evaluate("document.querySelector('.decide button').focus()");
  await tab.press('Enter');
  await tab.until("document.querySelector('.level')?.textContent === 'likely'", 'the causes');
  const [, first] = await tab.evaluate<string[]>(
    "[...document.querySelectorAll('.card .pairs dd, .card h2')].map((one) => one.textContent)",
  );
  if (first !== '“max_size must be an integer”') return `the card begins with ${first}`;
  await tab.press(']');
  await tab.until("document.querySelector('form.inline button') !== null", 'the step Minimise');
  await tab.evaluate("document.querySelector('form.inline button').focus()");
  await tab.press('Enter');
  await tab.until("document.querySelector('.result')?.textContent.includes('1 of 5 requests left')", 'the smallest');
  const press = (name: string) =>
    tab.evaluate(
      `[...document.querySelectorAll('.panel.case button')].find((one) => one.textContent === '${name}').click()`,
    );
  await press('Open the smaller case');
  await tab.until(
    "document.querySelector('.case-name')?.textContent === 'the smallest recording of ticket.har' && location.hash === '#/case/import'",
    'the smaller case',
  );
  await tab.until("document.querySelectorAll('.plain-table tbody tr').length === 1", 'its request');
  await press('Back to the whole case');
  await tab.until("document.querySelector('.result')?.textContent.includes('1 of 5 requests left')", 'the whole case');
  await tab.press(']');
  await tab.until("document.querySelector('.panel.case button.primary')?.textContent === 'Replay'", 'the step Replay');
  await tab.evaluate("document.querySelector('.panel.case button.primary').focus()");
  await tab.press('Enter');
  await tab.until("document.querySelectorAll('.replayed li').length === 5", 'the replay');
  const outcomes = await tab.evaluate<string>(
    "[...document.querySelectorAll('.replayed .outcome')].map((one) => one.textContent).join()",
  );
  return outcomes === 'same,same,same,recorded,different' ? '' : outcomes;
}

export async function exportsCase(tab: Page): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'case-'));
  try {
    return await exportsInto(tab, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exportsInto(tab: Page, folder: string): Promise<string> {
  writeFileSync(join(folder, 'ticket.har'), TICKET);
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: 'utf8', env: {} });
  run('import', 'ticket.har', '-o', 'case.yaml');
  const saved = mkdtempSync(join(folder, 'saved-'));
  await tab.downloadTo(saved);
  await tab.press(']');
  await tab.until("document.querySelectorAll('.rule').length === 8", 'the exports');
  const files = await tab.evaluate<string[]>(
    "[...document.querySelectorAll('.rule strong')].map((one) => one.textContent)",
  );
  for (const [index, file] of files.entries()) {
    await tab.until("document.querySelectorAll('.rule button:disabled').length === 0", 'the export before');
    await tab.evaluate(`document.querySelectorAll('.rule button')[${index}].click()`);
    await tab.until(`document.querySelector('[role=status].hidden').textContent === 'Downloaded ${file}'`, file);
    const end = Date.now() + 20_000;
    while (!existsSync(join(saved, file))) {
      if (Date.now() > end) return `${file} was not saved`;
      await new Promise((done) => setImmediate(done));
    }
  }
  const differing = files.slice(1).filter((file, index) => {
    run('export', 'case.yaml', '--to', String(FORMATS[index]), '-o', file);
    return readFileSync(join(saved, file), 'utf8') !== readFileSync(join(folder, file), 'utf8');
  });
  const recording = readFileSync(join(saved, 'case.yaml'), 'utf8') === readFileSync(join(folder, 'case.yaml'), 'utf8');
  return [...(recording ? [] : ['case.yaml differs']), ...differing.map((file) => `${file} differs`)].join('\n');
}
