import { inspect, types } from 'node:util';
import { nearest } from '../util/index.js';
import { type Item, itemsOf, type Rows } from './rows.js';

/** A value that the user wants to see as a table, and the columns to show. */
export class DataTable {
  readonly rows: Rows;

  /** Accepts what `console.table` accepts, and a page. Throws a `TypeError` for other values. */
  constructor(value: unknown, columns?: readonly string[]) {
    const page = typeof value === 'object' && value !== null && itemsOf(value);
    const items = page ? page.items : itemsIn(value);
    if (!items) throw new TypeError('a table needs a list or an object, such as [{ name: "Ada" }]');
    const names = new Set(items.flatMap((item) => Object.keys(item)));
    const known = columns?.filter((name) => names.has(name)) ?? [...names];
    const note = columns && names.size > 0 ? unknownColumns(columns, names) : undefined;
    this.rows = { items, more: false, ...page, ...((columns ?? !page) && { columns: known }), ...(note && { note }) };
  }

  [inspect.custom](): unknown {
    return this.rows.items;
  }
}

const MAX_NAMES = 20;

/** Returns a sentence on the columns that no row has. */
function unknownColumns(columns: readonly string[], names: ReadonlySet<string>): string | undefined {
  const unknown = columns.filter((name) => !names.has(name)).map(String);
  const [first = ''] = unknown;
  if (unknown.length === 0) return undefined;
  const meant = nearest(first, [...names]);
  const known = [...names].slice(0, MAX_NAMES).join(', ') + (names.size > MAX_NAMES ? ', …' : '');
  return `no row has the column${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}. ${meant === undefined ? '' : `Did you mean ${meant}? `}The columns are ${known}`;
}

function itemsIn(value: unknown): Item[] | undefined {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined;
  // Holes have no key: a sparse list may be very long.
  if (Array.isArray(value)) {
    const keys = Object.keys(value).filter((key) => /^\d+$/.test(key));
    return keys.map((key) => itemOf(value[Number(key)]));
  }
  if (value instanceof Set) return [...value].map((one) => itemOf(one));
  const entries = value instanceof Map ? [...value] : plainEntries(value);
  return entries.map(([key, one]) => ({ '(index)': key, ...itemOf(one) }));
}

/** The fields of a row, without running a getter. A row without fields has one column. */
function itemOf(one: unknown): Item {
  const isObject = typeof one === 'object' && one !== null && !types.isProxy(one) && !types.isDate(one);
  return isObject ? Object.fromEntries(plainEntries(one)) : { Values: one };
}

function plainEntries(value: object): [string, unknown][] {
  const all = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(([, { enumerable }]) => enumerable);
  return all.map(([name, { get, value: held }]) => [name, get ? '[Getter]' : held]);
}
