import type { Mention } from './mentions.js';
import { type Result, STATUSES } from './results.js';

/** A line with a request and no status that its words or marks show. */
export interface ColumnLine {
  readonly line: number;
  readonly masked: string;
  readonly mention: Mention;
}

/**
 * The statuses of lines in columns. The column with the status has one in each of these lines, and no other column does:
 * a size, a time or an id is at times another number.
 */
export function columnStatuses(rows: readonly ColumnLine[]): Result[] {
  const cells = rows.map(cellsOf);
  const [first, ...others] = cells;
  const columns = [...(first?.keys() ?? [])].filter((column) => others.every((one) => one.has(column)));
  const [column, ...more] = columns;
  const statusIn = (row: ReturnType<typeof cellsOf>, at: number | undefined) => row.get(at ?? Number.NaN)?.status;
  const areSame = more.every((other) => cells.every((row) => statusIn(row, other) === statusIn(row, column)));
  const isLone = rows.length === 1 && (rows[0]?.masked.match(/(?<![\w.])\d{3,}(?![\w.])/g) ?? []).length > 1;
  if (column === undefined || !areSame || isLone) return [];
  return rows.flatMap(({ line }, i): Result[] => {
    const cell = cells[i]?.get(column);
    return cell ? [{ kind: 'result', line, ...cell }] : [];
  });
}

const MAX_CELLS = 60;

/** The cells that can be a status, by their position before or behind the request. */
function cellsOf({ masked, mention }: ColumnLine): Map<number, { readonly status: number; readonly at: number }> {
  const words = [...masked.matchAll(/[^\s|,;"'()[\]]+/g)].slice(0, MAX_CELLS);
  const before = words.filter(({ index }) => index < mention.at).length;
  const found = new Map<number, { status: number; at: number }>();
  for (const [i, { 0: word, index }] of words.entries()) {
    const status = Number(/^(?:[A-Z_]+\/)?([1-5]\d\d)$/.exec(word)?.[1]);
    if (STATUSES.has(status)) found.set(i - before, { status, at: index });
  }
  return found;
}
