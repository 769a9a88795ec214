import { resolve } from 'node:path';
import { IS_LONG, rotated } from '../../support/rotation.js';
import { checkBrowser } from './browser.js';
import { checkConsole } from './console.js';
import { checkCorpus } from './corpus.js';
import { checkExport } from './export.js';
import { checkFuzz } from './fuzz.js';
import { createJupyter } from './jupyter.js';
import { checkMixedOutput } from './mixed-output.js';
import { checkStarts } from './starts.js';
import { checkTorture } from './torture.js';
import { checkUntrusted } from './untrusted.js';
import { checkWidgets } from './widgets.js';

// One line for each proof; the exit code says whether all held. Each run takes a sixth of the proofs, `--full` all, and
// with more kernels and more messages.
const isFull = process.argv.includes('--full') || IS_LONG;
const starts = isFull ? 500 : 12;
const odd = isFull ? { messages: 10_000, values: 500, interrupts: 200 } : { messages: 800, values: 60, interrupts: 20 };
const jupyter = createJupyter();
const proofs: [string, () => Promise<string>][] = [
  ['every case of jupyter_kernel_test holds, and none is left out', script('protocol.py')],
  ['a busy loop behind an await is interrupted by a Jupyter client, and variables survive', script('interrupt.py')],
  ['a cell asks the person at the front end', script('stdin.py')],
  ['a restart gives a fresh session', script('restart.py')],
  ['in jupyter console, a progress bar moves, help is readable, and exit ends it', () => checkConsole(jupyter)],
  ['a hostile name is text in the HTML export, and only text', () => checkExport(jupyter)],
  ['200 cells with an interrupt in each second one, and worse, leave it alive with its variables', checkTorture],
  // Before the next proof, which makes the server trust the same lesson.
  ['a lesson that is not trusted is readable in the classic Notebook', () => checkUntrusted(jupyter)],
  [
    'Chromium runs a lesson in the classic Notebook, completes with Tab, and no name from the wire runs as markup',
    () => checkBrowser(jupyter),
  ],
  ['in the classic Notebook, a slider, a button, a form and a list of requests work', () => checkWidgets(jupyter)],
  [
    `it answers after ${odd.messages} odd messages, ${odd.values} odd values and ${odd.interrupts} interrupts`,
    () => checkFuzz(odd),
  ],
  [`${starts} kernels start, and end with the exit code 0`, () => checkStarts(starts)],
  ['20,000 lines on both streams by turns take at most three times as long as through pipes', checkMixedOutput],
  ['the corpus of the evaluator gives the same values through the kernel', checkCorpus],
];

function script(name: string) {
  return async () => jupyter.python([resolve('test/slow/kernel', name)]);
}

for (const [claim, prove] of isFull ? proofs : rotated(proofs, 6)) {
  const problem = await prove().catch((error) => (error as Error).message);
  process.stdout.write(problem ? `not ok ${claim}\n${problem.replace(/^/gm, '  ')}\n` : `ok ${claim}\n`);
  if (problem) process.exitCode = 1;
}
jupyter.remove();
