import { type AnyField, type Fields, problemsOf } from '../../client/index.js';

/**
 * Serializes the result of a handler as JSON in the shape that the operation declares: fields in the order of the
 * shape, null for unset fields that may be null, and no undeclared fields. A missing required value is a bug of the
 * sandbox, so it throws instead of sending an invalid response.
 */
export function written(field: AnyField, value: unknown): string | undefined {
  if (field.kind === 'none') return undefined;
  const text = writerOf(field)(value);
  if (text === MISFIT) throw misfitOf(field, value, []);
  return text;
}

/** Thrown when a value does not fit the shape of the response. */
export class Misfit extends Error {
  constructor(
    /** The path to the value. */
    readonly at: readonly string[],
    readonly says: string,
  ) {
    super(`the sandbox has no answer of the right shape: ${at.join('.') || 'it'} ${says}`);
  }
}

// Writers return text directly, because building an object first takes three times as long.
type Writer = (value: unknown) => string | typeof MISFIT;
const MISFIT = undefined;

const writers = new WeakMap<AnyField, Writer>();
function writerOf(field: AnyField): Writer {
  let writer = writers.get(field);
  if (writer === undefined) writers.set(field, (writer = build(field)));
  return writer;
}

function build(field: AnyField): Writer {
  const writer = buildBare(field);
  const usual = field.limits?.default;
  return usual === undefined ? writer : (value) => writer(value === undefined ? usual : value);
}

const text: Writer = (value) => (typeof value === 'string' ? JSON.stringify(value) : MISFIT);
const number: Writer = (value) => (Number.isFinite(value) ? String(value) : MISFIT);
const wholeNumber: Writer = (value) => (Number.isInteger(value) ? String(value) : MISFIT);
const truth: Writer = (value) => (value === true ? 'true' : value === false ? 'false' : MISFIT);
const nothing: Writer = (value) => (value === null || value === undefined ? 'null' : MISFIT);
/** A free-form object is written as it was stored. */
const free: Writer = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : MISFIT);

function buildBare(field: AnyField): Writer {
  switch (field.kind) {
    case 'str':
      return text;
    case 'num':
      return number;
    case 'int':
      return wholeNumber;
    case 'bool':
      return truth;
    case 'null':
    case 'none':
      return nothing;
    case 'oneOf':
      return field.open ? text : oneOf(field.values ?? []);
    case 'list':
      return eachOf(writerOf(field.of?.[0] as AnyField));
    case 'page':
      return pageOf(field.name as string, eachOf(writerOf(field.of?.[0] as AnyField)));
    case 'either':
      return firstOf(field.of ?? []);
    case 'obj':
      return objectOf(field.needs ?? {}, field.takes ?? {});
  }
}

function oneOf(values: readonly unknown[]): Writer {
  const known = new Map(values.map((value) => [value, JSON.stringify(value)]));
  return (value) => known.get(value);
}

function firstOf(fields: readonly AnyField[]): Writer {
  const mayBeNull = fields.some(({ kind }) => kind === 'null');
  const of = fields.filter(({ kind }) => kind !== 'null').map(writerOf);
  return (value) => {
    if (mayBeNull && (value === null || value === undefined)) return 'null';
    for (const one of of) {
      const told = one(value);
      if (told !== MISFIT) return told;
    }
    return MISFIT;
  };
}

const eachOf =
  (item: Writer): Writer =>
  (value) => {
    if (!Array.isArray(value)) return MISFIT;
    let out = '';
    for (const one of value) {
      const told = item(one);
      if (told === MISFIT) return MISFIT;
      out += out === '' ? told : `,${told}`;
    }
    return `[${out}]`;
  };

/** The list comes first, followed by the other fields of the page. */
const pageOf =
  (key: string, items: Writer): Writer =>
  (value) => {
    const { [key]: list, ...envelope } = value as Record<string, unknown>;
    const told = items(list);
    if (told === MISFIT) return MISFIT;
    const rest = JSON.stringify(envelope).slice(1);
    return `{${JSON.stringify(key)}:${told}${rest === '}' ? rest : `,${rest}`}`;
  };

function objectOf(needs: Fields, takes: Fields): Writer {
  const names = [...Object.keys(needs), ...Object.keys(takes)];
  const keys = names.map((name) => `${JSON.stringify(name)}:`);
  const of = [...Object.values(needs), ...Object.values(takes)].map(writerOf);
  const demanded = Object.keys(needs).length;
  if (names.length === 0) return free;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return MISFIT;
    const given = value as Record<string, unknown>;
    let out = '';
    for (let i = 0; i < names.length; i++) {
      const part = given[names[i] as string];
      if (i >= demanded && part === undefined) continue;
      const told = (of[i] as Writer)(part);
      if (told !== MISFIT) out += out === '' ? keys[i] + told : `,${keys[i]}${told}`;
      // An unset optional field that may not be null is omitted.
      else if (i < demanded || part !== null) return MISFIT;
    }
    return `{${out}}`;
  };
}

/** Finds the first value that does not fit and reports its path. */
function misfitOf(field: AnyField, value: unknown, at: readonly string[]): Misfit {
  const misfits = (one: AnyField, part: unknown) => writerOf(one)(part) === MISFIT;
  if (field.kind === 'obj' && typeof value === 'object' && value !== null) {
    const given = value as Record<string, unknown>;
    for (const [name, one] of Object.entries({ ...field.needs, ...field.takes })) {
      if ((name in (field.needs ?? {}) || given[name] != null) && misfits(one, given[name]))
        return misfitOf(one, given[name], [...at, name]);
    }
  }
  if (field.kind === 'list' || field.kind === 'page') {
    const items = field.kind === 'list' ? value : (value as Record<string, unknown>)[field.name as string];
    const bad = Array.isArray(items) ? items.findIndex((item) => misfits(field.of?.[0] as AnyField, item)) : -1;
    if (bad >= 0) return misfitOf(field.of?.[0] as AnyField, (items as unknown[])[bad], [...at, `${bad}`]);
  }
  if (field.kind === 'either') {
    const [first] = (field.of ?? []).filter(({ kind }) => kind !== 'null');
    if (first) return misfitOf(first, value, at);
  }
  const says = value === undefined ? 'is required' : wordsOf(field, value);
  return new Misfit(at, says);
}

/** Uses the same wording as the validation of requests. */
const wordsOf = (field: AnyField, value: unknown): string =>
  problemsOf({ needs: { it: field }, takes: {} }, { it: value })[0]?.says ?? 'is not possible';
