import stringWidth from 'string-width';
import { largest } from '../util/index.js';
import { clean, cleanLine } from './clean.js';
import { momentText } from './moment.js';
import { paint } from './paint.js';
import { cellText, countOf, fieldsOf, type Item, isIdField, isTelling, type Rows } from './rows.js';
import { wrapped } from './sheet.js';

interface TableOptions {
  readonly columns: number;
  readonly colour: boolean;
  /** The time zone for times. Without one, times are shown as received. */
  readonly zone?: string | undefined;
  /** How to show the omitted fields outside the prompt. */
  readonly otherwise?: string | undefined;
}

const GAP = 2;
const WIDEST = 44;

/** Shows items as rows, with as many fields as fit the width, the most important first. */
export function showTable(rows: Rows, { columns, colour, zone, otherwise }: TableOptions): string {
  const { items } = rows;
  const { bold, dim } = paint(colour);
  if (items.length === 0) return dim('no items');
  const cell = cellIn(zone);
  const names = fieldsOf(items);
  const fields = fitting(names, items, columns, cell);
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === cells.length - 1 ? cell : pad(cell, (fields[i]?.width ?? 0) + GAP))).join('');
  return [
    bold(line(fields.map(({ name, width }) => cut(cleanLine(name), width)))),
    ...items.map((item) => line(fields.map(({ name, width }) => cut(cell(item[name]), width)))),
    ...wrapped(
      underneath(rows, names.length - fields.length, zone === undefined ? otherwise : atPrompt(rows)),
      Math.max(20, columns - 1),
    ).map(dim),
  ].join('\n');
}

interface Column {
  readonly name: string;
  readonly width: number;
}

/** The text below a table: the count, and how to show the omitted fields. */
function underneath(rows: Rows, missing: number, way: string | undefined): string {
  if (missing === 0) return countOf(rows);
  return `${countOf(rows)}\n${missing} more ${missing === 1 ? 'field' : 'fields'} each${way ? `: ${way}` : ''}`;
}

const atPrompt = ({ isPage }: Rows) => `_${isPage ? '.data' : ''}[0] shows them`;

const NARROWEST = 8;

/**
 * Always includes the first field, which identifies an item, and the id, which other calls need. Adds other fields that
 * fit.
 */
function fitting(names: readonly string[], items: readonly Item[], columns: number, cell: Cell): Column[] {
  const widthOf = (name: string) =>
    Math.min(
      WIDEST,
      largest(
        items.map((item) => stringWidth(cell(item[name]))),
        stringWidth(cleanLine(name)),
      ),
    );
  const [first, id] = [names[0], names.find(isIdField)];
  if (first === undefined) return [];
  const widths = new Map([[first, Math.min(widthOf(first), columns)]]);
  if (id !== undefined && id !== first) {
    const whole = widthOf(id);
    const own = Math.min(widthOf(first), Math.max(columns - GAP - whole, Math.floor((columns - GAP) / 2)));
    const left = columns - GAP - own;
    if (left >= NARROWEST) widths.set(first, own).set(id, Math.min(whole, left));
  }
  let left = columns - [...widths.values()].reduce((sum, width) => sum + width + GAP, 0);
  for (const name of names) {
    if (widths.has(name)) continue;
    const whole = widthOf(name);
    // An important field is truncated rather than omitted.
    const width = isTelling(name) && left >= stringWidth(cleanLine(name)) ? Math.min(whole, left) : whole;
    if (width > left) continue;
    widths.set(name, width);
    left -= width + GAP;
  }
  return names.flatMap((name) => {
    const width = widths.get(name);
    return width === undefined ? [] : [{ name, width }];
  });
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
