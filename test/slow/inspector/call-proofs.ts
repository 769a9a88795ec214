import type { Page } from '../support/chromium.js';
import type { ServedPage } from './served-page.js';

const NUMBER = '+12065550100';

async function go(tab: Page, hash: string, ready: string): Promise<void> {
  await tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await tab.until(`document.querySelector(${JSON.stringify(ready)}) !== null`, `${hash}: ${ready}`);
}

/** Types into a field as a user does. */
const fill = (tab: Page, selector: string, value: string) =>
  tab.evaluate(`{
    const field = document.querySelector('${selector}');
    field.value = '${value}';
    field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }));
  }`);

const ring = (tab: Page) => tab.evaluate("document.querySelector('.dial button[type=submit]').click()");

/** A call to a busy party. The form keeps all that was typed. Then a caller hangs up. */
export async function ringsBusy(tab: Page): Promise<string> {
  await go(tab, '#/calls', '.dial-fields > label:first-child option');
  await tab.evaluate("document.querySelector('.called-parties').open = true");
  await fill(tab, '.dial select', NUMBER);
  await fill(tab, '.dial-fields input', '+15035550188');
  await fill(tab, '.dial-digits', '1');
  await fill(tab, '.called-party input', '+15035550100');
  await fill(tab, '.called-party select', 'busy');
  await ring(tab);
  await tab.until("document.querySelector('.timeline')?.textContent.includes('busy')", 'the busy party');
  const title = await tab.evaluate<string>("document.querySelector('h1').textContent");
  if (title !== `+15035550188 → ${NUMBER}`) return `the call is ${title}`;
  await go(tab, '#/calls', '.dial-fields > label:first-child option');
  const kept = await tab.evaluate<string>(
    "[...document.querySelectorAll('.dial select, .dial input')].map((one) => one.value).join(' ')",
  );
  if (kept !== `${NUMBER} +15035550188  1  +15035550100 busy`) return `the form kept: ${kept}`;
  if (!(await tab.evaluate<boolean>("document.querySelector('.called-parties').open"))) return 'the parties are hidden';
  await fill(tab, '.dial-digits', '');
  await fill(tab, '.dial input[type=number]', '2');
  await ring(tab);
  await tab.until("document.querySelector('.timeline')?.textContent.includes('hung up')", 'the caller who hangs up');
  return '';
}

/** A failed call is marked in the list with its reason, and each problem is beside its line of the document. */
export async function marksProblems(tab: Page, { client, sandbox, userUrl }: ServedPage): Promise<string> {
  const { data } = await client.phone_numbers.list({ filter_number: NUMBER });
  await client.phone_numbers.set_cxml_webhook(String(data[0]?.id), `${userUrl}/wrong.xml`);
  const { call_id } = await sandbox.ring(NUMBER);
  await client.phone_numbers.set_swml_webhook(String(data[0]?.id), `${userUrl}/wrong.json`);
  await sandbox.ring(NUMBER);
  await sandbox.settled();
  await go(tab, '#/calls', '.call-row .failure');
  const failure = await tab.evaluate<string>("document.querySelector('.call-row .failure').textContent");
  if (failure !== 'document error') return `the list shows: ${failure}`;
  await tab.evaluate("document.querySelector('.call-row').click()");
  await tab.until("document.querySelector('.document .wrong .line-problem') !== null", 'the problem');
  const wrong = await tab.evaluate<string>("document.querySelector('.document .wrong').textContent");
  if (!/"ply".*unknown verb ply/.test(wrong)) return `the wrong line is: ${wrong}`;
  await go(tab, `#/calls/${call_id}`, '.document .wrong');
  await tab.until("document.querySelector('.document .wrong')?.textContent.includes('<Dial>12')", 'the wrong element');
  const lines = await tab.evaluate<string>(
    "[...document.querySelectorAll('.document li')].map((one) => one.firstChild.textContent).join('\\n')",
  );
  const sent = await (await fetch(`${userUrl}/wrong.xml`)).text();
  return lines === sent ? '' : `the document is shown as ${lines}`;
}

/** A running call says what is possible. The clock passes in it, a ring with keys takes its number, and it is ended. */
export async function endsCall(tab: Page, { client, sandbox, userUrl }: ServedPage): Promise<string> {
  const { id } = await client.calling.dial({ from: NUMBER, to: '+15035550100', url: `${userUrl}/wait.yaml` });
  sandbox.clock.advance(20);
  await sandbox.settled();
  await go(tab, `#/calls/${id}`, '.running-call');
  const text = await tab.evaluate<string>("document.querySelector('.running-call').textContent");
  if (!text.includes(`sandbox.ring("${NUMBER}", { to: "+15035550100"`)) return `a running call shows: ${text}`;
  const press = (label: string) =>
    tab.evaluate(
      `[...document.querySelectorAll('.running-call button')].find((one) => one.textContent === '${label}').click()`,
    );
  const before = sandbox.clock.now().getTime();
  await press('Advance 10 s');
  await tab.until("document.querySelector('[role=status].hidden').textContent === '10 seconds passed'", 'the time');
  if (sandbox.clock.now().getTime() < before + 10_000) return 'the clock did not pass';
  await press('Hang up');
  await tab.until("document.querySelector('.running-call') === null", 'the end of the call');
  return sandbox.story(String(id)).duration === null ? 'the call continues' : '';
}
