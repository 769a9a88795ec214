import { isRow, operations, type Row, type Tree } from '../../client/index.js';
import { flat, typeName } from '../inspect/type-name.js';
import type { CallSite, Tags } from './cursor.js';
import { type ExpectedField, withDocument } from './document-fields.js';
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
export const objectsAt = (row: Row, steps: CallSite['steps']): readonly ExpectedField[] =>
  fieldsAt(alternatives(row), steps);

/** Returns the fields some steps down, one for each alternative. */
export const fieldsAt = (fields: readonly ExpectedField[], steps: CallSite['steps']): readonly ExpectedField[] =>
  steps.reduce<readonly ExpectedField[]>(
    (at, step) => matching(at, step.tags).flatMap((field) => into(field, step.name)),
    fields,
  );

/** Returns the alternatives that match the keys written so far. */
export const matching = (
  fields: readonly ExpectedField[],
  written: Readonly<Record<keyof Tags, string | undefined>>,
): readonly ExpectedField[] => fields.filter((field) => agrees(field, written));

/** Returns the fields of a row as objects, one for each variant. */
function alternatives(row: Row): ExpectedField[] {
  const whole = (more: Pick<ExpectedField, 'needs' | 'takes'> = {}) =>
    ({
      kind: 'obj',
      needs: { ...row.needs, ...more.needs },
      takes: { ...row.takes, ...more.takes },
    }) as unknown as ExpectedField;
  return row.variants?.length ? row.variants.map(whole) : [whole()];
}

/** Returns the fields one level down: the items of a list, or the value of a key. */
export function into(field: ExpectedField, step: string): ExpectedField[] {
  if (field.kind === 'either') return (field.of ?? []).flatMap((one) => into(one, step));
  if (field.kind === 'list') return step === '[]' ? flat(field.of ?? []) : [];
  const own = { ...field.takes, ...field.needs };
  const found = Object.hasOwn(own, step) ? own[step] : field.each;
  if (!found) return [];
  const { doc } = found;
  const described = flat([found]).map((one) => (doc === undefined || one.doc !== undefined ? one : { ...one, doc }));
  return flat(described.map(withDocument));
}

/** Returns whether an object declares all keys that are written so far. */
export const declares = ({ needs, takes, each }: ExpectedField, present: readonly string[]): boolean =>
  each !== undefined || present.every((name) => Object.hasOwn({ ...takes, ...needs }, name));

/** Returns whether an alternative matches the keys written so far: `type: 'tts'` rules out the others. */
function agrees(field: ExpectedField, tags: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(tags).every(([name, value]) => {
    // An empty string is a value that is not written yet.
    if (value === undefined || value === '') return true;
    const own = field.needs?.[name] ?? field.takes?.[name];
    return own?.kind !== 'oneOf' || own.open || own.values?.includes(value);
  });
}

/** Returns the missing keys: the required ones, then those that belong to the last key, then the others. */
export function keysOf(objects: readonly ExpectedField[], present: readonly string[]): Candidate[] {
  const offered = new Map<string, Candidate>();
  const offer = (fields: ExpectedField['needs'] = {}, required?: (name: string) => boolean, isStep = false) => {
    const lead = (text: string) => (required ? (required(text) ? 'required ' : 'or ') : '');
    for (const [text, field] of Object.entries(fields)) {
      if (present.includes(text) || offered.has(text)) continue;
      offered.set(text, {
        text,
        kind: 'key',
        // A verb is known by its purpose, not by the type of its parameters.
        detail: isStep && field.doc ? field.doc : lead(text) + typeIn(objects, text, field),
        ...(field.doc && { doc: field.doc }),
      });
    }
  };
  const everywhere = (name: string) => objects.every((object) => object.needs && name in object.needs);
  if (present.length > 0 && objects.every(({ isStep }) => isStep)) return [];
  for (const object of objects) offer(object.needs, everywhere);
  const required = offered.size;
  for (const object of objects) offer(object.takes, undefined, object.isStep);
  const all = [...offered.values()];
  return [...all.slice(0, required), ...relatedFirst(all.slice(required), present.at(-1))];
}

/** The type of a field in all alternatives that have it: `audio | tts | silence`. Of types that are too long, the first. */
function typeIn(objects: readonly ExpectedField[], name: string, field: ExpectedField): string {
  const own = objects.flatMap(({ needs, takes }) => ({ ...takes, ...needs })[name] ?? []);
  const all = [...new Set(own.map(typeName))].join(' | ');
  return all.length <= MAX_DETAIL ? all : typeName(field);
}

const MAX_DETAIL = 60;

/** `call_handler` is followed by the other fields of calls, `name` by no certain field. */
function relatedFirst(keys: readonly Candidate[], last: string | undefined): Candidate[] {
  const subject = /^[a-z]+(?=_|[A-Z])/.exec(last ?? '')?.[0];
  const isRelated = ({ text }: Candidate) => subject !== undefined && text.startsWith(subject);
  return [...keys.filter(isRelated), ...keys.filter((key) => !isRelated(key))];
}
