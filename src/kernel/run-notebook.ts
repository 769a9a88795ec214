import { dirname, resolve } from 'node:path';
import type { KernelClient } from './client.js';
import { type Cell, joined, mayFail, type Output, readNotebook, writeNotebook } from './notebook-file.js';
import { collectOutput, outputText } from './notebook-outputs.js';
import { startKernel } from './start-kernel.js';
import { textDiff } from './text-diff.js';

interface RunNotebookOptions {
  /** Compares what comes out with the outputs in the file; the file stays as it is. */
  readonly check?: boolean;
  /** Writes the outputs into the file. */
  readonly inPlace?: boolean;
  /** Cells may ask for the real platform. */
  readonly live?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  readonly env?: NodeJS.ProcessEnv;
}

interface Progress {
  /** Code cells are counted from one. */
  readonly cell: number;
  readonly of: number;
  readonly outputs: readonly Output[];
}

interface NotebookRun {
  readonly file: string;
  readonly cells: number;
  /** The cell that failed and was not tagged `raises-exception`; the ones behind it did not run. */
  readonly failure?: { readonly cell: number; readonly text: string };
  /** With `check`: the cells whose outputs are not those in the file. */
  readonly differences: readonly { readonly cell: number; readonly diff: string }[];
}

/** Runs all code cells of a notebook in a kernel of their own, in the notebook's folder. */
export async function runNotebook(file: string, options: RunNotebookOptions = {}): Promise<NotebookRun> {
  const { check, inPlace, live, onProgress, env = process.env } = options;
  const notebook = readNotebook(file);
  const cells = notebook.cells.filter(({ cell_type }) => cell_type === 'code');
  const kernel = await startKernel({
    cwd: dirname(resolve(file)),
    flags: live ? ['--live'] : [],
    env: live ? env : withoutCredentials(env),
  });
  const differences: { cell: number; diff: string }[] = [];
  let failure: NotebookRun['failure'];
  try {
    for (const [index, cell] of cells.entries()) {
      const number = index + 1;
      const { outputs, executionCount, failed } = await runCell(kernel, cell);
      onProgress?.({ cell: number, of: cells.length, outputs });
      const diff = check ? textDiff(textOf(cell.outputs ?? []), textOf(outputs)) : undefined;
      if (diff) differences.push({ cell: number, diff });
      if (inPlace) Object.assign(cell, { outputs, execution_count: executionCount });
      if (failed && !mayFail(cell)) {
        failure = { cell: number, text: failed };
        break;
      }
    }
  } finally {
    await kernel.shutdown();
  }
  if (inPlace) writeNotebook(file, notebook);
  return { file, cells: cells.length, differences, ...(failure && { failure }) };
}

async function runCell(kernel: KernelClient, cell: Cell) {
  const code = joined(cell.source);
  const outputs: Output[] = [];
  const { reply } = await kernel.request(
    'execute_request',
    { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false, stop_on_error: true },
    ({ header, content }) => collectOutput(outputs, header.msg_type, content),
  );
  const failed = reply.status === 'ok' ? undefined : `${reply.ename}: ${reply.evalue}`;
  return { outputs, executionCount: (reply.execution_count as number) ?? null, failed };
}

/** A notebook from somebody else has no business with them while it runs offline. */
function withoutCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(PLATFORM_|PATCHBAY_LIVE$)/.test(name)));
}

function textOf(outputs: readonly Output[]): string {
  return outputs.map(outputText).join('\n');
}
