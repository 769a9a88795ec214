import type { Field, Fields } from './facts.js';

/** A type as text where that is enough, nested where it is not. `?` after a name: optional; after a type: may be null. */
export type Compact = string | { readonly [name: string]: Compact | readonly Compact[] };

export function compactFields(fields: Fields): Record<string, Compact> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [field.required ? name : `${name}?`, compact(field)]),
  );
}

function compact(field: Field): Compact {
  if (field.oneOf) return { oneOf: field.oneOf.map(compact) };
  if (field.items) return { '[]': compact(field.items) };
  if (field.fields) return compactFields(field.fields);
  return `${field.enum ? choices(field) : plain(field.type)}${bounds(field)}${field.nullable ? '?' : ''}`;
}

function choices({ type, enum: values = [], open_enum }: Field): string {
  const list = `enum(${[...values, ...(open_enum ? ['*'] : [])].join('|')})`;
  const kinds = type.split('|').map((kind) => (kind.startsWith('array<') ? `${list}[]` : list));
  return kinds.join('|');
}

/** `array<a|b>` → `(a|b)[]`, also inside a union. */
const plain = (type: string) =>
  type.replaceAll(/array<([^<>]+)>/g, (_, item: string) => (item.includes('|') ? `(${item})[]` : `${item}[]`));

function bounds(field: Field): string {
  const range = (low: number | undefined, high: number | undefined, label: string) =>
    low === undefined && high === undefined ? [] : [`${label}${low ?? ''}..${high ?? ''}`];
  const parts = [
    ...range(field.min ?? (field.gt === undefined ? undefined : field.gt + 1), field.max, ''),
    ...range(field.minlen, field.maxlen, 'length '),
    ...range(field.minitems, field.maxitems, 'items '),
  ];
  return parts.length > 0 ? `{${parts.join(', ')}}` : '';
}
