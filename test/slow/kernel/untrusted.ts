import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium, type Page } from '../support/chromium.js';
import type { Jupyter } from './jupyter.js';
import { startServer, TRUST } from './notebook-server.js';

const NOTEBOOK = '02-bind-a-phone-number.ipynb';
const CELL = (id: string) => `Jupyter.notebook.get_cells().find((cell) => cell.id === '${id}').element[0]`;
const TEXT_CELLS = "Jupyter.notebook.get_cells().filter(({ cell_type }) => cell_type === 'markdown')";

/** Opens a lesson that the reader does not trust yet: its saved outputs lose styles and drawings, but stay readable. */
export async function checkUntrusted(jupyter: Jupyter): Promise<string> {
  const folder = join(jupyter.folder, 'untrusted');
  for (const name of ['notebooks', 'fixtures']) cpSync(name, join(folder, name), { recursive: true });
  const server = await startServer(jupyter, folder);
  const page = await openChromium({ width: 1000, height: 1000 });
  const open = async (trusted: boolean) => {
    await page.open(`${server.url}notebooks/notebooks/${NOTEBOOK}?token=${server.token}&trusted=${trusted}`);
    await page.until('Jupyter.notebook._fully_loaded', 'the notebook');
    await page.until(`Jupyter.notebook.trusted === ${trusted}`, `the notebook to be ${trusted ? '' : 'not '}trusted`);
    await page.until(`document.querySelectorAll('.output_html table').length > 2`, 'the saved outputs');
    // The classic Notebook renders the text cells after the outputs.
    await page.until(`${TEXT_CELLS}.every((cell) => cell.rendered)`, 'the text of the lesson');
  };
  try {
    await open(false);
    const cells = await page.evaluate<string[]>(
      `[...${CELL('picture')}.querySelector('.output_html tr').cells].map((td) => td.innerText)`,
    );
    const path = cells.join(' | ').replaceAll('\n', ', ');
    if (!/^\+14155550120, Agents \| → \| relay_script, .* \| call_relay_script_url → \| https:/.test(path))
      return `the drawing of the number reads ${JSON.stringify(path)}`;
    const title = `${CELL('solution')}.querySelector('summary')`;
    const line = await page.evaluate<string>(
      `getComputedStyle(${title}.querySelector('u') ?? ${title}).textDecorationLine`,
    );
    if (line !== 'underline') return `the title of the solution does not look like a control (${line})`;
    await picture(page, 'docs/images/notebook-untrusted.png');
    const problem = jupyter.python(['-c', TRUST, join(folder, 'notebooks', NOTEBOOK)]);
    if (problem) return problem;
    await open(true);
    await picture(page, 'docs/images/notebook-trusted.png');
    return '';
  } finally {
    await page.close();
    await server.stop();
  }
}

/** `run.sh --screenshot` updates the pictures. */
async function picture(page: Page, file: string): Promise<void> {
  await page.evaluate(
    "document.head.insertAdjacentHTML('beforeend', '<style>#MathJax_Message { display: none !important }</style>')",
  );
  await page.evaluate(`${CELL('picture')}.scrollIntoView({ block: 'end' })`);
  const clip = await page.evaluate<object>(
    `(({ x, y, width, height }) => ({ x: x + scrollX, y: y + scrollY, width, height, scale: 1 }))(${CELL('picture')}.getBoundingClientRect())`,
  );
  const image = await page.screenshot(clip);
  if (process.argv.includes('--screenshot')) writeFileSync(file, image);
}
