import { existsSync } from 'node:fs';
import { type Minimized, minimize, type RecordingDifference, type ReplayReport } from '../../cases/index.js';
import { createCassette, openCassette } from '../../cassette/index.js';
import { cleanLine } from '../../show/index.js';
import { counted, fileInShell, Mistake, UsageError } from '../../util/index.js';
import { exchangeNumber } from '../argument-values.js';
import type { CommandContext } from '../shared-command.js';

interface MinimizeFileOptions {
  readonly against?: string;
  readonly at?: string;
  readonly test?: string;
  readonly output?: string;
}

/** Writes the smallest recording that still fails in the same way, or a good one with the differences that make it fail. */
export async function minimizeFile(
  file: string,
  { against, at, test, output = 'minimal.yaml' }: MinimizeFileOptions,
  { interruptible, progress, typed }: CommandContext,
): Promise<string> {
  const exchange = at === undefined ? undefined : exchangeNumber('--at', at);
  if (existsSync(output)) throw new UsageError(`${output} exists. Choose another name with -o`);
  const good = against === undefined ? undefined : openCassette(against);
  const recording = openCassette(file);
  const result = await interruptible((signal) =>
    minimize(recording, {
      signal,
      ...(good && { against: good }),
      ...(exchange !== undefined && { at: exchange }),
      ...(test !== undefined && { test: testFrom(test) }),
      onProgress: ({ runs, requests, differences }) =>
        progress(
          `${differences === undefined ? counted(requests, 'request') : counted(differences, 'difference')} left, ${counted(runs, 'run')}`,
        ),
    }),
  )
    .catch((error: unknown) => {
      const files = against === undefined ? '' : `${against} and ${file}: `;
      throw files !== '' && error instanceof Mistake ? new Mistake(files + error.message, { cause: error }) : error;
    })
    .finally(() => progress(''));
  createCassette(output, result);
  const before = recording.documents.filter(({ kind }) => kind === 'http').length;
  return [
    ...(against === undefined ? smaller(result, before) : changed(result, { good: against, bad: file })),
    ...(result.failure === undefined ? [] : [`failure: ${result.failure}`]),
    ...result.notes.map((note) => `note: ${note}`),
    `written: ${output}`,
    `next: ${typed(against === undefined ? 'replay' : 'explain')} ${fileInShell(output)}`,
  ].join('\n');
}

function smaller({ documents, runs, isFinished }: Minimized, before: number): string[] {
  const after = documents.filter(({ kind }) => kind === 'http').length;
  const stopped = isFinished ? '' : ' The search was not finished, so a smaller one may exist.';
  return [`${after} of ${counted(before, 'request')} left after ${counted(runs, 'run')}.${stopped}`];
}

function changed({ against, runs, isFinished }: Minimized, files: { good: string; bad: string }): string[] {
  const { differences = [], from = 0 } = against ?? {};
  return [
    `${files.good} becomes ${files.bad} with ${differences.length} of ${counted(from, 'difference')}:`,
    ...differences.map((one) => cleanLine(`  ${sentenceOf(one, files)}`)),
    `found after ${counted(runs, 'run')}.${isFinished ? '' : ' The search was not finished, so fewer may be enough.'}`,
  ];
}

/** Such as `3 queues.create body.name was "night" and is "taken"`. The number is that of the bad recording. */
function sentenceOf(
  { operation, exchanges, at, good, bad }: RecordingDifference,
  files: { good: string; bad: string },
) {
  const name = `${exchanges.bad ?? exchanges.good} ${operation}`;
  if (exchanges.good === undefined) return `${name} is only in ${files.bad}`;
  if (exchanges.bad === undefined) return `${name} is only in ${files.good}`;
  return `${name} ${at} was ${shown(good)} and is ${shown(bad)}`;
}

const MAX_LENGTH = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
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
