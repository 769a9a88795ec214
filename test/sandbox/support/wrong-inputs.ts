import { oracleShapes } from '../../oracle/read.js';
import { misfits, oracleOf, type Type } from './oracle-shape.js';

const { requests } = oracleShapes();

type Fields = Readonly<Record<string, Type>>;
type Body = Readonly<Record<string, unknown>>;

/** A variation of a valid body, and the reason why the public description has it. */
export interface Variation {
  readonly name: string;
  readonly what: string;
  readonly body: Body;
}

/** Values of which at least one does not fit any type. */
const VALUES: readonly unknown[] = [{ wrong: true }, 'no such value', 7.5, true, [[7]]];

/** Returns bodies that the description does not accept: a required field is missing, or a field has a wrong value. */
export function wrongInputs(operation: string, body: Body): Variation[] {
  const { common, variants } = describedFields(operation);
  const { demanded } = oracleOf(operation);
  const used = usedVariant(variants, body);
  const required = [...requiredOf(common), ...demanded];
  const fits = (given: Body) => variants.length === 0 || variants.some((fields) => isComplete(fields, given));
  const missing = [...required, ...requiredOf(used)].flatMap((name) => {
    const rest = without(body, name);
    return required.includes(name) || !fits(rest) ? [{ name, what: `${name} is missing`, body: rest }] : [];
  });
  const wrong = Object.entries({ ...common, ...used }).flatMap(([key, type]) => {
    const name = key.replace(/\?$/, '');
    return wrongValues(type, body[name]).map((value) => ({
      name,
      what: `${name} is ${JSON.stringify(value)?.slice(0, 90)}`,
      body: { ...body, [name]: value },
    }));
  });
  return [...missing, ...wrong];
}

/** Returns the body with its required fields only, and with each other field that the description knows. */
export function describedInputs(operation: string, body: Body): { readonly least: Body; readonly more: Variation[] } {
  const { common, variants } = describedFields(operation);
  const used = usedVariant(variants, body);
  const { demanded } = oracleOf(operation);
  const required = [...requiredOf(common), ...requiredOf(used), ...demanded];
  const least = Object.fromEntries(Object.entries(body).filter(([name]) => required.includes(name)));
  const more = Object.entries({ ...common, ...used }).flatMap(([key, type]) => {
    const name = key.replace(/\?$/, '');
    const value = sample(type, name);
    return name in body || value === undefined ? [] : [{ name, what: name, body: { [name]: value } }];
  });
  return { least, more };
}

function describedFields(operation: string): { readonly common: Fields; readonly variants: readonly Fields[] } {
  const { one_of = [], ...common } = (requests[operation] ?? {}) as Fields & { readonly one_of?: readonly Fields[] };
  return { common, variants: one_of };
}

/** The alternative that the body fits best. */
const usedVariant = (variants: readonly Fields[], body: Body): Fields =>
  variants
    .filter((fields) => isComplete(fields, body))
    .map((fields) => ({ fields, misfits: misfits(fields, body, '').length }))
    .sort((one, other) => one.misfits - other.misfits)[0]?.fields ?? {};

const requiredOf = (fields: Fields) => Object.keys(fields).filter((name) => !name.endsWith('?'));
const isComplete = (fields: Fields, body: Body) => requiredOf(fields).every((name) => name in body);
const without = (body: Body, name: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

/** Values that do not fit a type. `given` is a value that fits, whose fields are varied one by one. */
function wrongValues(type: Type, given: unknown): unknown[] {
  // Unknown fields are ignored, so an object is wrong only where no object is expected.
  const isObject = typeof type !== 'string' && !('[]' in type);
  const wrong = VALUES.filter((value) => misfits(type, value, '').length > 0 && !(isObject && value === VALUES[0]));
  if (typeof type === 'string') return [...wrong, ...outOfBounds(type)];
  const fields = type as Fields;
  if (fields.oneOf || given === undefined) return wrong;
  if (fields['[]'] && Array.isArray(given))
    return [...wrong, ...wrongValues(fields['[]'], given[0]).map((item) => [item])];
  if (fields['[]'] || typeof given !== 'object' || given === null) return wrong;
  const inside = Object.entries(fields).flatMap(([key, one]) => {
    const name = key.replace(/\?$/, '');
    const own = given as Body;
    const changed = wrongValues(one, own[name]).map((value) => ({ ...own, [name]: value }));
    return key.endsWith('?') ? changed : [...changed, without(own, name)];
  });
  return [...wrong, ...inside];
}

function outOfBounds(type: string): unknown[] {
  const [, kind = '', bounds = ''] = /^(.*?)\{([^}]*)\}/.exec(type) ?? [];
  return bounds.split(', ').flatMap((bound): readonly unknown[] => {
    const [, of = '', low, high] = /^(length |items )?(-?[\d.]*)\.\.(-?[\d.]*)$/.exec(bound) ?? [];
    const beyond = [...(low ? [Number(low) - 1] : []), ...(high ? [Number(high) + 1] : [])];
    if (of === '') return kind.includes('|') ? [] : beyond;
    return beyond.flatMap((size) => (of === 'length ' && size >= 0 && size < 5000 ? ['x'.repeat(size)] : []));
  });
}

/** A value that fits a type, if one is known without other items of the account. */
function sample(type: Type, name: string): unknown {
  if (typeof type !== 'string') {
    const fields = type as Fields;
    if (fields.oneOf || fields['[]']) return undefined;
    const needed = requiredOf(fields).map((one) => [one, sample(fields[one] as Type, one)] as const);
    return needed.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(needed);
  }
  const [, kind = '', low = ''] = /^(.*?)(?:\{(?:length |items )?(-?[\d.]*)\.\..*)?\??$/.exec(type) ?? [];
  if (kind.startsWith('enum('))
    return kind.endsWith('[]') ? [kind.slice(5).split(/[|)]/)[0]] : kind.slice(5).split(/[|)]/)[0];
  switch (kind) {
    case 'uri':
      return 'https://example.com/more';
    case 'datetime':
      return '2025-07-01T09:00:00Z';
    case 'integer':
    case 'number':
      return Math.max(1, Number(low));
    case 'boolean':
      return true;
    case 'object':
      return {};
    case 'string':
      return /number|^(to|from)/i.test(name) ? '+12065550100' : 'x'.repeat(Math.max(1, Number(low)));
    default:
      return undefined;
  }
}
