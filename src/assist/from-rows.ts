import {
  type AnyField,
  type Fields,
  isRow,
  operations,
  type Row,
  type Tree,
  usageOf,
  wordsOf,
} from '../client/index.js';
import type { CallSite, Tags } from './cursor.js';
import type { Suggestion } from './suggestion.js';
import { flat, typeName } from './type-name.js';

/** Members of a namespace of the platform, in the order of the tables; `undefined` when the path is none. */
export function namespaceMembers(path: readonly string[]): Suggestion[] | undefined {
  const node = find(path);
  if (!node || isRow(node)) return undefined;
  return Object.entries(node).map(([text, member]) =>
    isRow(member)
      ? { text, kind: 'method', detail: usageOf(text, member).slice(text.length), doc: member.help }
      : { text, kind: 'namespace', detail: `${Object.keys(member).length} members` },
  );
}

/** Keys or values for the place of the cursor inside a call of the platform. */
export function callSuggestions({ path, argument, steps, key, present, tags }: CallSite): Suggestion[] | undefined {
  const row = find(path);
  if (!row || !isRow(row) || argument !== wordsOf(row).length) return undefined;
  const meant = (fields: readonly AnyField[], written: Tags) => fields.filter((field) => agrees(field, written));
  const objects = steps.reduce<readonly AnyField[]>(
    (at, step) => meant(at, step.tags).flatMap((field) => into(field, step.name)),
    alternatives(row),
  );
  if (key !== undefined) return values(objects.flatMap((field) => into(field, key)));
  const here = meant(objects, tags).filter((field) => field.kind === 'obj');
  return keysOf(here, present);
}

/** What stands in the tables under this path. */
export function find(path: readonly string[]): Row | Tree | undefined {
  let node: Row | Tree = operations;
  for (const step of path) {
    const next: Row | Tree | undefined = isRow(node) || !Object.hasOwn(node, step) ? undefined : node[step];
    if (next === undefined) return undefined;
    node = next;
  }
  return node;
}

/** What a row takes, as objects: one for each of its variants. */
function alternatives(row: Row): AnyField[] {
  const whole = (more: Pick<AnyField, 'needs' | 'takes'> = {}) =>
    ({
      kind: 'obj',
      needs: { ...row.needs, ...more.needs },
      takes: { ...row.takes, ...more.takes },
    }) as unknown as AnyField;
  return row.variants?.length ? row.variants.map(whole) : [whole()];
}

/** The fields one step down: the items of a list, or the value of a key. */
function into(field: AnyField, step: string): AnyField[] {
  if (field.kind === 'either') return (field.of ?? []).flatMap((one) => into(one, step));
  if (field.kind === 'list') return step === '[]' ? flat(field.of ?? []) : [];
  const found = field.needs?.[step] ?? field.takes?.[step];
  return found ? flat([found]) : [];
}

/** Whether an alternative fits what is written already: `type: 'tts'` rules the others out. */
function agrees(field: AnyField, tags: Tags): boolean {
  return Object.entries(tags).every(([name, value]) => {
    const own = field.needs?.[name] ?? field.takes?.[name];
    return own?.kind !== 'oneOf' || own.open || own.values?.includes(value);
  });
}

function keysOf(objects: readonly AnyField[], present: readonly string[]): Suggestion[] {
  const offered = new Map<string, Suggestion>();
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

function values(fields: readonly AnyField[]): Suggestion[] {
  const all = fields.flatMap((field) =>
    field.kind === 'oneOf' ? (field.values ?? []) : field.kind === 'bool' ? [true, false] : [],
  );
  return [...new Set(all)].map((value) => ({
    text: String(value),
    kind: 'value',
    ...(typeof value === 'string' && { detail: 'string' }),
  }));
}
