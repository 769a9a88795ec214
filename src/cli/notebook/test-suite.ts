import type { TestCase, TestSuite } from '../../commands/index.js';
import type { NotebookRun } from '../../kernel/index.js';
import { type Ended, shortened } from './report.js';

/** Returns the results of a notebook with a case for each cell. A cell that did not run is skipped. */
export function suiteOf(ended: Ended): TestSuite {
  const { file: name } = ended;
  if ('problem' in ended) return { name, cases: [{ group: name, name: 'can be run', failures: [ended.problem] }] };
  return { name, cases: ended.run.firstLines.map((line, index) => caseOf(ended.run, index + 1, line)) };
}

function caseOf({ file, failure, differences, unhandled, outputs }: NotebookRun, cell: number, line: string): TestCase {
  const isThis = (one: { readonly cell: number }) => one.cell === cell;
  return {
    group: file,
    name: `cell ${cell}: ${line}`,
    failures: [
      ...(failure && isThis(failure) ? [failure.text] : []),
      ...differences.filter(isThis).map(({ diff }) => `the outputs differ\n${shortened(diff)}`),
      ...unhandled.filter(isThis).map(({ text }) => text),
    ],
    isSkipped: cell > outputs.length,
  };
}
