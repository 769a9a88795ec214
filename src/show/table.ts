import stringWidth from 'string-width';
import { counted, graphemePieces, largest } from '../util/index.js';
import { clean, cleanLine } from './clean.js';
import { momentText } from './moment.js';
import { paint } from './paint.js';
import { type Extent, extentText } from './part.js';
import {
  type Columns,
  cellText,
  columnsOf,
  countOf,
  type Item,
  isIdField,
  isTelling,
  moreRows,
  PARTIES,
  type Rows,
} from './rows.js';
import { listed, wrapped } from './sheet.js';

interface TableOptions {
  readonly columns: number;
  readonly colour: boolean;
  /** The time zone for times. Without one, times are shown as received. */
  readonly zone?: string | undefined;
  readonly otherwise?: string | undefined;
  /** The rows to show. Without it, all. */
  readonly extent?: Extent | undefined;
  /** The number of rows after which the others are only counted. */
  readonly maxRows?: number | undefined;
}

const GAP = 2;
const WIDEST = 44;

/** Shows items as rows, with as many fields as fit the width, the most important first. */
export function showTable(rows: Rows, options: TableOptions): string {
  const { columns, colour, zone, extent, maxRows = Number.POSITIVE_INFINITY } = options;
  const { bold, dim } = paint(colour);
  if (rows.items.length === 0) return dim('no items');
  const cell = cellIn(columns, zone);
  const items = rows.items.slice(extent?.from, extent?.to ?? maxRows);
  const { names, same, isLog } = columnsOf(rows);
  const fields = fitting(names, items, { columns, isLog }, cell);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === cells.length - 1 ? cell : pad(cell, (fields[i]?.width ?? 0) + GAP)))
      .join('')
      .trimEnd();
  const missing = names.filter((name) => !fields.some((field) => field.name === name));
  const below = [extent ? undefined : moreRows(rows.items, maxRows), countIn(rows, extent), rows.note];
  const row = (item: Item) =>
    line(fields.map(({ name, width }) => (isIdField(name) ? shortId : cut)(cell(item[name]), width)));
  const isShort = fields.some(
    ({ name, width }) => isIdField(name) && items.some((item) => stringWidth(cell(item[name])) > width),
  );
  return [
    ...(fields.length === 0 ? [] : [bold(line(fields.map(({ name, width }) => cut(cleanLine(name), width))))]),
    ...(fields.length === 0 ? [] : items.map(row)),
    ...(isShort && zone !== undefined ? [dim(IDS_ARE_SHORT)] : []),
    ...below.flatMap((text) => (text ? wrapped(cleanLine(text), Math.max(NARROW, columns - 1)).map(dim) : [])),
    ...sameIn(same, columns, cell).map(dim),
    ...missingIn(missing, rows, options).map(dim),
  ].join('\n');
}

/** Shorter than 40 columns. */
const IDS_ARE_SHORT = 'ids are shortened: .ids shows them';

function countIn(rows: Rows, extent: Extent | undefined): string {
  if (extent === undefined) return countOf(rows);
  const { from, to, size } = extent;
  if (from > 0 || to < size) return extentText(extent, to < size || rows.more);
  return `${counted(size, 'item')}${rows.more ? ' · .more shows the next page' : ''}`;
}

/** Below this width, lines are longer than the screen. */
const NARROW = 20;

/** The fields that have the same value in all rows. A narrow screen has no room for long values. */
function sameIn(same: Columns['same'], columns: number, cell: Cell): string[] {
  const width = Math.max(NARROW, columns - 1);
  const fields = same.map(([name, value]) => [cleanLine(name), cut(cell(value), WIDEST)].join(' '));
  const isWide = fields.every((field) => stringWidth(SAME + field) <= width);
  return listed(SAME, isWide ? fields : same.map(([name]) => cleanLine(name)), width);
}

const SAME = 'same in all rows: ';

