import { argumentNames, isRow, type Row } from '../../client/index.js';
import { typeName } from '../inspect/type-name.js';
import type { CallSite, ObjectSite } from './cursor.js';
import { documentAround } from './document-around.js';
import type { ExpectedField } from './document-fields.js';
import { find, into, keysOf, matching, objectsAt } from './row-fields.js';
import type { MarkedSignature, Signature } from './suggestion.js';

const MAX_FIELDS = 4;

/** Returns the signature of a call with the required fields first, such as `play(call_id, { play, volume?, … })`. */
export const callText = (name: string, row: Row): string => whole(markedCall(name, row));

/** Returns the signature of a nested object, such as `calling.play … play[].params: { text, language?, gender? }`. */
export function nested(
  { path, steps }: Pick<CallSite, 'path' | 'steps'>,
  objects: readonly ExpectedField[],
): Signature {
  const must = keysOf(objects, []).filter(({ detail = '' }) => detail.startsWith('required'));
  const types = (key: string) => new Set(objects.flatMap((object) => into(object, key)).map(typeName));
  const doc = must.map(({ text }) => `${text}: ${[...types(text)].join(' | ')}`).join('; ');
  return { text: whole(markedObject(path, steps, objects)), ...(doc !== '' && { doc: `required: ${doc}` }) };
}

/**
 * Returns the signature of the call around the cursor, with the current argument marked. In an object, the current field
 * is marked, with its type and its allowed values. `typed` is the word at the cursor.
 */
export function signatureInCall(site: CallSite, typed: string): MarkedSignature | undefined {
  const { path, argument, steps } = site;
  const row = find(path);
  if (!row || !isRow(row)) return undefined;
  const name = path.join('.');
  const isInObject = row.free && argument === row.args.length;
  if (!isInObject) return { ...markedCall(name, row, argument), doc: row.args[argument]?.doc ?? row.help };
  const { field, doc = row.help, here } = fieldIn(site, objectsAt(row, steps), typed);
  const parent = here.length === 0 ? parentOf(site) : undefined;
  if (parent) return signatureInCall({ ...site, ...parent }, '');
  const marked = steps.length > 0 ? markedObject(path, steps, here, field) : markedCall(name, row, argument, field);
  return { ...marked, ...(doc && { doc }) };
}

/** Returns the signature of the object around the cursor in a document that is not in a call of the platform. */
export function signatureInDocument(object: ObjectSite, typed: string): MarkedSignature | undefined {
  const found = documentAround(object);
  if (!found) return undefined;
  const { site, objects } = found;
  const { field, doc, here } = fieldIn(site, objects, typed);
  const parent = here.length === 0 ? parentOf(object) : undefined;
  if (parent) return signatureInDocument(parent, '');
  return { ...markedObject(site.path, site.steps, here, field), ...(doc && { doc }) };
}

/** Returns the field at the cursor with its purpose, or else the purpose of the object around it. */
function fieldIn(site: ObjectSite, objects: readonly ExpectedField[], typed: string) {
  const { steps, place, tags } = site;
  const key = site.key ?? (place === 'key' ? typed : '');
  const fields = matching(objects, { ...tags, [key]: undefined }).flatMap((object) => into(object, key));
  const here = matching(objects, tags).filter(({ kind }) => kind === 'obj');
  const type = [...new Set(fields.map(typeText))].join(' | ');
  if (fields.length > 0) return { field: { key, type }, doc: fields[0]?.doc ?? '', here };
  return { here, ...(steps.length > 0 && here[0]?.doc && { doc: here[0].doc }) };
}

/** Returns the field that contains the list or the value around the cursor. */
function parentOf({ steps, ...site }: ObjectSite): ObjectSite | undefined {
  const at = steps.findLastIndex(({ name }) => name !== '[]');
  const step = steps[at];
  return step && { ...site, steps: steps.slice(0, at), key: step.name, tags: step.tags, place: 'value' };
}

