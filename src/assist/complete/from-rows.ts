import { type Fields, isRow, type Row } from '../../client/index.js';
import { flat, typeName } from '../inspect/type-name.js';
import type { CallSite, ObjectSite, Tags } from './cursor.js';
import { documentAround } from './document-around.js';
import type { ExpectedField } from './document-fields.js';
import { declares, find, into, keysOf, matching, objectsAt } from './row-fields.js';
import { callText, nested } from './row-signature.js';
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
export interface Expectation {
  /** Keys of the object at the cursor, the required ones first. */
  readonly keys?: Candidate[];
  /** The types that the value at the cursor can have. */
  readonly fields: readonly ExpectedField[];
  readonly expected?: ExpectedId;
  readonly call: Signature;
}

export function expectationInCall(site: CallSite): Expectation | undefined {
  const { path, argument, steps } = site;
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
  const place = placeInObject(site, objectsAt(row, steps), call);
  return place.keys && steps.length === 0 ? { ...place, keys: companionsFirst(place.keys, row, site.tags) } : place;
}

/** `call_handler: 'call_flow'` requires `call_flow_id`. */
function companionsFirst(keys: readonly Candidate[], { companions = {} }: Row, tags: Tags): Candidate[] {
  const needed = Object.entries(tags).flatMap(([name, value]) => companions[name]?.[value] ?? []);
  const isNeeded = ({ text }: Candidate) => needed.includes(text);
  return [...keys.filter(isNeeded), ...keys.filter((key) => !isNeeded(key))];
}

/** Returns what fits in a document that its shape shows: `{ version: '1.0.0', sections: { main: [ {`. */
export function placeInDocument(object: ObjectSite): Expectation | undefined {
  const found = documentAround(object);
  return found && placeInObject(found.site, found.objects, nested(found.site, found.objects));
}

function placeInObject(
  site: ObjectSite & Pick<CallSite, 'path'>,
  objects: readonly ExpectedField[],
  call: Signature,
): Expectation {
  const { key, place, present, steps, tags } = site;
  if (key !== undefined) {
    const fields = matching(objects, { ...tags, [key]: undefined }).flatMap((field) => into(field, key));
    const types = [...new Set(fields.map(typeName))].join(' or ');
    const doc = `${key}: ${types}${fields[0]?.doc ? `. ${fields[0].doc}` : ''}`;
    return { fields, expected: { name: key }, call: fields.length > 0 ? { text: call.text, doc } : call };
  }
  const here = matching(objects, tags).filter((field) => field.kind === 'obj');
  if (place !== 'key') return { fields: objects, call };
  const fitting = here.filter((field) => declares(field, present));
  const keys = keysOf(fitting.length > 0 ? fitting : here, present);
  return { keys, fields: [], call: steps.length === 0 ? call : nested(site, here) };
}

/** Returns the values that the fields allow, or their beginning: an enum value, `true`, `{ play: `, `[{ type: `. */
export function valuesOf(fields: readonly ExpectedField[]): Candidate[] {
  const found = fields.flatMap((field): Candidate[] => {
    switch (field.kind) {
      case 'str':
        return (field.begins ?? []).map((text) => ({ text, kind: 'value', isText: true }));
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
  // The text 'true' and the value true are two suggestions.
  ...new Map(items.map((item) => [`${item.isText} ${item.text}`, item])).values(),
];
