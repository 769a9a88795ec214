import type { Page } from '../support/chromium.js';
import type { ServedPage } from './served-page.js';

// What a user does between the panels: search bodies, follow faults, act on numbers, write YAML, manage projects.

async function go(tab: Page, hash: string, ready: string): Promise<void> {
  await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await tab.until(`document.querySelector(${JSON.stringify(ready)}) !== null`, `${hash}: ${ready}`);
}

const fill = (tab: Page, selector: string, value: string) =>
  tab.evaluate(`{
    const field = document.querySelector(${JSON.stringify(selector)});
    field.value = ${JSON.stringify(value)};
    field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }));
  }`);

const submit = (tab: Page, form: string) =>
  tab.evaluate(`document.querySelector('${form} button[type=submit]').click()`);
const shows = (selector: string, text: string) =>
  `document.querySelector('${selector}')?.textContent.includes(${JSON.stringify(text)})`;

/** The filter finds a word in a body, the list shows where, and the request marks it. */
export async function findsBodies(tab: Page, { client }: ServedPage): Promise<string> {
  await client.queues.create({ name: 'the needle of a haystack' });
  // The document has the same list before the script draws it.
  await go(tab, '#/requests', '.connection.live');
  await tab.until(shows('.row', 'queues.create'), 'the request');
  await fill(tab, '.filters input', 'needle queues.create');
  await tab.until(shows('.row-text .found', 'needle'), 'the part of the body');
  if (!(await tab.evaluate(shows('.master', 'bodies of up to 64 kB')))) return 'the list does not say what it searches';
  await tab.evaluate("document.querySelector('.row').click()");
  await tab.until(shows('.body mark', 'needle'), 'the marked word');
  await client.queues.create({ name: 'a second needle' });
  await tab.until("document.querySelectorAll('.row').length === 2", 'the later request');
  return '';
}

/** Each operation can be chosen, each panel counts the active faults, and a filter shows what they answered. */
export async function followsFaults(tab: Page, { client }: ServedPage): Promise<string> {
  await go(tab, '#/faults', '#operations option');
  await tab.until("document.querySelectorAll('#operations option').length > 300", 'the operations');
  const [first] = await tab.evaluate<string[]>(
    "[...document.querySelectorAll('#operations option')].map(({ value }) => value)",
  );
  const used = await tab.evaluate<boolean>("document.querySelector('input[list]').value === ''");
  if (!used || first === 'addresses.list') return `the form begins with ${first}`;
  await fill(tab, 'input[list]', 'queues.list');
  await submit(tab, 'form');
  await tab.until(shows('.rule', 'queues.list'), 'the fault');
  for (const panel of ['numbers', 'requests', 'clock']) {
    await go(tab, `#/${panel}`, 'main .panel');
    await tab.until(shows('.side .faults-on a', '1 active fault'), `the active fault in ${panel}`);
  }
  await client.queues.list().catch(() => {});
  await tab.until("document.querySelector('.faults-on') === null", 'the used fault');
  await go(tab, '#/requests?status=fault', '.row');
  return (await tab.evaluate<boolean>(shows('.row', 'injected fault'))) ? '' : 'the request has no mark';
}

/** A number opens the ring form and its resource, and a problem the operation that changes it. */
export async function actsOnNumbers(tab: Page): Promise<string> {
  await go(tab, '#/numbers', '.card [aria-label="Ring +12065550101"]');
  await tab.evaluate(`document.querySelector('[aria-label="Ring +12065550101"]').click()`);
  await tab.until("document.querySelector('.dial select')?.value === '+12065550101'", 'the number in the ring form');
  await go(tab, '#/numbers', '.fixes a');
  await tab.evaluate("document.querySelector('.fixes a:last-child').click()");
  await tab.until("/^phone_numbers.set_.*_webhook$/.test(document.querySelector('.change select')?.value)", 'the fix');
  await go(tab, '#/numbers', '.card .actions bdi');
  await tab.evaluate("document.querySelector('.card .actions bdi').closest('a').click()");
  await tab.until("document.querySelector('.request .body') !== null", 'the resource that answers');
  return '';
}

/** A document in YAML is an object in the request. */
export async function readsYaml(tab: Page): Promise<string> {
  await go(tab, '#/resources', '.master .button.primary');
  await tab.evaluate("document.querySelector('.master .button.primary').click()");
  await tab.until("location.hash.startsWith('#/resources/new')", 'the form');
  await go(tab, '#/resources/new?namespace=fabric.swml_scripts', '.call-form textarea');
  await fill(tab, '.call-form textarea', 'name: menu\ncontents:\n  sections: { main: [answer] }');
  await submit(tab, '.call-form');
  await tab.until(shows('.call-form .code', "contents: { sections: { main: ['answer'] } }"), 'the request');
  return '';
}

/** An error in YAML names its line. The browser reports the refused request in the console. */
export async function namesLine(tab: Page): Promise<string> {
  await go(tab, '#/resources/new?namespace=fabric.swml_scripts', '.call-form textarea');
  await fill(tab, '.call-form textarea', 'name: menu\ncontents:\n  sections: { main: [');
  await submit(tab, '.call-form');
  await tab.until("document.querySelector('.call-form .problem') !== null", 'the error');
  const text = await tab.evaluate<string>("document.querySelector('.call-form .problem').textContent");
  return text.startsWith('Line 3: ') ? '' : text;
}

/** A project is added with its credentials, is listed and shown, and is deleted. */
export async function managesProjects(tab: Page): Promise<string> {
  await go(tab, '#/projects', 'form.card');
  const before = await tab.evaluate<number>("document.querySelectorAll('.rule').length");
  await fill(tab, 'form.card input', 'from-the-page');
  await fill(tab, 'form.card select', 'fork');
  await submit(tab, 'form.card');
  await tab.until(shows('.created pre', 'export PLATFORM_PROJECT_ID=from-the-page'), 'the credentials');
  await tab.until(`document.querySelectorAll('.rule').length === ${before + 1}`, 'the project in the list');
  await tab.evaluate(`document.querySelector('[aria-label="Delete from-the-page"]').click()`);
  await tab.until("document.activeElement?.matches('.confirm button:not(.danger)')", 'the question');
  await tab.evaluate("document.querySelector('.confirm .danger').click()");
  await tab.until(`document.querySelectorAll('.rule').length === ${before}`, 'the project to be deleted');
  return '';
}
