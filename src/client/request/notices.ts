import { int, str } from '../field.js';
import { paging } from '../tables/shared-fields.js';
import type { Planned } from './plan.js';
import { unknownIn } from './unknown-names.js';

const NOTHING: readonly string[] = [];

export function noticesOf({ operation, row, fields }: Planned): readonly string[] {
  if (!row.deprecated && Object.keys(fields).length === 0) return NOTHING;
  const old = row.deprecated ? [`${operation} is deprecated: ${row.deprecated}`] : [];
  return [
    ...old,
    ...oldValues(row.takes, fields, operation),
    ...unknownIn({ ...row, takes: { ...row.takes, ...pagingOf(row), ...row.takes } }, fields).map(
      (message) => `${operation}: ${message}`,
    ),
  ];
}

/** Every list with pages accepts these fields, even if its other fields are not documented. */
function pagingOf({ gives: { kind, envelope } }: Planned['row']): Planned['row']['takes'] {
  if (kind !== 'page' || envelope === 'none') return {};
  return envelope === 'compat' ? { Page: int(), PageSize: int(), PageToken: str() } : paging;
}

function oldValues(takes: Planned['row']['takes'], fields: Planned['fields'], operation: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const instead =
      Object.hasOwn(takes, name) && typeof value === 'string' ? takes[name]?.limits?.deprecated?.[value] : undefined;
    return instead === undefined ? [] : [`${operation}: ${name} ${value} is deprecated: ${instead}`];
  });
}
