import type { NotebookRun } from '../../kernel/index.js';
import { counted } from '../../util/index.js';
import { DIFFERENT, FAILED, FINE } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';

/** A notebook that ran, or the reason why it could not run. */
export type Ended =
  | { readonly file: string; readonly run: NotebookRun }
  | { readonly file: string; readonly problem: string; readonly code: number };

interface Options {
  readonly check: boolean;
  readonly inPlace: boolean;
  readonly output?: string;
}

/** Longer differences are truncated. A table or a drawing is one very long line. */
const MAX_LINES = 60;
const MAX_LINE_LENGTH = 240;

export function codeOf(ended: Ended): number {
  if ('problem' in ended) return ended.code;
  const { differences, failure, unhandled } = ended.run;
  // The file has a result for the failed cell, so the failure also counts as a difference.
  if (differences.length > 0) return DIFFERENT;
  return failure || unhandled.length > 0 ? FAILED : FINE;
}

export function printWarnings(ended: Ended): void {
  if ('run' in ended) for (const warning of ended.run.warnings) printProblem(ended.file, warning);
}

export function report(ended: Ended, options: Options): void {
  const { file } = ended;
  if ('problem' in ended) printProblem(file, ended.problem);
  else reportRun(ended.run, options);
}

function reportRun(run: NotebookRun, options: Options): void {
  const { file, cells, failure, differences, unhandled, expectedErrors } = run;
  const expected = expectedErrors > 0 ? `, ${counted(expectedErrors, 'expected error')}` : '';
  for (const { cell, text } of unhandled) printProblem(file, `cell ${cell}: ${text}`);
  for (const { cell, begins, diff } of differences)
    writeOut(`${file}: cell ${cell} differs: ${begins}\n${shortened(diff)}\n`);
  if (failure) {
    const succeeded = failure.cell - 1 - expectedErrors;
    printProblem(file, `cell ${failure.cell} failed (${succeeded} of ${cells} succeeded${expected}): ${failure.text}`);
    return;
  }
  const lost = unhandled.length > 0 ? `, ${counted(unhandled.length, 'unhandled error')}` : '';
  const many = `${counted(cells, 'cell')}${expected + lost || ' succeeded'}`;
  writeOut(`${file}: ${many}${comparison(run, options)}${written(options)}\n`);
}

function comparison({ differences: { length }, notCompared }: NotebookRun, { check }: Options): string {
  if (!check) return '';
  const skipped = notCompared > 0 ? `, ${notCompared} not compared` : '';
  return `${length === 0 ? ', outputs match the file' : `, ${length} ${length === 1 ? 'differs' : 'differ'}`}${skipped}`;
}

function written({ inPlace, output }: Options): string {
  if (output !== undefined) return `, outputs written to ${output}`;
  return inPlace ? ', outputs written' : '';
}

function printProblem(file: string, problem: string): void {
  writeErr(`${file}: ${problem}\n`);
}

export function shortened(diff: string): string {
  const lines = diff
    .split('\n')
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line));
  if (lines.length <= MAX_LINES) return lines.join('\n');
  return [...lines.slice(0, MAX_LINES), `  … and ${lines.length - MAX_LINES} more lines`].join('\n');
}
