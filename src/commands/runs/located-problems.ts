import type { CheckedDocument, Ring } from '../../sandbox/index.js';

/**
 * The problems of a call that follows a file: those of the check with their lines, then those of the call. `isOnly` is
 * whether the call ran no other document, so that each position is one of the file.
 */
export function locatedProblems(
  { problems }: Pick<Ring, 'problems'>,
  checked: CheckedDocument,
  file: string,
  isOnly: boolean,
): string[] {
  const found = checked.problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  const others = problems
    .filter((problem) => !checked.problems.some(({ message }) => isSame(problem, message)))
    .map((problem) => {
      const [, at] = /^([^\s:]+\]): /.exec(problem) ?? [];
      if (at === undefined || !isOnly) return problem;
      const { line, column } = checked.positionOf(at);
      return `${file}:${line}:${column}: ${problem}`;
    });
  return [...found, ...others];
}

const UNREAD = 'cannot parse the document';
/** The call reports a problem after the URL of its document, and with the number of its occurrences. */
const isSame = (problem: string, message: string): boolean =>
  problem.includes(message) || (message.startsWith(UNREAD) && problem.includes(UNREAD));
