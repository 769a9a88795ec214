import stringWidth from 'string-width';
import { largest } from '../util/index.js';
import { clean } from './clean.js';
import { momentText } from './moment.js';
import { paint } from './paint.js';
import { cellText, countOf, fieldsOf, type Item, type Rows } from './rows.js';

interface TableOptions {
  readonly columns: number;
  readonly colour: boolean;
  /** Times are told in this zone; without one as they came. */
  readonly zone?: string | undefined;
}

const GAP = 2;
const WIDEST = 44;

/** Items as rows under their most telling fields, as many as fit the width. */
export function showTable(rows: Rows, { columns, colour, zone }: TableOptions): string {
  const { items } = rows;
  const { bold, dim } = paint(colour);
  if (items.length === 0) return dim('no items');
  const cell = cellIn(zone);
  const fields = fitting(fieldsOf(items), items, columns, cell);
  if (fields.length === 0) return dim(`${items.length} items; the screen is too narrow for a table`);
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === cells.length - 1 ? cell : pad(cell, (fields[i]?.width ?? 0) + GAP))).join('');
  return [
    bold(line(fields.map(({ name, width }) => cut(name, width)))),
    ...items.map((item) => line(fields.map(({ name, width }) => cut(cell(item[name]), width)))),
    dim(countOf(rows)),
  ].join('\n');
}

interface Column {
  readonly name: string;
  readonly width: number;
}

function fitting(names: readonly string[], items: readonly Item[], columns: number, cell: Cell): Column[] {
  let left = columns;
  const chosen: Column[] = [];
  for (const name of names) {
    const widest = largest(
      items.map((item) => stringWidth(cell(item[name]))),
      stringWidth(clean(name)),
    );
    const width = Math.min(widest, WIDEST, chosen.length === 0 ? columns : WIDEST);
    if (width > left) continue;
    chosen.push({ name, width });
    left -= width + GAP;
  }
  return chosen;
}

type Cell = (value: unknown) => string;

const cellIn =
  (zone: string | undefined): Cell =>
  (value) =>
    (zone === undefined ? undefined : momentText(value, zone)) ?? clean(cellText(value));

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept}…`;
}
