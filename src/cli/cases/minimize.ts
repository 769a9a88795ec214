import { existsSync } from 'node:fs';
import { minimize, type ReplayReport } from '../../cases/index.js';
import { openCassette, replaceCassette } from '../../cassette/index.js';
import { counted } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';
import { print, redrawErr } from '../output.js';

export interface MinimizeFileOptions {
  readonly test?: string;
  readonly output?: string;
}

/** Writes the smallest recording that still fails in the same way. */
export async function minimizeFile(file: string, { test, output = 'minimal.yaml' }: MinimizeFileOptions) {
  if (existsSync(output)) throw new UsageError(`${output} exists. Choose another name with -o`);
  const recording = openCassette(file);
  const interrupted = new AbortController();
  const stop = () => interrupted.abort();
  process.once('SIGINT', stop);
  const result = await minimize(recording, {
    signal: interrupted.signal,
    ...(test !== undefined && { test: testFrom(test) }),
    onProgress: ({ runs, requests }) => redrawErr(`${counted(requests, 'request')} left, ${counted(runs, 'run')}`),
  });
  process.off('SIGINT', stop);
  redrawErr('');
  replaceCassette(output, result);
  const before = recording.documents.filter(({ kind }) => kind === 'http').length;
  const after = result.documents.filter(({ kind }) => kind === 'http').length;
  const stopped = result.isFinished ? '' : ' The search was not finished, so a smaller one may exist.';
  return print(
    [
      `${after} of ${counted(before, 'request')} left after ${counted(result.runs, 'run')}.${stopped}`,
      ...(result.failure === undefined ? [] : [`failure: ${result.failure}`]),
      `written: ${output}`,
      `next: patchbay replay ${output}`,
    ].join('\n'),
  );
}

/** The expression is the user's own, so it may be evaluated. */
function testFrom(expression: string): (report: ReplayReport) => boolean {
  let evaluate: (requests: ReplayReport['requests'], last: ReplayReport['requests'][number] | undefined) => unknown;
  try {
    evaluate = new Function('requests', 'last', `return (${expression});`) as typeof evaluate; // checked by the engine
  } catch (error) {
    throw new UsageError(`--test is not a JavaScript expression: ${error instanceof Error ? error.message : error}`);
  }
  return ({ requests }) => requests.length > 0 && Boolean(evaluate(requests, requests.at(-1)));
}
