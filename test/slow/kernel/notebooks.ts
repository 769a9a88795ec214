import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Cell, type Output, readNotebook } from '../../../src/kernel/notebook-file.js';
import { outputText } from '../../../src/kernel/notebook-outputs.js';
import { textDiff } from '../../../src/kernel/text-diff.js';
import type { Jupyter } from './jupyter.js';

/** Each notebook gives its outputs again: with our kernel to the letter, with stock tslab the same text. */
export function checkNotebooks(jupyter: Jupyter): [string, () => Promise<string>][] {
  const notebooks = readdirSync('notebooks').filter((name) => name.endsWith('.ipynb'));
  return notebooks.flatMap((name): [string, () => Promise<string>][] => [
    [`nbconvert runs ${name} with our kernel and gets the outputs in it`, async () => run(name, 'patchbay', exactly)],
    [`nbconvert runs ${name} with stock tslab and gets the same text`, async () => run(name, 'tslab', loosely)],
  ]);

  function run(name: string, kernel: string, text: (cell: Cell) => string): string {
    const file = resolve('notebooks', name);
    const problem = jupyter.python([
      ...['-m', 'nbconvert', '--to', 'notebook', '--execute', '--output-dir', jupyter.folder, '--output', name],
      ...[`--ExecutePreprocessor.kernel_name=${kernel}`, '--ExecutePreprocessor.timeout=600', file],
    ]);
    return problem || differences(file, join(jupyter.folder, name), text);
  }
}

function differences(committed: string, executed: string, text: (cell: Cell) => string): string {
  const [before, after] = [committed, executed].map((file) => codeCells(file).map(text));
  const isRich = codeCells(committed).map(({ outputs = [] }) => outputs.some(hasHtml));
  // Stock tslab prints what our kernel lays out.
  const diffs = before?.map((expected, index) =>
    text === loosely && isRich[index] ? undefined : textDiff(expected, after?.[index] ?? ''),
  );
  return diffs?.map((diff, index) => (diff ? `cell ${index + 1} differs\n${diff}\n` : '')).join('') ?? '';
}

function hasHtml({ data }: Output): boolean {
  return typeof data === 'object' && data !== null && 'text/html' in data;
}

function codeCells(file: string): Cell[] {
  return readNotebook(file).cells.filter(({ cell_type }) => cell_type === 'code');
}

function exactly({ outputs = [] }: Cell): string {
  return outputs.map(outputText).join('\n');
}

/** tslab prints results instead of giving them, unquoted and coloured, with line breaks of its own. */
function loosely(cell: Cell): string {
  return exactly(cell)
    .replace(/^\[(?:stdout|stderr|text\/plain)\]$/gm, '')
    .replace(/\x1b\[[\d;]*m/g, '')
    .replace(/^'(.*)'$/gm, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
