import type { AnyField } from '../../client/index.js';

export function typeName(field: AnyField): string {
  if (field.kind === 'list') {
    const item = field.of?.[0];
    return item && item.kind !== 'obj' && item.kind !== 'either' ? `list of ${typeName(item)}` : 'list';
  }
  if (field.kind === 'oneOf') return field.values && field.values.length <= 4 ? field.values.join(' | ') : 'choice';
  if (field.kind === 'either') return [...new Set(flat([field]).map(typeName))].join(' or ');
  return NAMES[field.kind];
}

const NAMES = {
  str: 'string',
  num: 'number',
  int: 'whole number',
  bool: 'true or false',
  null: 'null',
  none: '',
  obj: 'object',
  page: 'page',
};

/** Replaces fields that have alternatives with the alternatives. */
export const flat = <Field extends AnyField & { readonly of?: readonly Field[] }>(fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => (field.kind === 'either' ? flat(field.of ?? []) : [field]));
