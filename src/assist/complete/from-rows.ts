import {
  type AnyField,
  argumentNames,
  type Fields,
  isRow,
  operations,
  type Row,
  type Tree,
} from '../../client/index.js';
import { flat, typeName } from '../inspect/type-name.js';
import type { CallSite } from './cursor.js';
import type { ExpectedId } from './seen-ids.js';
import type { Candidate, Signature, Suggestion } from './suggestion.js';

/** Returns the members in the order of the tables, or undefined if the path is not a namespace. */
export function namespaceMembers(path: readonly string[]): Suggestion[] | undefined {
  const node = find(path);
  if (!node || isRow(node)) return undefined;
  return Object.entries(node).map(([text, member]) =>
    isRow(member)
      ? { text, kind: 'method', detail: callText('', member), doc: member.help }
      : { text, kind: 'namespace', detail: `${Object.keys(member).length} members` },
  );
}

/** What fits at the cursor in a call of the platform: an argument, a key or the value of a key. */
export interface Place {
  /** Keys of the object at the cursor, the required ones first. */
  readonly keys?: Candidate[];
  /** The types that the value at the cursor can have. */
  readonly fields: readonly AnyField[];
  readonly expected?: ExpectedId;
  readonly call: Signature;
}

export function placeInCall({ path, argument, steps, key, place, present, tags }: CallSite): Place | undefined {
  const row = find(path);
  if (!row || !isRow(row)) return undefined;
  const positional = row.args[argument];
  const text = callText(path.join('.'), row);
  if (positional !== undefined && steps.length === 0) {
    const { name } = positional;
    const known: Fields = { ...row.takes, ...row.needs };
    const own = known[row.wire?.[name] ?? name];
    const doc = `${name}: ${own?.doc ?? positional.doc}`;
    return { fields: own ? flat([own]) : [], expected: positional, call: { text, doc } };
  }
  const call = { text, doc: row.help };
  if (!row.free || argument !== row.args.length) return { fields: [], call };
  const matching = (fields: readonly AnyField[], written: Readonly<Record<string, string | undefined>>) =>
    fields.filter((field) => agrees(field, written));
  const objects = steps.reduce<readonly AnyField[]>(
    (at, step) => matching(at, step.tags).flatMap((field) => into(field, step.name)),
    alternatives(row),
  );
  if (key !== undefined) {
    const fields = matching(objects, { ...tags, [key]: undefined }).flatMap((field) => into(field, key));
    const doc = `${key}: ${[...new Set(fields.map(typeName))].join(' or ')}${fields[0]?.doc ? `. ${fields[0].doc}` : ''}`;
    return { fields, expected: { name: key }, call: fields.length > 0 ? { text, doc } : call };
  }
  const here = matching(objects, tags).filter((field) => field.kind === 'obj');
  if (place !== 'key') return { fields: objects, call };
  return { keys: keysOf(here, present), fields: [], call: steps.length === 0 ? call : nested(path, steps, here) };
}

/** Returns the signature of a nested object, such as `calling.play … play[].params: { text, language?, gender? }`. */
function nested(path: readonly string[], steps: CallSite['steps'], objects: readonly AnyField[]): Signature {
  const place = steps
    .map(({ name }) => (name === '[]' ? name : `.${name}`))
    .join('')
    .replace(/^\./, '');
  const keys = keysOf(objects, []).map(({ text, detail = '' }) => ({
    text,
    isRequired: detail.startsWith('required'),
  }));
  const names = keys.map(({ text, isRequired }) => (isRequired ? text : `${text}?`));
  const types = (key: string) => new Set(objects.flatMap((object) => into(object, key)).map(typeName));
  const must = keys.filter(({ isRequired }) => isRequired);
  const doc = must.map(({ text }) => `${text}: ${[...types(text)].join(' | ')}`).join('; ');
  return {
    text: `${path.join('.')} … ${place}: { ${names.join(', ')} }`,
    ...(doc !== '' && { doc: `required: ${doc}` }),
  };
}

/** Returns the values that the fields allow, or their beginning: an enum value, `true`, `{ play: `, `[{ type: `. */
export function valuesOf(fields: readonly AnyField[]): Candidate[] {
  const found = fields.flatMap((field): Candidate[] => {
    switch (field.kind) {
      case 'oneOf':
        return (field.values ?? []).map((value) => ({
          text: String(value),
          kind: 'value',
          ...(typeof value === 'string' && { isText: true }),
          ...(field.limits?.deprecated?.[String(value)] && {
            doc: `Deprecated: ${field.limits.deprecated[String(value)]}`,
          }),
        }));
      case 'bool':
        return ['true', 'false'].map((text) => ({ text, kind: 'value' }));
      case 'either':
        return valuesOf(field.of ?? []);
      case 'list':
        return valuesOf(field.of ?? []).map(({ isText, ...item }) => ({
          ...item,
          text: `[${isText ? `'${item.text}'` : item.text}`,
        }));
      default:
        return [];
    }
  });
  const objects = fields.flatMap((field) => flat([field])).filter(({ kind }) => kind === 'obj');
  const asObject = keysOf(objects, []).map((item): Candidate => ({ ...item, text: `{ ${item.text}: ` }));
  const lists = flat(fields).filter(({ kind }) => kind === 'list');
  const asList = keysOf(
    lists.flatMap((field) => flat(field.of ?? [])).filter(({ kind }) => kind === 'obj'),
    [],
  ).map((item): Candidate => ({ ...item, text: `[{ ${item.text}: ` }));
  const required = (all: Candidate[]) => {
    const must = all.filter(({ detail = '' }) => detail.startsWith('required'));
    return must.length > 0 ? must : all;
  };
  return unique([...required(asObject), ...required(asList), ...found.filter(({ text }) => !text.startsWith('[{'))]);
}

const unique = (items: readonly Candidate[]): Candidate[] => [
  ...new Map(items.map((item) => [item.text, item])).values(),
];

const MAX_FIELDS = 4;

/** Returns the signature of a call with the required fields first, such as `play(call_id, { play, volume?, … })`. */
function callText(name: string, row: Row): string {
  const needed = Object.keys(row.needs);
  const either = [...new Set((row.variants ?? []).map(({ needs = {} }) => Object.keys(needs).join(' + ')))].join(' | ');
  const optional = Object.keys(row.takes).map((one) => `${one}?`);
  const all = [...needed, ...(either === '' ? [] : [either]), ...optional];
  const must = needed.length + (either === '' ? 0 : 1);
  const shown = all.slice(0, Math.max(must, MAX_FIELDS));
  const fields = all.length === 0 ? '…' : [...shown, ...(shown.length < all.length ? ['…'] : [])].join(', ');
  return `${name}(${[...argumentNames(row), ...(row.free ? [`{ ${fields} }`] : [])].join(', ')})`;
}

export function find(path: readonly string[]): Row | Tree | undefined {
  let node: Row | Tree = operations;
  for (const step of path) {
    const next: Row | Tree | undefined = isRow(node) || !Object.hasOwn(node, step) ? undefined : node[step];
    if (next === undefined) return undefined;
    node = next;
  }
  return node;
}

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
function into(field: AnyField, step: string): AnyField[] {
  if (field.kind === 'either') return (field.of ?? []).flatMap((one) => into(one, step));
  if (field.kind === 'list') return step === '[]' ? flat(field.of ?? []) : [];
  const found = field.needs?.[step] ?? field.takes?.[step];
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

function keysOf(objects: readonly AnyField[], present: readonly string[]): Candidate[] {
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
