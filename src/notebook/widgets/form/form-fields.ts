import { type AnyField, type Fields, operations, type Row, walkRows } from '../../../client/index.js';
import { isCredentialName } from '../../../redact/index.js';

/** How the user enters a field. */
export type Entry = 'text' | 'lines' | 'number' | 'flag' | 'choice' | 'data' | 'variable';

export interface FormField {
  readonly name: string;
  readonly field: AnyField;
  readonly entry: Entry;
  readonly isNeeded: boolean;
  /** Whether it is a positional argument. */
  readonly isArgument: boolean;
}

export interface Operation {
  /** The operation as typed, without `platform.`. */
  readonly name: string;
  readonly row: Row;
}

/** Finds the row of a method of a client. */
export function operationOf(method: unknown, platform: unknown): Operation {
  for (const [name, row] of walkRows(operations)) if (memberAt(platform, name) === method) return { name, row };
  throw new TypeError(
    'widgets.form(operation): operation must be a method of platform, such as widgets.form(platform.queues.create)',
  );
}

function memberAt(root: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, key) => Object(value)[key], root);
}

const TEXT: AnyField = { kind: 'str' };

/** The fields of the form of an operation, the required ones first. */
export function formFields({ args, needs, takes, variants = [] }: Row): FormField[] {
  const ofVariants: Fields = Object.assign({}, ...variants.flatMap((one) => [one.needs, one.takes]));
  const optional = { ...takes, ...ofVariants };
  const rest = Object.entries(optional).filter(([name]) => !(name in needs));
  const described = args.map(({ name, doc }) =>
    formField(name, { ...TEXT, doc }, { isNeeded: true, isArgument: true }),
  );
  return [
    ...described,
    ...Object.entries(needs).map(([name, field]) => formField(name, field, { isNeeded: true })),
    ...rest.map(([name, field]) => formField(name, field, { isNeeded: false })),
  ];
}

function formField(name: string, field: AnyField, { isNeeded = false, isArgument = false }): FormField {
  return { name, field, entry: isArgument ? 'text' : entryOf(name, field), isNeeded, isArgument };
}

function entryOf(name: string, field: AnyField): Entry {
  // The notebook file can contain the state of a widget, so a secret must not be part of it.
  if (isCredentialName(name)) return 'variable';
  const kinds = alternatives(field);
  const has = (kind: AnyField['kind']) => kinds.some((one) => one.kind === kind);
  if (field.document === 'cxml') return 'lines';
  if (has('obj') || has('list')) return 'data';
  if (kinds.some(({ kind, open }) => kind === 'oneOf' && !open) && !has('str')) return 'choice';
  if (has('str') || has('oneOf')) return 'text';
  if (has('int') || has('num')) return 'number';
  return has('bool') ? 'flag' : 'data';
}

/** The values of the options of a field. */
export const choicesOf = (field: AnyField): readonly (string | number | boolean)[] =>
  alternatives(field).flatMap(({ values = [] }) => values);

const alternatives = (field: AnyField): readonly AnyField[] =>
  field.kind === 'either' ? (field.of ?? []).flatMap(alternatives) : [field];
