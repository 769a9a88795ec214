import type { TypeProblem } from './messages.js';

/** Formats the type errors of a cell for its output. */
export function typeWarning(source: string, problems: readonly TypeProblem[]): string {
  const lines = source.split('\n');
  return problems
    .map(({ line, column, message, code }) => {
      const text = lines[line - 1] ?? '';
      return `type warning ${line}:${column} ${message} (TS${code})\n  ${text}\n  ${' '.repeat(column - 1)}^\n`;
    })
    .join('');
}
