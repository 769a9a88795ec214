import { availableParallelism } from 'node:os';
import { writeJunit } from '../../commands/index.js';
import type { NotebookParameters } from '../../kernel/index.js';
import { assertWritable, Mistake, tooManyOpenFiles } from '../../util/index.js';
import { DIFFERENT, FAILED, FINE, WRONG_USAGE } from '../exit-codes.js';
import { print } from '../output.js';
import { notebookProgress } from './progress.js';
import { codeOf, type Ended, printWarnings, report } from './report.js';
import { suiteOf } from './test-suite.js';

interface Options {
  readonly check: boolean;
  readonly inPlace: boolean;
  readonly live: boolean;
  readonly json: boolean;
  /** Environment variables to pass in addition to the default ones. */
  readonly names: readonly string[];
  readonly parameters?: NotebookParameters;
  readonly output?: string;
  readonly junit?: string;
  readonly jobs?: number;
  readonly timeoutMs?: number;
}

/** Runs notebooks in parallel, each in its own kernel, and reports them in the order of the arguments. */
export async function runNotebooks(files: readonly string[], options: Options): Promise<number> {
  const { jobs = Math.min(availableParallelism(), files.length), json, junit, ...rest } = options;
  const { runNotebook, childEnvironment } = await import('../../kernel/index.js');
  // Reports a variable that cannot be passed, and a file that cannot be written, once and before any notebook runs.
  childEnvironment(process.env, options);
  for (const file of [junit, options.output]) if (file !== undefined) assertWritable(file);
  const progress = notebookProgress(files.length, process.stderr);
  const runs = inParallel(files, jobs, async (file): Promise<Ended> => {
    try {
      return { file, run: await runNotebook(file, { ...rest, onProgress: (at) => progress.at(file, at) }) };
    } catch (error) {
      return { file, problem: messageOf(error), code: error instanceof Mistake ? WRONG_USAGE : FAILED };
    } finally {
      progress.ended(file);
    }
  });
  const notebooks: Ended[] = [];
  for (const running of runs) {
    const ended = await running;
    notebooks.push(ended);
    progress.hide();
    printWarnings(ended);
    if (!json) report(ended, options);
    progress.show();
  }
  progress.hide();
  if (json) print(resultsAsJson(notebooks));
  if (junit !== undefined) writeJunit(junit, notebooks.map(suiteOf));
  const codes = notebooks.map(codeOf);
  return [FAILED, WRONG_USAGE, DIFFERENT].find((code) => codes.includes(code)) ?? FINE;
}

const resultsAsJson = (notebooks: readonly Ended[]): string =>
  JSON.stringify(
    notebooks.map((ended) => ('run' in ended ? ended.run : { file: ended.file, problem: ended.problem })),
    null,
    2,
  );

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return tooManyOpenFiles(text) ?? text;
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
