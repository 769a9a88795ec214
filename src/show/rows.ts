/** An object with fields, as received from the platform. */
export type Item = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly items: readonly Item[];
  readonly more: boolean;
  /** Whether the items are the `data` of a page. */
  readonly isPage: boolean;
}

/** Whether a list contains resources with an id. */
const isResources = (list: readonly unknown[]): list is readonly Item[] =>
  list.length > 0 && list.every((item) => typeof (item as { id?: unknown } | null)?.id === 'string');

/** The items of a page, or of a list of resources. */
export function rowsOf(value: unknown): Rows | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return isResources(value) ? { items: value, more: false, isPage: false } : undefined;
  const { data, links } = ownFields(value) as { data?: unknown; links?: { next?: unknown } };
  if (!Array.isArray(data) || typeof links !== 'object' || links === null) return undefined;
  const plain = data.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
  return plain ? { items: data, more: typeof links.next === 'string', isPage: true } : undefined;
}

/** The fields of a value. Does not run getters. */
function ownFields(value: object): Item {
  return Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(value)).map(([name, own]) => [name, own.value]),
  );
}

// Fields that distinguish resources come first. Other fields, such as times, are shown only if there is room.
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

export const isTelling = (field: string): boolean => FIRST.includes(field);
/** Whether a field is an id, which other calls need. */
export const isIdField = (field: string): boolean => ['id', 'sid', 'call_id'].includes(field);

/** The fields that have a value in some item, the most important first. */
export function fieldsOf(items: readonly Item[]): string[] {
  const used = new Set(items.flatMap((item) => Object.keys(item).filter((name) => cellText(item[name]) !== '')));
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return [...used].sort((a, b) => rank(a) - rank(b));
}

/** One field of an item, on one line. The result still needs `clean`. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const isWords = Array.isArray(value) && value.every((one) => typeof one === 'string');
  const text = typeof value === 'string' ? value : isWords ? value.join(', ') : (JSON.stringify(value) ?? '');
  return text.replace(/\s+/g, ' ');
}

/** The text below a table. */
export function countOf({ items, more }: Rows): string {
  const count = `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
  return more ? `${count} · more pages follow: for await (const item of …) walks them all` : count;
}
