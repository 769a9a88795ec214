// A process of `patchbay class grade`: it runs the cells of one submission, or the tests of the teacher. Each process has
// one of these tasks, so the code of the learner and the checks share no process.
import { readFileSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { sealNetwork } from '../../http/index.js';
import { REPORT_FD, type Report, type Task } from './messages.js';

async function main(): Promise<void> {
  const task = JSON.parse(await text(process.stdin)) as Task; // written by the grader
  // Such as code that is nested so deeply that it exhausts the stack of WebAssembly.
  process.on('uncaughtException', ({ message }) => stop(`the process failed (${message})`));
  // Nothing is left that could settle the promise of a cell.
  process.on('beforeExit', () => stop('the cell waits for something that never happens'));
  if (task.kind === 'run') {
    const { runCells } = await import('./run-cells.js');
    const script = readFileSync(new URL('./guest.js', import.meta.url), 'utf8');
    await runCells(task, { script, report, stop, ready: sealNetwork });
  } else await (await import('./run-checks.js')).runChecks(task, report);
  // Timers of the code would keep the process.
  process.exit(0);
}

function report(message: Report): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let written = 0; written < bytes.length; ) written += writeSync(REPORT_FD, bytes, written);
}

function stop(why: string): never {
  report({ kind: 'stopped', text: why });
  process.exit(1);
}

void main();
