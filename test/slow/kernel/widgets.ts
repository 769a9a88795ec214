import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium, type Page } from '../support/chromium.js';
import type { Jupyter } from './jupyter.js';
import { startServer } from './notebook-server.js';

const CELLS = [
  "const slider = widgets.IntSlider({ value: 3, max: 10, description: '<b>Size</b>' }).on_change((value) => console.log('size', value)); slider",
  "const failing = widgets.Button({ description: 'Fail' }).on_click(() => { throw new Error('it broke') }); failing",
  'const form = widgets.form(platform.queues.create); display(form); await form.result()',
  'await platform.queues.list(); widgets.requests()',
];
const NOTEBOOK = {
  ...{ nbformat: 4, nbformat_minor: 5 },
  metadata: { kernelspec: { name: 'patchbay', display_name: 'Patchbay', language: 'typescript' } },
  cells: CELLS.map((source, index) => ({
    ...{ id: `c${index}`, cell_type: 'code', source, metadata: {}, outputs: [], execution_count: null },
  })),
};

/** Uses widgets in the classic Notebook with Debian's ipywidgets: a slider, a button, a form and a list of requests. */
export async function checkWidgets(jupyter: Jupyter): Promise<string> {
  const folder = join(jupyter.folder, 'widgets');
  mkdirSync(folder);
  writeFileSync(join(folder, 'widgets.ipynb'), JSON.stringify(NOTEBOOK));
  const server = await startServer(jupyter, folder);
  const page = await openChromium({ width: 1120, height: 1100 });
  try {
    await page.open(`${server.url}notebooks/widgets.ipynb?token=${server.token}`);
    await page.until('Jupyter.notebook.kernel.is_connected() && Jupyter.notebook._fully_loaded', 'the notebook');
    await page.until('Jupyter.notebook.kernel.widget_manager !== undefined', 'the widgets of the front end');
    return (
      (await moveSlider(page)) || (await clickFailing(page)) || (await fillForm(page)) || (await lookAtRequests(page))
    );
  } finally {
    await page.close();
    await server.stop();
  }
}

const cell = (index: number) => `Jupyter.notebook.get_cell(${index})`;
const inCell = (index: number, selector: string) =>
  `${cell(index)}.element[0].querySelector(${JSON.stringify(selector)})`;
const textOf = (index: number) =>
  `['.widget-area', '.output_wrapper'].map((one) => ${cell(index)}.element[0].querySelector(one).textContent).join(' ')`;

async function start(page: Page, index: number, shown: string): Promise<void> {
  await page.evaluate(`${cell(index)}.execute()`);
  await page.until(`${inCell(index, shown)} !== null`, `${shown} in cell ${index}`);
}

async function moveSlider(page: Page): Promise<string> {
  await start(page, 0, '.ui-slider-handle');
  const label = await page.evaluate<string>(`${inCell(0, '.widget-label')}.textContent`);
  if (label !== '<b>Size</b>') return `the label is ${label}`;
  await page.evaluate(`${inCell(0, '.ui-slider-handle')}.focus()`);
  await page.press('ArrowUp');
  await page.until(`${textOf(0)}.includes('size 4')`, 'the output of the handler');
  const value = await page.evaluate<string>(`${inCell(0, '.widget-readout')}.textContent`);
  return value === '4' ? '' : `the slider shows ${value}`;
}

async function clickFailing(page: Page): Promise<string> {
  await start(page, 1, '.widget-button');
  await page.evaluate(`${inCell(1, '.widget-button')}.click()`);
  await page.until(`${textOf(1)}.includes('it broke')`, 'the error of the handler');
  return '';
}

async function fillForm(page: Page): Promise<string> {
  await start(page, 2, '.widget-button');
  const type = async (position: number, text: string) => {
    await page.evaluate(`[...${cell(2)}.element[0].querySelectorAll('input[type=text]')][${position}].select()`);
    await page.type(text);
    // The front end reads the text when a key is released.
    await page.press('ArrowDown');
  };
  await type(0, 'support <script>window.ran = 1</script>');
  await type(1, '0');
  await page.evaluate(`${inCell(2, '.widget-button')}.click()`);
  await page.until(`${textOf(2)}.includes('max_size must be')`, 'the error of a field');
  await picture(page, 'form-error');
  await type(1, '5');
  await page.until(`${textOf(2)}.includes('max_size: 5')`, 'the code of the form');
  await page.evaluate(`${inCell(2, '.widget-button')}.click()`);
  await page.until(`${cell(2)}.input_prompt_number > 0`, 'the result of the form');
  await page.until(`Jupyter.notebook.ncells() === ${CELLS.length + 1}`, 'the cell with the code');
  const code = await page.evaluate<string>(`${cell(3)}.get_text()`);
  if (!code.startsWith("await platform.queues.create({ name: 'support <script>")) return `the new cell is ${code}`;
  await page.evaluate(`${cell(3)}.execute()`);
  await page.until(`${textOf(3)}.includes('max_size')`, 'the result of the new cell');
  await picture(page, 'form');
  const ran = await page.evaluate<unknown>('window.ran');
  return ran === undefined ? '' : 'a text of the form ran as markup';
}

async function lookAtRequests(page: Page): Promise<string> {
  await start(page, 4, 'table');
  const rows = `${cell(4)}.element[0].querySelectorAll('.widget-area tbody tr').length`;
  const before = await page.evaluate<number>(rows);
  await page.evaluate(`${cell(3)}.execute()`);
  await page.until(`${rows} > ${before}`, 'a new request in the list');
  await picture(page, 'requests');
  return '';
}

/** With --screenshot, writes the pictures that a person looks at. */
async function picture(page: Page, name: string): Promise<void> {
  const image = await page.screenshot();
  if (process.argv.includes('--screenshot')) writeFileSync(join('/tmp', `widgets-${name}.png`), image);
}
