import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { assertNoLink, assertWritable, lockFile, textDiff } from '../../util/index.js';
import { accountIn, childEnvironment } from './child-environment.js';
import { injectParameters, type NotebookParameters } from './inject-parameters.js';
import {
  type Cell,
  hasTag,
  joined,
  type Lines,
  type Notebook,
  type Output,
  readNotebook,
  writeNotebook,
} from './notebook-file.js';
import { CellOutputs, type Displays, outputText } from './notebook-outputs.js';
import { KernelDied, type RunningKernel, startKernel } from './start-kernel.js';

interface RunNotebookOptions {
  /** Compares the outputs with those in the file, which is not changed. Replays are strict. */
  readonly check?: boolean;
  readonly inPlace?: boolean;
  /** The file for the notebook with the outputs of the run. */
  readonly output?: string;
  /** Values for the cell with the tag `parameters`. */
  readonly parameters?: NotebookParameters;
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
  /** The first line of each cell. */
  readonly firstLines: readonly string[];
  /** The outputs of the cells that ran. */
  readonly outputs: readonly (readonly Output[])[];
  /** The number of cells that failed, or left an unhandled error, and have the tag `raises-exception`. */
  readonly expectedErrors: number;
  /** The cell that failed without the tag `raises-exception`. Later cells did not run. */
  readonly failure?: { readonly cell: number; readonly text: string };
  /** Errors that no cell caught or awaited, each with the cell that started their code. That cell has no tag `raises-exception`. */
  readonly unhandled: readonly { readonly cell: number; readonly text: string }[];
  /** With `check`: the cells whose outputs differ from those in the file. */
  readonly differences: readonly Difference[];
  /** With `check`: the number of cells that ran and have the tag `not-compared`. */
  readonly notCompared: number;
  /** Problems of the parameters. */
  readonly warnings: readonly string[];
}

interface Difference {
  readonly cell: number;
  readonly begins: string;
  readonly diff: string;
}

/** Runs all code cells of a notebook in a new kernel, in the folder of the notebook. */
export async function runNotebook(file: string, options: RunNotebookOptions = {}): Promise<NotebookRun> {
  const written = options.output ?? (options.inPlace ? file : undefined);
  if (written === undefined) return (await runCells(file, options)).run;
  // Fail before the cells run, because their outputs could not be saved afterwards.
  if (options.output === undefined) assertNoLink(file);
  else assertWritable(options.output);
  const lock = lockFile(resolve(written));
  try {
    const { notebook, run } = await runCells(file, options);
    writeNotebook(written, notebook);
    return run;
  } finally {
    lock.release();
  }
}

interface RanNotebook {
  /** The notebook with the outputs of the run. */
  readonly notebook: Notebook;
  readonly run: NotebookRun;
}

async function runCells(file: string, options: RunNotebookOptions): Promise<RanNotebook> {
  const { check = false, live = false, timeoutMs, onProgress, env = process.env, names = [], parameters } = options;
  const environment = childEnvironment(env, { names, live });
  const notebook = readNotebook(file);
  const warnings = parameters ? await injectParameters(notebook, parameters) : [];
  const cells = notebook.cells.filter(({ cell_type }) => cell_type === 'code');
  const state = mkdtempSync(join(tmpdir(), 'patchbay-notebook-'));
  const runs: CellRun[] = [];
  let failure: NotebookRun['failure'];
  try {
    const kernel = await startKernel({
      cwd: dirname(resolve(file)),
      flags: live ? ['--live'] : [],
      env: {
        ...environment,
        ...(check && { PATCHBAY_STRICT: '1' }),
        PATCHBAY_STATE_DIR: state,
        JPY_SESSION_NAME: resolve(file),
      },
      ...(live && { account: accountIn(env) }),
    });
    try {
      const displays: Displays = new Map();
      for (const [index, cell] of cells.entries()) {
        onProgress?.({ cell: index + 1, of: cells.length });
        const result = await runCell(kernel, joined(cell.source), { displays, timeoutMs });
        runs.push(result);
        if (!result.failed || (hasTag(cell, 'raises-exception') && !result.isLast)) continue;
        failure = { cell: index + 1, text: result.failed };
        break;
      }
    } finally {
      await kernel.shutdown({ isPatient: true });
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
  const run = {
    ...{ file, cells: cells.length, warnings, outputs: runs.map(({ outputs }) => outputs) },
    firstLines: cells.map(firstLine),
    ...errorsOf(cells, runs, failure),
    ...(check ? compared(cells, runs) : { differences: [], notCompared: 0 }),
  };
  // The comparison needs the old outputs.
  for (const [index, cell] of cells.entries()) writeInto(cell, runs[index]);
  return { notebook, run };
}

type Errors = Pick<NotebookRun, 'expectedErrors' | 'failure' | 'unhandled'>;

function errorsOf(cells: readonly Cell[], runs: readonly CellRun[], failure: NotebookRun['failure']): Errors {
  const errors = runs.map(({ outputs, late, failed }, index) => ({
    ...{ cell: index + 1, failed, texts: unhandledIn([...outputs, ...late]) },
    isExpected: hasTag(cells[index] as Cell, 'raises-exception') && index + 1 !== failure?.cell,
  }));
  const expected = errors.filter(({ isExpected, failed, texts }) => isExpected && (failed || texts.length > 0));
  const unexpected = errors.filter(({ isExpected }) => !isExpected);
  return {
    expectedErrors: expected.length,
    unhandled: unexpected.flatMap(({ cell, texts }) => texts.map((text) => ({ cell, text }))),
    ...(failure && { failure }),
  };
}

function compared(cells: readonly Cell[], runs: readonly CellRun[]): Pick<NotebookRun, 'differences' | 'notCompared'> {
  const ran = runs.map(({ outputs }, index) => ({ cell: cells[index] as Cell, number: index + 1, outputs }));
  const isCompared = ({ cell }: { cell: Cell }) => !hasTag(cell, 'not-compared');
  const toCompare = ran.filter(isCompared);
  return {
    differences: toCompare.flatMap(({ cell, number, outputs }) => difference(cell, number, outputs)),
    notCompared: ran.length - toCompare.length,
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
  return diff === undefined ? [] : [{ cell: number, begins: firstLine(cell), diff }];
}

const firstLine = ({ source }: Cell): string => joined(source).trimStart().split('\n', 1)[0] ?? '';

function textOf(outputs: readonly Output[]): string {
  return outputs.map(outputText).join('\n');
}
