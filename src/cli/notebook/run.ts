import { availableParallelism } from 'node:os';
import type { NotebookRun } from '../../kernel/index.js';
import { DIFFERENT, FAILED, FINE } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';
import { inParallel } from './in-parallel.js';
import { notebookProgress } from './progress.js';

interface Options {
  readonly check: boolean;
  readonly inPlace: boolean;
  readonly live: boolean;
  /** Environment variables to pass in addition to the default ones. */
  readonly names: readonly string[];
  readonly jobs?: number;
  readonly timeoutMs?: number;
}

/** Longer differences are truncated. A table or a drawing is one very long line. */
const MOST_LINES = 60;
const MOST_OF_A_LINE = 240;

/** Runs notebooks in parallel, each in its own kernel, and reports them in the order of the arguments. */
export async function runNotebooks(files: readonly string[], options: Options): Promise<number> {
  const { jobs = Math.min(availableParallelism(), files.length), ...how } = options;
  const { runNotebook, childEnvironment } = await import('../../kernel/index.js');
  // Reports a variable that cannot be passed once, before any notebook runs.
  childEnvironment(process.env, options);
  const progress = notebookProgress(files.length, process.stderr);
  const runs = inParallel(files, jobs, async (file): Promise<Ended> => {
    try {
      return { run: await runNotebook(file, { ...how, onProgress: (at) => progress.at(file, at) }) };
    } catch (error) {
      return { problem: reason(error) };
    } finally {
      progress.ended(file);
    }
  });
  const codes: number[] = [];
  for (const [index, running] of runs.entries()) {
    const ended = await running;
    progress.hide();
    codes.push(tell(files[index] as string, ended, options));
    progress.show();
  }
  progress.hide();
  return codes.includes(FAILED) ? FAILED : Math.max(...codes);
}

type Ended = { readonly run: NotebookRun } | { readonly problem: string };

function tell(file: string, ended: Ended, { check, inPlace }: Options): number {
  if ('problem' in ended) return complain(file, ended.problem, FAILED);
  const { cells, failure, differences, unhandled } = ended.run;
  for (const { cell, text } of unhandled) complain(file, `cell ${cell}: ${text}`, FINE);
  for (const { cell, begins, diff } of differences)
    writeOut(`${file}: cell ${cell} differs: ${begins}\n${shortened(diff)}\n`);
  if (failure) {
    // The file has a result for this cell, so the failure also counts as a difference.
    return complain(file, `cell ${failure.cell} failed: ${failure.text}`, differences.length > 0 ? DIFFERENT : FAILED);
  }
  const many = cells === 1 ? '1 cell' : `${cells} cells`;
  const verdict = inPlace ? ', outputs written' : check ? checked(differences.length) : '';
  writeOut(`${file}: ${many}${verdict}\n`);
  return differences.length > 0 ? DIFFERENT : FINE;
}

const checked = (different: number): string =>
  different === 0 ? ', outputs as in the file' : `, ${different} ${different === 1 ? 'differs' : 'differ'}`;

function complain(file: string, problem: string, code: number): number {
  writeErr(`${file}: ${problem}\n`);
  return code;
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'there is no such file' : message;
}

function shortened(diff: string): string {
  const lines = diff
    .split('\n')
    .map((line) => (line.length > MOST_OF_A_LINE ? `${line.slice(0, MOST_OF_A_LINE)}…` : line));
  if (lines.length <= MOST_LINES) return lines.join('\n');
  return [...lines.slice(0, MOST_LINES), `  … and ${lines.length - MOST_LINES} lines more`].join('\n');
}
