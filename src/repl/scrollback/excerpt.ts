import stringWidth from 'string-width';
import type { Bench } from '../../bench/index.js';
import { cleanLine } from '../../show/index.js';

type Place = NonNullable<ReturnType<Bench['placeOf']>>;

/** Returns the line of an error and a caret under its column. Of a long line, it returns the part around the caret. */
export function excerpt({ source, line, column }: Place, columns: number): string[] {
  const text = (source.split('\n')[line - 1] ?? '').replaceAll('\t', ' ');
  const number = String(line);
  const room = Math.max(12, columns - number.length - MARGIN);
  const from = text.length <= room ? 0 : Math.max(0, column - 1 - Math.floor(room / 2));
  const before = cleanLine(text.slice(from, column - 1));
  return [
    `${number} │ ${cleanLine(text.slice(from, from + room))}`,
    `${'·'.repeat(number.length)} │ ${' '.repeat(stringWidth(before))}^`,
  ];
}

/** The indent, the sign after the number, and the last column, which stays empty. */
const MARGIN = 8;
