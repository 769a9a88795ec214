import { type AnyField, type Fields, isRow, operations, type Row, type Tree } from '../../client/index.js';
import { flat, typeName } from '../inspect/type-name.js';
import type { CallSite, Tags } from './cursor.js';
import type { Candidate } from './suggestion.js';

/** Returns the row or namespace at a path in the tables. */
export function find(path: readonly string[]): Row | Tree | undefined {
  let node: Row | Tree = operations;
  for (const step of path) {
    const next: Row | Tree | undefined = isRow(node) || !Object.hasOwn(node, step) ? undefined : node[step];
    if (next === undefined) return undefined;
    node = next;
  }
  return node;
}

/** Returns the objects that the fields of a row allow, some steps down, one for each alternative. */
export const objectsAt = (row: Row, steps: CallSite['steps']): readonly AnyField[] =>
  steps.reduce<readonly AnyField[]>(
    (at, step) => matching(at, step.tags).flatMap((field) => into(field, step.name)),
    alternatives(row),
  );

/** Returns the alternatives that match the keys written so far. */
export const matching = (
  fields: readonly AnyField[],
  written: Readonly<Record<keyof Tags, string | undefined>>,
): readonly AnyField[] => fields.filter((field) => agrees(field, written));

/** Returns the fields of a row as objects, one for each variant. */
function alternatives(row: Row): AnyField[] {
  const whole = (more: Pick<AnyField, 'needs' | 'takes'> = {}) =>
    ({
      kind: 'obj',
      needs: { ...row.needs, ...more.needs },
      takes: { ...row.takes, ...more.takes },
    }) as unknown as AnyField;
  return row.variants?.length ? row.variants.map(whole) : [whole()];
}

/** Returns the fields one level down: the items of a list, or the value of a key. */
export function into(field: AnyField, step: string): AnyField[] {
  if (field.kind === 'either') return (field.of ?? []).flatMap((one) => into(one, step));
  if (field.kind === 'list') return step === '[]' ? flat(field.of ?? []) : [];
  const own = { ...field.takes, ...field.needs };
  const found = Object.hasOwn(own, step) ? own[step] : undefined;
  return found ? flat([found]) : [];
}

/** Returns whether an alternative matches the keys written so far: `type: 'tts'` rules out the others. */
function agrees(field: AnyField, tags: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(tags).every(([name, value]) => {
    if (value === undefined) return true;
    const own = field.needs?.[name] ?? field.takes?.[name];
    return own?.kind !== 'oneOf' || own.open || own.values?.includes(value);
  });
}

export function keysOf(objects: readonly AnyField[], present: readonly string[]): Candidate[] {
  const offered = new Map<string, Candidate>();
  const offer = (fields: Fields = {}, required?: (name: string) => boolean) => {
    for (const [text, field] of Object.entries(fields)) {
      if (present.includes(text) || offered.has(text)) continue;
      offered.set(text, {
        text,
        kind: 'key',
        detail: `${required ? (required(text) ? 'required ' : 'or ') : ''}${typeName(field)}`,
        ...(field.doc && { doc: field.doc }),
      });
    }
  };
  const everywhere = (name: string) => objects.every((object) => object.needs && name in object.needs);
  for (const object of objects) offer(object.needs, everywhere);
  for (const object of objects) offer(object.takes);
  return [...offered.values()];
}
