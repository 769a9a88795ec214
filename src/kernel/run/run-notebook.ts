import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { assertNoLink, lockFile, textDiff } from '../../util/index.js';
import { accountIn, childEnvironment } from './child-environment.js';
import { type Cell, joined, type Lines, mayFail, type Output, readNotebook, writeNotebook } from './notebook-file.js';
import { CellOutputs, type Displays, outputText } from './notebook-outputs.js';
import { KernelDied, type RunningKernel, startKernel } from './start-kernel.js';

interface RunNotebookOptions {
  /** Compares the outputs with those in the file, which is not changed. Replays are strict. */
  readonly check?: boolean;
  readonly inPlace?: boolean;
  readonly live?: boolean;
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly env?: NodeJS.ProcessEnv;
  /** Variables that the kernel receives in addition to the default ones. */
  readonly names?: readonly string[];
}

interface Progress {
  readonly cell: number;
  readonly of: number;
}

export interface NotebookRun {
  readonly file: string;
  readonly cells: number;
  readonly outputs: readonly (readonly Output[])[];
  /** The number of cells that failed and have the tag `raises-exception`. */
  readonly expectedErrors: number;
  /** The cell that failed without the tag `raises-exception`. Later cells did not run. */
  readonly failure?: { readonly cell: number; readonly text: string };
  /** Errors that no cell caught or awaited, each with the cell that started their code. */
  readonly unhandled: readonly { readonly cell: number; readonly text: string }[];
  /** With `check`: the cells whose outputs differ from those in the file. */
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly cell: number;
  readonly begins: string;
  readonly diff: string;
}

/** Runs all code cells of a notebook in a new kernel, in the folder of the notebook. */
export async function runNotebook(file: string, options: RunNotebookOptions = {}): Promise<NotebookRun> {
  if (!options.inPlace) return runCells(file, options);
  // Fail before the cells run, because their outputs could not be saved afterwards.
  assertNoLink(file);
  const lock = lockFile(resolve(file));
  try {
    return await runCells(file, options);
  } finally {
    lock.release();
  }
}

async function runCells(file: string, options: RunNotebookOptions): Promise<NotebookRun> {
  const {
    check = false,
    inPlace = false,
    live = false,
    timeoutMs,
    onProgress,
    env = process.env,
    names = [],
  } = options;
  const environment = childEnvironment(env, { names, live });
  const notebook = readNotebook(file);
  const cells = notebook.cells.filter(({ cell_type }) => cell_type === 'code');
  const state = mkdtempSync(join(tmpdir(), 'patchbay-notebook-'));
  const runs: CellRun[] = [];
  let failure: NotebookRun['failure'];
  try {
    const kernel = await startKernel({
      cwd: dirname(resolve(file)),
      flags: live ? ['--live'] : [],
      env: { ...environment, ...(check && { PATCHBAY_STRICT: '1' }), PATCHBAY_STATE_DIR: state },
      ...(live && { account: accountIn(env) }),
    });
    try {
      const displays: Displays = new Map();
      for (const [index, cell] of cells.entries()) {
        onProgress?.({ cell: index + 1, of: cells.length });
        const result = await runCell(kernel, joined(cell.source), { displays, timeoutMs });
        runs.push(result);
        if (!result.failed || (mayFail(cell) && !result.isLast)) continue;
        failure = { cell: index + 1, text: result.failed };
        break;
      }
    } finally {
      await kernel.shutdown({ isPatient: true });
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
  if (inPlace) {
    for (const [index, cell] of cells.entries()) writeInto(cell, runs[index]);
    writeNotebook(file, notebook);
  }
  return {
    file,
    cells: cells.length,
    outputs: runs.map(({ outputs }) => outputs),
    expectedErrors: runs.filter(({ failed }) => failed !== undefined).length - (failure ? 1 : 0),
    unhandled: runs.flatMap(({ outputs, late }, index) =>
      unhandledIn([...outputs, ...late]).map((text) => ({ cell: index + 1, text })),
    ),
    differences: check
      ? runs.flatMap(({ outputs }, index) => difference(cells[index] as Cell, index + 1, outputs))
      : [],
    ...(failure && { failure }),
  };
}

interface CellRun {
  readonly outputs: readonly Output[];
  /** Outputs that arrived after the end of the cell. They depend on the time, so the notebook does not get them. */
  readonly late: readonly Output[];
  readonly executionCount: number | null;
  readonly failed: string | undefined;
  /** The kernel has ended, so no other cell can run. */
  readonly isLast?: boolean;
}

interface CellOptions {
  readonly displays: Displays;
  readonly timeoutMs: number | undefined;
}

async function runCell(kernel: RunningKernel, code: string, { displays, timeoutMs }: CellOptions): Promise<CellRun> {
  const outputs = new CellOutputs(displays);
  const late = new CellOutputs();
  let isLate = false;
  let hasEnded = false;
  const limit =
    timeoutMs &&
    setTimeout(() => {
      isLate = true;
      kernel.process.kill('SIGKILL');
    }, timeoutMs);
  try {
    const { reply } = await kernel.request(
      'execute_request',
      { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false, stop_on_error: true },
      ({ header, content }) => (hasEnded ? late : outputs).add(header.msg_type, content),
    );
    hasEnded = true;
    const failed = reply.status === 'ok' ? undefined : `${reply.ename}: ${reply.evalue}`;
    return {
      outputs: outputs.list,
      late: late.list,
      executionCount: (reply.execution_count as number) ?? null,
      failed,
    };
  } catch (error) {
    if (!(error instanceof KernelDied)) throw error;
    const failed = isLate
      ? `the cell exceeded the time limit of ${Number(timeoutMs) / 1000} s and was stopped`
      : error.message;
    return { outputs: outputs.list, late: late.list, executionCount: null, failed, isLast: true };
  } finally {
    clearTimeout(limit);
  }
}

/** Finds the errors that the kernel prints to stderr. A cell that prints such a line itself is also reported. */
function unhandledIn(outputs: readonly Output[]): string[] {
  const printed = outputs.filter(({ output_type, name }) => output_type === 'stream' && name === 'stderr');
  return printed.flatMap(
    ({ text }) => joined(text as Lines).match(/^(Uncaught exception|Unhandled rejection): .*/gm) ?? [],
  );
}

/** Writes the outputs of a cell. A cell that did not run gets none, because old outputs would belong to another run. */
function writeInto(cell: Cell, ran: CellRun | undefined): void {
  Object.assign(cell, { outputs: ran?.outputs ?? [], execution_count: ran?.executionCount ?? null });
}

function difference(cell: Cell, number: number, outputs: readonly Output[]): Difference[] {
  const diff = textDiff(textOf(cell.outputs ?? []), textOf(outputs));
  const begins = joined(cell.source).trimStart().split('\n', 1)[0] ?? '';
  return diff === undefined ? [] : [{ cell: number, begins, diff }];
}

function textOf(outputs: readonly Output[]): string {
  return outputs.map(outputText).join('\n');
}
