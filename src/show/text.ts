import { inspect } from 'node:util';
import { clean, cleanExceptColours } from './clean.js';
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
  const rows = rowsOf(value);
  if (rows) return showTable(rows.items, { columns, colour, more: rows.more });
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