/** The names of the fields that do not fit, and how to show them. */
function missingIn(missing: readonly string[], rows: Rows, { columns, zone, otherwise }: TableOptions): string[] {
  const way = zone === undefined ? otherwise : `_${rows.field === undefined ? '' : `.${rows.field}`}[0] shows them`;
  const width = Math.max(NARROW, columns - 1);
  const room = way === undefined ? width : width - way.length - 3;
  const isApart = room < ROOM_FOR_NAMES;
  const [names] = listed(`${counted(missing.length, 'more column')}: `, missing.map(cleanLine), isApart ? width : room);
  if (names === undefined || way === undefined) return names === undefined ? [] : [names];
  return isApart ? [names, way] : [`${names} · ${way}`];
}

/** With less room than this, the names have their own line. */
const ROOM_FOR_NAMES = 40;

interface Column {
  readonly name: string;
  readonly width: number;
}

/** The first 8 characters of an id, which identify it, and its last 6. */
const SHORT_ID = 15;
const END_OF_ID = 6;
const NARROWEST = 8;
const NARROWEST_TEXT = 16;

/** As wide as a phone number. */
const NARROWEST_PARTY = 13;

/** Adds the first field, which identifies an item, the id, which other calls need, and others that fit. */
function fitting(
  names: readonly string[],
  items: readonly Item[],
  { columns, isLog }: { columns: number; isLog: boolean },
  cell: Cell,
): Column[] {
  const widthOf = (name: string) =>
    Math.min(
      isLog && PARTIES.includes(name) ? Math.max(NARROWEST_PARTY, columns >> 2) : WIDEST,
      largest(
        items.map((item) => stringWidth(cell(item[name]))),
        stringWidth(cleanLine(name)),
      ),
    );
  const [first, id] = [names[0], isLog ? undefined : names.find(isIdField)];
  if (first === undefined) return [];
  const widths = new Map([[first, Math.min(widthOf(first), columns)]]);
  if (id !== undefined && id !== first) {
    const whole = widthOf(id);
    const own = Math.min(widthOf(first), Math.max(columns - GAP - whole, Math.floor((columns - GAP) / 2)));
    const left = columns - GAP - own;
    if (left >= NARROWEST) widths.set(first, own).set(id, whole <= left ? whole : Math.min(left, SHORT_ID));
  }
  let left = columns - [...widths.values()].reduce((sum, width) => sum + width + GAP, 0);
  for (const name of names) {
    if (widths.has(name)) continue;
    const whole = widthOf(name);
    // A field is truncated rather than omitted, as long as enough of it remains.
    const least = Math.max(isTelling(name) ? NARROWEST : NARROWEST_TEXT, stringWidth(cleanLine(name)));
    const width = left >= least ? Math.min(whole, left) : whole;
    if (width > left) continue;
    widths.set(name, width);
    left -= width + GAP;
  }
  // What remains goes to the id.
  const short = id === undefined ? undefined : widths.get(id);
  if (id !== undefined && short !== undefined) widths.set(id, Math.min(widthOf(id), short + Math.max(0, left + GAP)));
  return names.flatMap((name) => {
    const width = widths.get(name);
    return width === undefined ? [] : [{ name, width }];
  });
}

type Cell = (value: unknown) => string;

/** A narrow table has times without the year and the zone. */
const cellIn =
  (columns: number, zone: string | undefined): Cell =>
  (value) => {
    const moment = zone === undefined ? undefined : momentText(value, zone);
    return (columns < NARROW_TIMES ? moment?.slice(5, 19) : moment) ?? clean(cellText(value));
  };

const NARROW_TIMES = 60;

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const piece of graphemePieces(text))
    for (const one of piece) {
      used += stringWidth(one);
      if (used > width) return `${kept}…`;
      kept += one;
    }
  return `${kept}…`;
}

/** Shows the start and the end of an id that does not fit. */
function shortId(text: string, width: number): string {
  const isLong = width >= SHORT_ID && text.length > width && /^[\x20-\x7e]+$/.test(text);
  return isLong ? `${text.slice(0, width - 1 - END_OF_ID)}…${text.slice(-END_OF_ID)}` : cut(text, width);
}
