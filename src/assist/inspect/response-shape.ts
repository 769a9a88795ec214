import { types } from 'node:util';
import { type AnyField, type DocumentLanguage, operations, ROWS, walkRows } from '../../client/index.js';
import { ownValue } from './own-value.js';

/** Fewer required fields do not identify a shape. */
const MIN_REQUIRED = 3;
const MAX_FIELDS = 12;

/** Finds the named shape that a value has: it has all required fields of the shape, and more of them than other shapes. */
export function shapeOf(value: unknown): AnyField | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const count = (shape: AnyField) => namesOf(shape).filter((name) => Object.hasOwn(value, name)).length;
  let best: AnyField | undefined;
  for (const shape of allShapes()) {
    const required = Object.keys(shape.needs ?? {});
    if (required.length < MIN_REQUIRED || !required.every((name) => Object.hasOwn(value, name))) continue;
    if (best === undefined || count(shape) > count(best)) best = shape;
  }
  return best;
}

/** Explains a field that a shape does not have. Returns undefined if the shape has it. */
export function unknownFieldOf(shape: AnyField, name: string): string | undefined {
  const names = namesOf(shape);
  if (names.includes(name) || names.length === 0) return undefined;
  const shown = names.slice(0, MAX_FIELDS).join(', ') + (names.length > MAX_FIELDS ? ', …' : '');
  return `${shape.name ?? 'the response'} has no ${name}. Its fields: ${shown}`;
}

const namesOf = ({ needs, takes }: AnyField): string[] => Object.keys({ ...needs, ...takes });

/** The named objects in the responses of all rows. They are collected for the first hint, because a start has no time for it. */
let shapes: ReadonlySet<AnyField> | undefined;

function allShapes(): ReadonlySet<AnyField> {
  if (shapes) return shapes;
  const found = new Set<AnyField>();
  const visited = new Set<AnyField>();
  const visit = (field: AnyField): void => {
    if (visited.has(field)) return;
    visited.add(field);
    if (field.kind === 'obj' && field.name !== undefined) found.add(field);
    for (const inner of [...(field.of ?? []), ...Object.values({ ...field.needs, ...field.takes })]) visit(inner);
  };
  for (const [, { gives }] of walkRows(operations)) visit(gives);
  shapes = found;
  return shapes;
}

/** The address of a document in a response. */
interface DocumentAddress {
  /** The steps from the value to the field with the address. */
  readonly path: readonly string[];
  readonly language: DocumentLanguage;
}

/** Finds the field of a response that has the address of its document, such as `swml_script.request_url`. */
export function documentAddressIn(value: unknown, depth = 0): DocumentAddress | undefined {
  if (typeof value !== 'object' || value === null || types.isProxy(value) || depth > 1) return undefined;
  for (const shape of allShapes()) {
    const found = addressInShape(shape);
    if (found && hasShape(value, shape) && typeof ownValue(value, found.path[0] ?? '') === 'string') return found;
  }
  for (const name of Object.keys(value)) {
    const inner = documentAddressIn(ownValue(value, name), depth + 1);
    if (inner) return { ...inner, path: [name, ...inner.path] };
  }
  return undefined;
}

/** Returns the only field of a shape with the address of its own document. The settings of a number have several. */
function addressInShape({ needs = {}, takes = {} }: AnyField): DocumentAddress | undefined {
  const found = Object.entries({ ...needs, ...takes }).flatMap(([name, { serves }]) =>
    serves === undefined ? [] : [{ path: [name], language: serves }],
  );
  return found.length === 1 ? found[0] : undefined;
}

const hasShape = (value: object, { needs = {} }: AnyField): boolean =>
  Object.entries(needs).every(([name, { kind, values, open }]) => {
    const given = ownValue(value, name);
    return given !== undefined && (kind !== 'oneOf' || open || (values?.some((one) => one === given) ?? true));
  });

/** Whether a member is one of an array, but not of a page: an index, or a name such as `map`. */
export const isOfList = (name: string) =>
  name === '[' || /^\d+$/.test(name) || (name !== '' && name in Array.prototype);

/** Returns the name of the field with the rows of a page, or undefined for any other value. */
export function rowsOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(ownValue(value, 'data'))) return 'data';
  if (ownValue(value, 'page_size') === undefined) return undefined;
  return Object.keys(value).find((name) => Array.isArray(ownValue(value, name)));
}

/** Returns the name of the field with the rows of a page of a list that is not awaited. */
export function rowsOfList(list: unknown): string | undefined {
  const rows = ownValue(list, ROWS);
  return typeof rows === 'string' ? rows : undefined;
}
