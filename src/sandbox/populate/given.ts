import type { Fields } from '../respond/handler.js';
import type { Stored } from '../respond/resources.js';
import type { State } from '../state/state.js';

/** A resource of a recording, as it must be created. A field that the recording does not show is missing. */
export interface Given {
  readonly id: string;
  /** The id of the resource that contains it. */
  readonly parent: string;
  readonly fields: Fields;
  /** The id and the times that each item has. */
  readonly stored: Stored;
}

/** How the resources of one family are created. */
export interface Family {
  has(state: State, id: string, parent: string): boolean;
  /** Missing if the sandbox derives the resources of the family from others. */
  add?(state: State, given: Given): void;
}

export function givenFrom(id: string, parent: string | undefined, fields: Fields, at: string): Given {
  const created_at = timeOf(fields, ['created_at', 'date_created', 'date_enqueued', 'start_time']) ?? at;
  const updated_at = timeOf(fields, ['updated_at', 'date_updated']) ?? created_at;
  return { id, parent: parent ?? '', fields, stored: { id, created_at, updated_at } };
}

/** The first of these fields that is a time, in ISO 8601. */
export function timeOf(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return new Date(value).toISOString();
  }
  return undefined;
}

/** The first of these fields that is a text. */
export function textOf(fields: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

export const numberOf = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
};

/** The value of a field if it is one of these, otherwise the first of these. */
export const oneOf = <T extends string>(value: unknown, values: readonly [T, ...T[]]): T =>
  values.find((one) => one === value) ?? values[0];
