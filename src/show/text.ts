import { inspect } from 'node:util';
import { clean, cleanExceptColours } from './clean.js';
import { Illustrated } from './illustrated.js';
import { rowsOf } from './rows.js';
import { Sheet, showSheet } from './sheet.js';
import { showTable } from './table.js';

export interface ShowOptions {
  /** Width of the screen. */
  readonly columns?: number;
  readonly colour?: boolean;
}

/** A value as a person reads it at a prompt: a page as a table, everything else as JavaScript would write it. */
export function showText(value: unknown, { columns = 80, colour = false }: ShowOptions = {}): string {
  if (value instanceof Sheet) return showSheet(value, { columns, colour });
  if (value instanceof Illustrated) return showText(value.value, { columns, colour });
  const rows = rowsOf(value);
  if (rows) return showTable(rows, { columns, colour });
  const text = inspect(value, {
    colors: colour,
    breakLength: Math.max(20, columns - 1),
    depth: 6,
    maxArrayLength: 100,
    maxStringLength: 20_000,
    getters: false,
    customInspect: true,
  });
  return colour ? cleanExceptColours(text) : clean(text);
}
