import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Jupyter } from './jupyter.js';

/** Markup, a write to the clipboard of a terminal, and a text that runs backwards. */
const NAME = '<script>alert(1)</script><img src=x onerror=alert(2)>\\x1b]52;c;ZXZpbA==\\x07\\u202egnp';

/** One cell for every way in which a name can come onto the page. */
const CELLS = [
  `const { id } = await platform.queues.create({ name: '${NAME}' })`,
  'const queue = await platform.queues.get(id); queue',
  'await platform.queues.list()',
  'console.log(queue.friendly_name)',
  'console.error(queue.friendly_name)',
  'display(queue.friendly_name); display([queue])',
  'display.progress(queue.friendly_name, 3)',
  'await platform.queues.get(queue.friendly_name)',
  'throw new Error(queue.friendly_name)',
  'await platform.phone_numbers.update((await platform.phone_numbers.list()).data[0].id, { name: queue.friendly_name })',
];

/** Runs a notebook full of a hostile name and looks at what nbconvert makes of it. */
export async function checkExport(jupyter: Jupyter): Promise<string> {
  const file = join(jupyter.folder, 'hostile.ipynb');
  const cells = CELLS.map((source, i) => ({
    ...{ cell_type: 'code', id: `cell-${i}`, source, outputs: [], execution_count: null },
    metadata: { tags: ['raises-exception'] },
  }));
  const kernelspec = { name: 'patchbay', display_name: 'Patchbay', language: 'typescript' };
  writeFileSync(file, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { kernelspec }, cells }));
  const problem = jupyter.python([
    ...['-m', 'nbconvert', '--to', 'html', '--execute', '--no-input', '--ExecutePreprocessor.timeout=120', file],
  ]);
  if (problem) return problem;
  const page = readFileSync(file.replace('.ipynb', '.html'), 'utf8');
  const seen = page.split('alert(1)').length - 1;
  if (seen < CELLS.length - 2) return `the name is shown only ${seen} times`;
  if (/<script>alert|<img src=x/.test(page)) return 'the name came through as markup';
  const driving = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.exec(page);
  return driving ? `a control character came through: ${JSON.stringify(driving[0])}` : '';
}
