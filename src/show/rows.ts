import { types } from 'node:util';
import { counted, shortText } from '../util/index.js';
import { momentText } from './moment.js';

/** An object with fields, as received from the platform. */
export type Item = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly items: readonly Item[];
  readonly more: boolean;
  readonly field?: string;
  /** The columns to show, in this order. Without them, the most important first. */
  readonly columns?: readonly string[];
  /** A sentence to show below the table. */
  readonly note?: string;
}

/** The most rows that a notebook shows. With more rows, its page is slow to open. */
export const MAX_ROWS = 500;

/** The text below the first of too many rows. */
export const moreRows = (items: readonly unknown[], max: number): string | undefined =>
  items.length > max ? `… and ${(items.length - max).toLocaleString('en')} more rows` : undefined;

/** The items of a page, of a list of resources, or of another list of objects that is easier to read as a table. */
export function rowsOf(value: unknown): Rows | undefined {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined;
  if (Array.isArray(value)) {
    const isTable = areReadable(value) && value.length > 0 && (value.every(hasId) || readsAsTable(value));
    return isTable ? { items: value, more: false } : undefined;
  }
  return itemsOf(value);
}

/** A short list of plain objects with the same fields. Text shows it on one line, with the types. */
export function shortRowsOf(value: unknown): Rows | undefined {
  if (!Array.isArray(value) || types.isProxy(value) || value.length === 0 || value.length > SAMPLE) return undefined;
  if (!areReadable(value) || !value.every(isRecord)) return undefined;
  const columns = Object.keys(value[0] ?? {});
  const hasShape = (item: Item) =>
    Object.keys(item).length === columns.length &&
    columns.every((name) => Object.hasOwn(item, name) && (isScalar(item[name]) || isPlain(item[name])));
  return columns.length > 0 && value.every(hasShape) ? { items: value, more: false, columns } : undefined;
}

const isPlain = (value: unknown) => value === null || types.isDate(value) || isWords(value);

/** The items of a page: `data` beside `links`, or the list beside `next_page_uri`. */
export function itemsOf(page: object): Rows | undefined {
  // Not all fields: a typed array or a large object has millions.
  const own = (name: string): unknown => Object.getOwnPropertyDescriptor(page, name)?.value;
  const links = own('links');
  const isPage = typeof links === 'object' && links !== null && !types.isProxy(links);
  const next: unknown = isPage ? Object.getOwnPropertyDescriptor(links, 'next')?.value : own('next_page_uri');
  const field = isPage
    ? 'data'
    : Object.hasOwn(page, 'next_page_uri')
      ? Object.keys(page).find((name) => Array.isArray(own(name)))
      : undefined;
  const items = field === undefined ? undefined : own(field);
  if (field === undefined || !Array.isArray(items) || !areReadable(items)) return undefined;
  return { items, more: typeof next === 'string' && next !== '', field };
}

/** Whether every item is an object whose fields can be read without running a getter or the trap of a proxy. */
const areReadable = (list: readonly unknown[]): list is readonly Item[] =>
  !types.isProxy(list) && list.length <= MAX_TABLE && allAre(list, isReadable);

/** A longer list is shown as a list, because a table needs a look at all of its items. */
const MAX_TABLE = 200_000;

/** As `every`, but also tests holes. So it stops at the first hole of a long sparse list. */
const allAre = (list: readonly unknown[], test: (one: unknown) => boolean): boolean =>
  list.findIndex((one) => !test(one)) < 0;

function isReadable(item: unknown): item is Item {
  if (typeof item !== 'object' || item === null || Array.isArray(item) || types.isProxy(item)) return false;
  return Object.keys(item).every((name) => Object.getOwnPropertyDescriptor(item, name)?.get === undefined);
}

const hasId = (item: Item) => Object.hasOwn(item, 'id') && typeof item.id === 'string';

/** A list whose text is shorter than this is shown as text, which also shows the types. */
const ONE_LINE = 72;
const SAMPLE = 50;

