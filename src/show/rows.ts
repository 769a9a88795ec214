/** A thing with fields, as it came over the wire. */
export type Item = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly items: readonly Item[];
  readonly more: boolean;
  /** They are the `data` of a page. */
  readonly isPage: boolean;
}

/** A list of things that the platform knows by an id. */
const isResources = (list: readonly unknown[]): list is readonly Item[] =>
  list.length > 0 && list.every((item) => typeof (item as { id?: unknown } | null)?.id === 'string');

/** The items of one page of an answer, or of its list. */
export function rowsOf(value: unknown): Rows | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return isResources(value) ? { items: value, more: false, isPage: false } : undefined;
  const { data, links } = ownFields(value) as { data?: unknown; links?: { next?: unknown } };
  if (!Array.isArray(data) || typeof links !== 'object' || links === null) return undefined;
  const plain = data.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
  return plain ? { items: data, more: typeof links.next === 'string', isPage: true } : undefined;
}

/** What a value holds, without running a getter. */
function ownFields(value: object): Item {
  return Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(value)).map(([name, own]) => [name, own.value]),
  );
}

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

export const isTelling = (field: string): boolean => FIRST.includes(field);
/** What the next call names a thing by. */
export const isIdField = (field: string): boolean => ['id', 'sid', 'call_id'].includes(field);

/** Fields that hold something in some item, the telling ones first. */
export function fieldsOf(items: readonly Item[]): string[] {
  const used = new Set(items.flatMap((item) => Object.keys(item).filter((name) => cellText(item[name]) !== '')));
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return [...used].sort((a, b) => rank(a) - rank(b));
}

/** One field of one item, in one line. Not clean yet. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const isWords = Array.isArray(value) && value.every((one) => typeof one === 'string');
  const text = typeof value === 'string' ? value : isWords ? value.join(', ') : (JSON.stringify(value) ?? '');
  return text.replace(/\s+/g, ' ');
}

/** What stands under a table. */
export function countOf({ items, more }: Rows): string {
  const count = `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
  return more ? `${count} · more pages follow: for await (const item of …) walks them all` : count;
}
