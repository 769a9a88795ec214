import { availableParallelism } from 'node:os';
import type { NotebookRun } from '../../kernel/index.js';
import { counted, Mistake, tooManyOpenFiles } from '../../util/index.js';
import { DIFFERENT, FAILED, FINE, WRONG_USAGE } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';
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
const MAX_LINES = 60;
const MAX_LINE_LENGTH = 240;

/** Runs notebooks in parallel, each in its own kernel, and reports them in the order of the arguments. */
export async function runNotebooks(files: readonly string[], options: Options): Promise<number> {
  const { jobs = Math.min(availableParallelism(), files.length), ...rest } = options;
  const { runNotebook, childEnvironment } = await import('../../kernel/index.js');
  // Reports a variable that cannot be passed once, before any notebook runs.
  childEnvironment(process.env, options);
  const progress = notebookProgress(files.length, process.stderr);
  const runs = inParallel(files, jobs, async (file): Promise<Ended> => {
    try {
      return { run: await runNotebook(file, { ...rest, onProgress: (at) => progress.at(file, at) }) };
    } catch (error) {
      return { problem: messageOf(error), code: error instanceof Mistake ? WRONG_USAGE : FAILED };
    } finally {
      progress.ended(file);
    }
  });
  const codes: number[] = [];
  for (const [index, running] of runs.entries()) {
    const ended = await running;
    progress.hide();
    codes.push(report(files[index] as string, ended, options));
    progress.show();
  }
  progress.hide();
  return [FAILED, WRONG_USAGE, DIFFERENT].find((code) => codes.includes(code)) ?? FINE;
}

type Ended = { readonly run: NotebookRun } | { readonly problem: string; readonly code: number };

function report(file: string, ended: Ended, { check, inPlace }: Options): number {
  if ('problem' in ended) return printProblem(file, ended.problem, ended.code);
  const { cells, failure, differences, unhandled, expectedErrors } = ended.run;
  const expected = expectedErrors > 0 ? `, ${counted(expectedErrors, 'expected error')}` : '';
  for (const { cell, text } of unhandled) printProblem(file, `cell ${cell}: ${text}`, FINE);
  for (const { cell, begins, diff } of differences)
    writeOut(`${file}: cell ${cell} differs: ${begins}\n${shortened(diff)}\n`);
  if (failure) {
    // The file has a result for this cell, so the failure also counts as a difference.
    return printProblem(
      file,
      `cell ${failure.cell} failed (${failure.cell - 1 - expectedErrors} of ${cells} succeeded${expected}): ${failure.text}`,
      differences.length > 0 ? DIFFERENT : FAILED,
    );
  }
  const lost = unhandled.length > 0 ? `, ${counted(unhandled.length, 'unhandled error')}` : '';
  const many = `${counted(cells, 'cell')}${expected + lost || ' succeeded'}`;
  const result = inPlace ? ', outputs written' : check ? comparison(differences.length) : '';
  writeOut(`${file}: ${many}${result}\n`);
  return differences.length > 0 ? DIFFERENT : FINE;
}

const comparison = (different: number): string =>
  different === 0 ? ', outputs match the file' : `, ${different} ${different === 1 ? 'differs' : 'differ'}`;

function printProblem(file: string, problem: string, code: number): number {
  writeErr(`${file}: ${problem}\n`);
  return code;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return tooManyOpenFiles(text) ?? text;
}

function shortened(diff: string): string {
  const lines = diff
    .split('\n')
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line));
  if (lines.length <= MAX_LINES) return lines.join('\n');
  return [...lines.slice(0, MAX_LINES), `  … and ${lines.length - MAX_LINES} more lines`].join('\n');
}

/** Runs a task for each item, at most `jobs` at a time, and returns the results in the order of the items. */
export function inParallel<T, R>(items: readonly T[], jobs: number, task: (item: T) => Promise<R>): Promise<R>[] {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = async (): Promise<void> => {
    if (running++ >= jobs) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = (): void => {
    running--;
    waiting.shift()?.();
  };
  return items.map(async (item) => {
    await turn();
    return task(item).finally(done);
  });
}