/** Whether a table of these objects shows more than a text: they have the same fields, and most are not nested. */
function readsAsTable(items: readonly Item[]): boolean {
  const sample = items.slice(0, SAMPLE);
  if (sample.length < 2 || !sample.every(isRecord)) return false;
  const names = new Set(sample.flatMap((item) => Object.keys(item)));
  const cells = sample.flatMap((item) => Object.entries(item)).filter(([, own]) => cellText(own) !== '');
  const nested = cells.filter(([, own]) => typeof own === 'object' && !types.isDate(own));
  const length = cells.reduce((sum, [name, own]) => sum + name.length + cellText(own).length + 4, 0);
  // A list of different objects stays a text.
  const haveOneShape = sample.every((item) => Object.keys(item).length * 2 > names.size);
  const isFilled = cells.length * 2 >= names.size * sample.length;
  return names.size > 1 && haveOneShape && isFilled && nested.length * 2 <= cells.length && length > ONE_LINE;
}

function isRecord(item: Item): boolean {
  const prototype: unknown = Object.getPrototypeOf(item);
  return prototype === Object.prototype || prototype === null;
}

/** Fields that name an item. Without one, as in logs, the time tells items apart. */
const NAMING = ['number', 'phone_number', 'name', 'display_name', 'friendly_name', 'title'];
const IDS = ['id', 'sid', 'call_id'];
/** The parties of a call or a message, which people look for first in a log. */
export const PARTIES = ['from', 'to'];
const TELLING = [...NAMING, ...IDS, 'status', 'operation', 'type', 'call_handler'];

export const isTelling = (field: string): boolean => TELLING.includes(field);
/** Whether a field is an id, which other calls need. */
export const isIdField = (field: string): boolean => IDS.includes(field);

export interface Columns {
  /** The fields that have a value in some item, the most important first. */
  readonly names: readonly string[];
  /** The fields that have the same value in all items. They are shown below the table, not as columns. */
  readonly same: readonly (readonly [name: string, value: unknown])[];
  /** Whether the items are calls or messages, whose parties matter more than their ids. */
  readonly isLog: boolean;
}

export function columnsOf({ items, columns }: Rows): Columns {
  if (columns) return { names: columns, same: [], isLog: hasParties(columns) };
  const filled = new Map<string, number>();
  for (const item of items)
    for (const name of Object.keys(item))
      if (cellText(item[name]) !== '') filled.set(name, (filled.get(name) ?? 0) + 1);
  const [first = {}] = items;
  const isSent = areSent([...filled.keys()]);
  const isSparse = (name: string) => (filled.get(name) ?? 0) * 2 < items.length;
  const isSame = (name: string) =>
    !isTelling(name) &&
    !(isSent && SENT.includes(name)) &&
    items.length > 1 &&
    isScalar(first[name]) &&
    items.every((item) => item[name] === first[name]);
  const differing = [...filled.keys()].filter((name) => !isSame(name));
  const names = differing.length > 0 ? differing : [...filled.keys()];
  const isNamed = names.some((name) => NAMING.includes(name) && !isSparse(name));
  const time = isNamed ? undefined : names.find((name) => !isSparse(name) && momentText(first[name], 'UTC'));
  const isLog = isSent || hasParties(names);
  const log = isLog ? [...PARTIES, ...(isSent ? SENT : []), 'status'] : [];
  const order = [...NAMING, ...log, ...(time === undefined ? [] : [time]), ...TELLING.slice(NAMING.length)];
  const rank = (name: string) => {
    if (isSparse(name) && !isIdField(name)) return order.length + 1;
    return order.includes(name) ? order.indexOf(name) : order.length;
  };
  return {
    names: names.sort((a, b) => rank(a) - rank(b)),
    same: [...filled.keys()].filter((name) => !names.includes(name)).map((name) => [name, first[name]]),
    isLog,
  };
}

/** Whether the items are calls, messages or the logs of these. */
const hasParties = (names: readonly string[]): boolean => PARTIES.every((name) => names.includes(name));

/** Fields of what was sent to a phone. People read them, and no call needs the ids. */
const SENT = ['to', 'text'];
const areSent = (names: readonly string[]): boolean =>
  [...SENT, 'channel'].every((name) => names.includes(name)) && !names.includes('from');

const isScalar = (value: unknown) => typeof value !== 'object' && typeof value !== 'function';

/** One field of an item, on one line. The result still needs `clean`. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.replace(/\s+/g, ' ');
  return isWords(value) ? value.join(', ').replace(/\s+/g, ' ') : shortText(value);
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && !types.isProxy(value) && value.length > 0 && allAre(value, (one) => typeof one === 'string');

/** The text below a table of all items outside the prompt. */
export function countOf({ items, more }: Rows): string {
  return `${counted(items.length, 'item')}${more ? ' · more pages follow: for await (const item of …) walks them all' : ''}`;
}
