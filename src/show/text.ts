import { inspect, types } from 'node:util';
import { clean, cleanExceptColours } from './clean.js';
import { momentText } from './moment.js';
import { showRecord } from './record.js';
import { Sheet, showSheet } from './sheet.js';
import { showTable } from './table.js';
import { Whole } from './whole.js';

export interface ShowOptions {
  /** Width of the screen. */
  readonly columns?: number;
  readonly colour?: boolean;
  /** For a person at a screen: times are told in this zone, and a resource by its fields. Else both as they came. */
  readonly zone?: string;
}

/** A value as a person reads it at a prompt: a page as a table, everything else as JavaScript would write it. */
export function showText(value: unknown, { columns = 80, colour = false, zone }: ShowOptions = {}): string {
  if (value instanceof Whole) return shown(value.value, { columns, colour, zone, isWhole: true });
  return shown(value, { columns, colour, zone, isWhole: false });
}

interface Shown {
  readonly columns: number;
  readonly colour: boolean;
  readonly zone: string | undefined;
  readonly isWhole: boolean;
}

function shown(value: unknown, { columns, colour, zone, isWhole }: Shown): string {
  if (value instanceof Sheet) return showSheet(value, { columns, colour });
  const rows = rowsOf(value);
  if (rows) return showTable(rows.items, { columns, colour, zone, more: rows.more });
  const fields = zone === undefined ? undefined : fieldsOf(value);
  if (fields && zone !== undefined) return showRecord(fields, { columns, colour, zone });
  if (isWhole && typeof value === 'string') return clean(value);
  const text = inspect(value, {
    colors: colour,
    breakLength: Math.max(20, columns - 1),
    depth: isWhole ? Number.POSITIVE_INFINITY : 6,
    maxArrayLength: isWhole ? Number.POSITIVE_INFINITY : 100,
    maxStringLength: isWhole ? Number.POSITIVE_INFINITY : 20_000,
    getters: false,
    customInspect: true,
  });
  const moment = zone !== undefined && value instanceof Date ? momentText(value, zone) : undefined;
  const told = moment === undefined || moment.endsWith(' UTC') ? text : `${text} (${moment})`;
  return colour ? cleanExceptColours(told) : clean(told);
}

/** The fields of one thing that the platform knows by an id. */
function fieldsOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined;
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const own = Object.entries(Object.getOwnPropertyDescriptors(value));
  if (own.some(([, { get, set }]) => get ?? set)) return undefined;
  const fields = own.map(([name, { value: held }]): [string, unknown] => [name, held]);
  const isResource =
    fields.length > 2 && fields.some(([name, held]) => /^s?id$/.test(name) && typeof held === 'string');
  return isResource ? fields : undefined;
}

type Item = Readonly<Record<string, unknown>>;

/** A list of things that the platform knows by an id. */
const isResources = (list: readonly unknown[]): list is readonly Item[] =>
  list.length > 0 && list.every((item) => typeof (item as { id?: unknown } | null)?.id === 'string');

/** The items of one page of an answer, or of its list. */
function rowsOf(value: unknown): { items: readonly Item[]; more: boolean } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return isResources(value) ? { items: value, more: false } : undefined;
  const { data, links } = Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(value)).map(([name, own]) => [name, own.value]),
  ) as { data?: unknown; links?: { next?: unknown } };
  if (!Array.isArray(data) || typeof links !== 'object' || links === null) return undefined;
  const plain = data.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
  return plain ? { items: data, more: typeof links.next === 'string' } : undefined;
}
