import { isDateOrTime } from '../../respond/filters.js';
import type { Fields } from '../../respond/handler.js';
import { collection, type State } from '../../state/state.js';
import { refuse } from '../refusals.js';

const TIMES = ['join_from', 'join_until', 'remove_at'];
const OBJECTS = ['meta', 'room_meta'];
const MAX_CHARACTERS = 2000;

export function checkSettings(fields: Fields): void {
  for (const name of ['name', 'room_name'])
    if (!isUndefinedOr(fields[name], (text) => /^[A-Za-z0-9_-]+$/.test(text)))
      throw refuse(name, `${name} must contain only letters, digits, _ and -`);
  for (const name of TIMES)
    if (!isUndefinedOr(fields[name], isDateOrTime))
      throw refuse(name, `${name} must be a time in ISO 8601`, 'datetime_required');
  for (const name of OBJECTS)
    if (fields[name] !== undefined && JSON.stringify(fields[name]).length > MAX_CHARACTERS)
      throw refuse(name, `${name} must have up to ${MAX_CHARACTERS} characters as JSON`);
  for (const [name, value] of Object.entries(fields))
    if (/^(dark|light)_/.test(name) && !isUndefinedOr(value, (text) => /^#[0-9a-fA-F]{6}$/.test(text)))
      throw refuse(name, `${name} must be a color such as #044ef4`);
}

const isUndefinedOr = (value: unknown, test: (text: string) => boolean): boolean =>
  value === undefined || (typeof value === 'string' && test(value));

export function names(of: string) {
  const taken = collection<{ readonly id: string; readonly owner: string }>(`${of} names`);
  return {
    find: (state: State, name: string): string | undefined => taken(state).get(name)?.owner,
    check(state: State, name: string): void {
      if (taken(state).get(name))
        throw refuse('name', `name: another ${of} is already called ${name}`, 'name_not_unique');
    },
    take: (state: State, name: string, owner: string): void => void taken(state).add({ id: name, owner }),
    free: (state: State, name: string): void => void taken(state).delete(name),
  };
}

interface UpcomingFilter {
  readonly starts_after?: string;
  readonly ends_before?: string;
}

export function isUpcoming({ starts_after: after, ends_before: before }: UpcomingFilter) {
  for (const [name, text] of [
    ['starts_after', after],
    ['ends_before', before],
  ] as const)
    if (text && !isDateOrTime(text)) throw refuse(name, `${name} must be a time in ISO 8601`, 'datetime_required');
  return ({ join_from, join_until }: Fields) =>
    (!after || timeOf(join_from) > Date.parse(after)) && (!before || timeOf(join_until) < Date.parse(before));
}

const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
