import stringWidth from 'string-width';
import { clean } from './clean.js';
import { momentText } from './moment.js';
import { paint } from './paint.js';

type Item = Readonly<Record<string, unknown>>;
interface TableOptions {
  readonly columns: number;
  readonly colour: boolean;
  readonly more: boolean;
  /** Times are told in this zone; without one as they came. */
  readonly zone?: string | undefined;
}

const GAP = 2;
const WIDEST = 44;
// What tells resources apart comes first; times and bookkeeping only where there is room.
const FIRST = [
  'number',
  'name',
  'display_name',
  'friendly_name',
  'title',
  'id',
  'sid',
  'call_id',
  'status',
  'type',
  'call_handler',
];

/** Items as rows under their most telling fields, as many as fit the width. */
export function showTable(items: readonly Item[], { columns, colour, more, zone }: TableOptions): string {
  const { bold, dim } = paint(colour);
  const ending = more ? 'more pages follow: for await (const item of …) walks them all' : '';
  if (items.length === 0) return dim('no items');
  const cell = cellIn(zone);
  const fields = fitting(fieldsOf(items), items, columns, cell);
  if (fields.length === 0) return dim(`${items.length} items; the screen is too narrow for a table`);
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === cells.length - 1 ? cell : pad(cell, (fields[i]?.width ?? 0) + GAP))).join('');
  return [
    bold(line(fields.map(({ name, width }) => cut(name, width)))),
    ...items.map((item) => line(fields.map(({ name, width }) => cut(cell(item[name]), width)))),
    dim([`${items.length} ${items.length === 1 ? 'item' : 'items'}`, ending].filter(Boolean).join(' · ')),
  ].join('\n');
}

interface Column {
  readonly name: string;
  readonly width: number;
}

/** Fields that hold something in some item, the telling ones first. */
function fieldsOf(items: readonly Item[]): string[] {
  const used = new Set(items.flatMap((item) => Object.keys(item).filter((name) => text(item[name]) !== '')));
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return [...used].sort((a, b) => rank(a) - rank(b));
}

function fitting(names: readonly string[], items: readonly Item[], columns: number, cell: Cell): Column[] {
  let left = columns;
  const chosen: Column[] = [];
  for (const name of names) {
    const widest = Math.max(stringWidth(clean(name)), ...items.map((item) => stringWidth(cell(item[name]))));
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
    (zone === undefined ? undefined : momentText(value, zone)) ?? text(value);

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  const written = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return clean(written).replace(/\s+/g, ' ');
}

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
