import stringWidth from 'string-width';
import { filled } from './sheet.js';

/** The columns with which a line of a report begins, such as `  12  404  `. */
const FIRST_COLUMNS = /^ *(?:\S{1,9} {2,}){0,2}/;

/** Wraps a line of a report. Further lines begin below its last column. A word that is too long is broken anywhere. */
export function hangingLines(line: string, columns: number): string[] {
  if (stringWidth(line) <= columns) return [line];
  const [lead = ''] = FIRST_COLUMNS.exec(line) ?? [];
  const start = lead.length <= columns / 2 ? lead : '';
  const margin = ' '.repeat(Math.min(Math.max(start.length, 2), Math.floor(columns / 2)));
  const width = Math.max(columns - margin.length, 1);
  const rest = line.slice(start.length);
  return filled(rest, width).map((one, i) => (i === 0 ? start : margin) + one);
}
