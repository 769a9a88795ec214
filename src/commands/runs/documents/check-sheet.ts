import { Sheet } from '../../../show/index.js';
import type { CheckedFiles, FileProblem } from './check-files.js';

const DEFAULT_COLUMNS = 80;
/** The indentation of a sheet, and the last column of a terminal. */
const MARGIN = 3;

/** Lays out the problems of documents: the place, the message, and the line with a caret. */
export function checkSheet({ files, problems }: CheckedFiles, columns = DEFAULT_COLUMNS): Sheet {
  const [only = '', ...more] = files;
  const name = more.length === 0 ? only : `${files.length} documents`;
  const total = problems.length === 1 ? '1 problem' : `${problems.length || 'no'} problems`;
  return new Sheet(
    [
      ...problems.flatMap((one) => [
        { title: `${one.file}:${one.line}:${one.column}` },
        { lines: [messageOf(one), ...frame(one, Math.max(20, columns - MARGIN))], of: 'words' as const },
      ]),
      `${name}: ${total}`,
    ],
    problems.length > 0,
  );
}

const messageOf = ({ level, message }: FileProblem): string => (level === 'likely' ? `Likely: ${message}` : message);

/** The line without its indentation, and a caret below the column. Of a long line, the part around the column. */
function frame({ source, column }: FileProblem, width: number): string[] {
  const text = source.replaceAll('\t', ' ');
  const indent = text.length - text.trimStart().length;
  const caret = Math.max(column - 1, indent);
  const start = caret - indent < width ? indent : caret - Math.floor(width / 2);
  const shown = text.slice(start, start + width);
  return shown.trim() === '' ? [] : [shown, `${' '.repeat(caret - start)}^`];
}
