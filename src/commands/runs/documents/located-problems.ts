import type { CheckedDocument, Ring } from '../../../sandbox/index.js';
import { isMissingFile } from './missing-files.js';

/** The problems of a call that follows files: those of the check with their lines, then those of the call. */
export function locatedProblems(
  call: Pick<Ring, 'problems' | 'requests' | 'steps'>,
  files: readonly { readonly file: string; readonly checked: CheckedDocument }[],
): string[] {
  const found = files.flatMap(({ file, checked }) => checked.problems.map((one) => ({ file, ...one })));
  const [main] = files;
  const isOnly = hasOneDocument(call);
  const others = call.problems
    .filter((problem) => !found.some(({ message }) => isSame(problem, message) || isMissingFile(problem, message)))
    .map((problem) => {
      const [, at] = /^([^\s:]+\]): /.exec(problem) ?? [];
      if (at === undefined || !main || !isOnly) return problem;
      return located({ file: main.file, message: problem, ...main.checked.positionOf(at) });
    });
  return [...found.map(located), ...others];
}

/** Whether a call ran its first document only, so that each position is one of that document. */
const hasOneDocument = ({ steps, requests }: Pick<Ring, 'requests' | 'steps'>): boolean =>
  steps.every(({ document }) => document === undefined) &&
  requests.length === steps.filter(({ verb }) => verb === 'request').length;

interface Located {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
const located = ({ file, line, column, message }: Located) => `${file}:${line}:${column}: ${message}`;

const UNREAD = 'cannot parse the document';
/** The call reports a problem after the URL of its document, and with the number of its occurrences. */
const isSame = (problem: string, message: string): boolean =>
  problem.includes(message) || (message.startsWith(UNREAD) && problem.includes(UNREAD));
