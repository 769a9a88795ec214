import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium, type Page } from '../support/chromium.js';
import type { Jupyter } from './jupyter.js';
import { startServer, TRUST } from './notebook-server.js';

const NOTEBOOK = '02-bind-a-phone-number.ipynb';
/** `run.sh --screenshot` updates it. */
const PICTURE = 'docs/images/notebook.png';

/** Uses the classic Notebook: opens a lesson, runs all cells, completes with Tab, and checks the page. */
export async function checkBrowser(jupyter: Jupyter): Promise<string> {
  const folder = join(jupyter.folder, 'class');
  for (const name of ['notebooks', 'fixtures']) cpSync(name, join(folder, name), { recursive: true });
  const untrusted = jupyter.python(['-c', TRUST, join(folder, 'notebooks', NOTEBOOK)]);
  if (untrusted) return untrusted;
  const server = await startServer(jupyter, folder);
  const page = await openChromium({ width: 1120, height: 800 });
  try {
    await page.open(`${server.url}notebooks/notebooks/${NOTEBOOK}?token=${server.token}`);
    await page.until('Jupyter.notebook.kernel.is_connected() && Jupyter.notebook._fully_loaded', 'the notebook');
    await page.evaluate("document.querySelector('#run_all_cells a, #run_all_cells').click()");
    await page.until(`${CODE_CELLS}.every((cell) => cell.input_prompt_number > 0)`, 'all cells to have run');
    const failed = await page.evaluate<string[]>(
      `${CODE_CELLS}.flatMap((cell) => cell.output_area.outputs).filter(({ output_type }) => output_type === 'error').map(({ evalue }) => evalue)`,
    );
    if (failed.length > 0) return `cells failed: ${failed.join('; ')}`;
    return (await typeAndLook(page)) || (await hostileName(page));
  } finally {
    await page.close();
    await server.stop();
  }
}

const CODE_CELLS = "Jupyter.notebook.get_cells().filter(({ cell_type }) => cell_type === 'code')";
const LAST = 'Jupyter.notebook.get_cell(-1)';

/** Completes `platform.pho`, runs the result, and takes the picture. */
async function typeAndLook(page: Page): Promise<string> {
  await newCell(page, "await use('sandbox')"); // the recording of the lesson has no such request
  await run(page);
  await newCell(page, 'await platform.pho');
  await page.press('Tab');
  await page.until(`${LAST}.get_text() !== 'await platform.pho'`, 'Tab to complete platform.pho');
  const completed = await page.evaluate<string>(`${LAST}.get_text()`);
  if (completed !== 'await platform.phone_numbers') return `Tab gave ${completed}`;
  await page.type('.list()');
  await run(page);
  const headers = await page.evaluate<string[]>(
    `[...${LAST}.element[0].querySelectorAll('th')].map((th) => th.textContent)`,
  );
  if (!headers.includes('call_handler')) return `the page of numbers has no table: ${headers}`;

  await newCell(page, '.route +12065550100');
  await run(page);
  const boxes = await page.evaluate<number>(`${LAST}.element[0].querySelectorAll('td[style*="border-radius"]').length`);
  if (boxes < 3) return `the route is drawn as ${boxes} boxes`;

  await newCell(page, "await platform.calling.play(call.id, { play: [{ type: 'tts', params: { ");
  await page.press('Tab');
  await page.until("document.querySelectorAll('#complete option').length > 2", 'the menu of completions');
  await page.evaluate(`${LAST}.element[0].scrollIntoView({ block: 'end' })`);
  const picture = await page.screenshot();
  if (process.argv.includes('--screenshot')) writeFileSync(PICTURE, picture);
  await page.press('Escape');
  return '';
}

/** A name from the wire with a script in it is shown, and not run. */
async function hostileName(page: Page): Promise<string> {
  const name = `<script>window.ran = 1</script><img src=x onerror="window.ran = 2">`;
  for (const code of [
    `const { id } = await platform.queues.create({ name: ${JSON.stringify(name)} }); await platform.queues.list()`,
    'await platform.queues.get(id)',
    'console.log((await platform.queues.get(id)).friendly_name)',
    'throw new Error((await platform.queues.get(id)).friendly_name)',
  ]) {
    await newCell(page, code);
    await run(page);
    const seen = await page.evaluate<string>(`${LAST}.output_area.element[0].textContent`);
    if (!seen.includes('window.ran')) return `${code} does not show the name: ${seen}`;
  }
  const ran = await page.evaluate<unknown>('window.ran');
  return ran === undefined ? '' : `a name was run as markup (${ran})`;
}

async function newCell(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const { notebook } = Jupyter;
    notebook.select(notebook.ncells() - 1);
    notebook.insert_cell_below('code');
    notebook.select(notebook.ncells() - 1);
    notebook.edit_mode();
    notebook.get_selected_cell().focus_editor();
  }`);
  await page.type(text);
}

async function run(page: Page): Promise<void> {
  await page.press('Escape');
  await page.evaluate('Jupyter.notebook.execute_selected_cells()');
  await page.until(`${LAST}.input_prompt_number > 0`, 'the cell to have run');
}