/** A field of an object with its type. */
interface TypedField {
  readonly key: string;
  readonly type: string;
}

/** Marks an argument, or a field of the object that is the last argument. */
function markedCall(name: string, row: Row, argument = -1, field?: TypedField): MarkedSignature {
  const needed = Object.keys(row.needs);
  const either = [...new Set((row.variants ?? []).map(({ needs = {} }) => Object.keys(needs).join(' + ')))].join(' | ');
  const all = [...needed, ...(either === '' ? [] : [either]), ...Object.keys(row.takes).map((one) => `${one}?`)];
  const least = Math.max(MAX_FIELDS, needed.length + (either === '' ? 0 : 1));
  const [labels, at] = withType(all, field);
  const shown = labels.filter((_, index) => index < least || index === at);
  const fields = all.length === 0 || shown.length < all.length ? [...shown, '…'] : shown;
  const names = argumentNames(row);
  if (at >= 0)
    return marked(`${name}(${names.map((each) => `${each}, `).join('')}{ `, fields, Math.min(at, least), ' })');
  return marked(`${name}(`, [...names, ...(row.free ? [`{ ${fields.join(', ')} }`] : [])], argument, ')');
}

/** Marks a field of a nested object. */
function markedObject(
  path: readonly string[],
  steps: CallSite['steps'],
  objects: readonly ExpectedField[],
  field?: TypedField,
): MarkedSignature {
  const place = steps.map(({ name }) => (name === '[]' ? name : `.${name}`)).join('');
  const keys = keysOf(objects, []).map(({ text, detail = '' }) => (detail.startsWith('required') ? text : `${text}?`));
  const isStep = objects.length > 0 && objects.every((one) => one.isStep);
  const all = isStep ? [field?.key ?? '…'] : keys;
  const [labels, at] = withType(all, field);
  const lead = `${path.join('.')} … ${place.replace(/^\./, '')}: `;
  return at < 0 ? marked(lead, [`{ ${labels.join(', ')} }`], 0, '') : marked(`${lead}{ `, labels, at, ' }');
}

/** Adds the type to the label of a field: `max_size?`, or `url | swml` for fields of which one is required. */
function withType(labels: readonly string[], field: TypedField | undefined): [labels: string[], at: number] {
  const at = field ? labels.findIndex((label) => label.split(/[?|+ ]+/).includes(field.key)) : -1;
  const typed = (label: string) => `${field?.key}${label.endsWith('?') ? '?' : ''}: ${field?.type}`;
  return [labels.map((label, index) => (index === at ? typed(label) : label)), at];
}

/** Joins labels with commas and splits the line around one of them. */
export function marked(before: string, labels: readonly string[], at: number, after: string): MarkedSignature {
  const active = labels[at];
  if (active === undefined) return { before: before + labels.join(', ') + after, active: '', after: '' };
  const lead = labels.slice(0, at).map((label) => `${label}, `);
  const rest = labels.slice(at + 1).map((label) => `, ${label}`);
  return { before: before + lead.join(''), active, after: rest.join('') + after };
}

const whole = ({ before, active, after }: MarkedSignature) => before + active + after;

/** Returns the type of a field with its allowed values, such as `number -40 to 40` or `both | listen | speak`. */
function typeText(field: ExpectedField): string {
  const { kind, values = [], open, of: [item] = [], limits: { min, max } = {} } = field;
  if (kind === 'oneOf') return [...values, ...(open ? ['…'] : [])].join(' | ');
  if (kind === 'list' && item?.kind === 'oneOf') return `list of ${typeText(item)}`;
  if (kind !== 'num' && kind !== 'int') return typeName(field);
  if (min !== undefined && max !== undefined) return `${typeName(field)} ${min} to ${max}`;
  const limit = min !== undefined ? ` at least ${min}` : max !== undefined ? ` at most ${max}` : '';
  return typeName(field) + limit;
}
