import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { type Cell, joined, type Lines, type Output, readNotebook } from '../../../src/kernel/run/notebook-file.js';
import { outputText } from '../../../src/kernel/run/notebook-outputs.js';
import { textDiff } from '../../../src/util/index.js';
import { rotated } from '../../support/rotation.js';
import { createJupyter } from '../kernel/jupyter.js';
import { handoutProblem, slidesProblem } from './presented.js';

// The lessons as `notebook copy` lays them out, under Debian's nbconvert: with our kernel each gives its outputs to the
// letter, with stock tslab the same text. A run takes a fifth of the lessons, or all of them with PATCHBAY_TEST_LONG=1.
// One line for each proof; the exit code says whether all held.
const jupyter = createJupyter();
const lessons = join(jupyter.folder, 'lessons');
execFileSync(process.execPath, [resolve('dist', 'cli.js'), 'notebook', 'copy', lessons]);
// What a learner does with `npm install patchbay`: stock tslab looks for it there.
mkdirSync(join(lessons, 'node_modules'));
symlinkSync(resolve('.'), join(lessons, 'node_modules', 'patchbay'));

const outside = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
say('only loopback is reachable', outside.join(', '));

const names = readdirSync(join(lessons, 'notebooks')).sort();
const tested = rotated(names, 5);
await Promise.all([
  prove(tested, 'patchbay', 'our kernel and gets the outputs in it', exactly),
  prove(tested, 'tslab', 'stock tslab and gets the same text', loosely),
]);
for (const name of tested) {
  const file = join(lessons, 'notebooks', name);
  const { cells } = readNotebook(file);
  const convert = (args: readonly string[]) =>
    python(join(jupyter.folder, 'convert.log'), ['-m', 'nbconvert', ...args, file]);
  say(`nbconvert makes slides of ${name}`, await slidesProblem(cells, join(jupyter.folder, name), convert));
  say(`nbconvert makes a handout of ${name}`, await handoutProblem(cells, join(jupyter.folder, name), convert));
}
jupyter.remove();

async function prove(some: readonly string[], kernel: string, what: string, text: (cell: Cell) => string) {
  for (const name of some) {
    const problem = await execute(name, kernel, text).catch((error) => (error as Error).message);
    say(`nbconvert runs ${name} with ${what}`, problem);
  }
}

async function execute(name: string, kernel: string, text: (cell: Cell) => string): Promise<string> {
  const file = join(lessons, 'notebooks', name);
  const folder = join(jupyter.folder, `by-${kernel}`);
  mkdirSync(folder, { recursive: true });
  const problem = await python(join(folder, `${name}.log`), [
    ...['-m', 'nbconvert', '--to', 'notebook', '--execute', '--output-dir', folder, '--output', name],
    ...[`--ExecutePreprocessor.kernel_name=${kernel}`, '--ExecutePreprocessor.timeout=600', file],
  ]);
  if (problem) return problem;
  return differences(file, join(folder, name), text);
}

/** Its words go to a file: a kernel that outlives its client would hold a pipe open for ever. */
async function python(log: string, args: readonly string[]): Promise<string> {
  const output = openSync(log, 'w');
  const child = spawn('/usr/bin/python3', args, { env: jupyter.env, stdio: ['ignore', output, output] });
  const [status] = await once(child, 'exit');
  closeSync(output);
  return status === 0 ? '' : `nbconvert ended with ${status}\n${readFileSync(log, 'utf8')}`;
}

function differences(committed: string, executed: string, text: (cell: Cell) => string): string {
  const [before, after] = [committed, executed].map((file) => codeCells(file).map(text));
  const diffs = before?.map((expected, index) => textDiff(expected, after?.[index] ?? ''));
  return diffs?.map((diff, index) => (diff ? `cell ${index + 1} differs\n${diff}\n` : '')).join('') ?? '';
}

function codeCells(file: string): Cell[] {
  return readNotebook(file).cells.filter(({ cell_type }) => cell_type === 'code');
}

function exactly({ outputs = [] }: Cell): string {
  return outputs.map(outputText).join('\n');
}

/** tslab prints results as coloured text without quotes, with its own line breaks, and tables as Node.js does. */
function loosely({ source, outputs = [] }: Cell): string {
  return (joined(source as Lines).includes('console.table(') ? [] : outputs)
    .map(plainText)
    .join('\n')
    .replace(/\x1b\[[\d;]*m/g, '')
    .replace(/^'(.*)'$/gm, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function plainText({ output_type, text, data, ename, evalue }: Output): string {
  if (output_type === 'stream') return joined(text as Lines);
  if (output_type === 'error') return `${ename}: ${evalue}`;
  return joined((data as Record<string, Lines>)['text/plain'] ?? '');
}

function say(claim: string, problem: string): void {
  process.stdout.write(problem ? `not ok ${claim}\n${problem.replace(/^/gm, '  ')}\n` : `ok ${claim}\n`);
  if (problem) process.exitCode = 1;
}
