import { pagingOf } from './accepted-fields.js';
import type { Planned } from './plan.js';
import { unknownIn } from './unknown-names.js';

const NOTHING: readonly string[] = [];

/** A field that the caller passed as `extra` is undocumented on purpose, so it has no notice. */
export function noticesOf({ operation, row, fields: all, extra }: Planned): readonly string[] {
  const fields = extra ? Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(extra, name))) : all;
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

function oldValues(takes: Planned['row']['takes'], fields: Planned['fields'], operation: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const instead =
      Object.hasOwn(takes, name) && typeof value === 'string' ? takes[name]?.limits?.deprecated?.[value] : undefined;
    return instead === undefined ? [] : [`${operation}: ${name} ${value} is deprecated: ${instead}`];
  });
}
