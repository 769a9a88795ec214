import { type AnyField, type Fields, problemsOf } from '../../client/index.js';
import { isRecord } from '../request/read-json.js';

export class Misfit extends Error {
  constructor(
    readonly at: readonly string[],
    readonly problem: string,
  ) {
    super(`the response does not fit its declared shape: ${at.join('.') || 'it'} ${problem}`);
  }
}

// Writers return text directly, because building an object first takes three times as long.
type Writer = (value: unknown) => string | typeof MISFIT;
const MISFIT = undefined;

/** Serializes the results of handlers. A writer is built once for each shape. */
export class Serializer {
  readonly #writers = new WeakMap<AnyField, Writer>();

  /** Writes a result in its declared shape, without undeclared fields. A missing required value throws. */
  serialize(shape: AnyField, value: unknown): string | undefined {
    if (shape.kind === 'none') return undefined;
    const text = this.#writerOf(shape)(value);
    if (text === MISFIT) throw this.#misfitOf(shape, value, []);
    return text;
  }

  #writerOf = (field: AnyField): Writer => {
    let writer = this.#writers.get(field);
    if (writer === undefined) this.#writers.set(field, (writer = withDefault(field, this.#build(field))));
    return writer;
  };

  #build(field: AnyField): Writer {
    const writerOf = this.#writerOf;
    switch (field.kind) {
      case 'str':
        return text;
      case 'num':
        return number;
      case 'int':
        return wholeNumber;
      case 'bool':
        return boolean;
      case 'null':
      case 'none':
        return nothing;
      case 'oneOf':
        return field.open ? text : oneOf(field.values ?? []);
      case 'list':
        return eachOf(writerOf(itemOf(field)));
      case 'page':
        return pageOf(keyOf(field), eachOf(writerOf(itemOf(field))));
      case 'either':
        return firstOf(field.of ?? [], writerOf);
      case 'obj':
        return objectOf(field.needs ?? {}, field.takes ?? {}, writerOf);
    }
  }

  #misfitOf(field: AnyField, value: unknown, at: readonly string[]): Misfit {
    const isMisfit = (one: AnyField, part: unknown) => this.#writerOf(one)(part) === MISFIT;
    if (field.kind === 'obj' && isRecord(value)) {
      for (const [name, one] of Object.entries({ ...field.needs, ...field.takes })) {
        if ((name in (field.needs ?? {}) || value[name] != null) && isMisfit(one, value[name]))
          return this.#misfitOf(one, value[name], [...at, name]);
      }
    }
    if (field.kind === 'list' || field.kind === 'page') {
      const items = field.kind === 'page' && isRecord(value) ? value[keyOf(field)] : value;
      const bad = Array.isArray(items) ? items.findIndex((item) => isMisfit(itemOf(field), item)) : -1;
      if (Array.isArray(items) && bad >= 0) return this.#misfitOf(itemOf(field), items[bad], [...at, `${bad}`]);
    }
    if (field.kind === 'either') {
      const [first] = (field.of ?? []).filter(({ kind }) => kind !== 'null');
      if (first) return this.#misfitOf(first, value, at);
    }
    return new Misfit(at, value === undefined ? 'is required' : problemOf(field, value));
  }
}

// Lists and pages always have an item shape, and pages a key.
const itemOf = ({ of }: AnyField) => of?.[0] as AnyField;
const keyOf = ({ name }: AnyField) => name as string;

/** Describes a problem with the same wording as the validation of requests. */
const problemOf = (field: AnyField, value: unknown): string =>
  problemsOf({ needs: { it: field }, takes: {} }, { it: value })[0]?.message ?? 'is not possible';

function withDefault({ limits }: AnyField, writer: Writer): Writer {
  const defaultValue = limits?.default;
  return defaultValue === undefined ? writer : (value) => writer(value === undefined ? defaultValue : value);
}

const text: Writer = (value) => (typeof value === 'string' ? JSON.stringify(value) : MISFIT);
const number: Writer = (value) => (Number.isFinite(value) ? String(value) : MISFIT);
const wholeNumber: Writer = (value) => (Number.isInteger(value) ? String(value) : MISFIT);
const boolean: Writer = (value) => (value === true ? 'true' : value === false ? 'false' : MISFIT);
const nothing: Writer = (value) => (value === null || value === undefined ? 'null' : MISFIT);
/** A free-form object is written as it was stored. */
const free: Writer = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : MISFIT);

function oneOf(values: readonly unknown[]): Writer {
  const known = new Map(values.map((value) => [value, JSON.stringify(value)]));
  return (value) => known.get(value);
}

function firstOf(fields: readonly AnyField[], writerOf: (field: AnyField) => Writer): Writer {
  const mayBeNull = fields.some(({ kind }) => kind === 'null');
  const writers = fields.filter(({ kind }) => kind !== 'null').map(writerOf);
  return (value) => {
    if (mayBeNull && (value === null || value === undefined)) return 'null';
    for (const write of writers) {
      const written = write(value);
      if (written !== MISFIT) return written;
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
      const written = item(one);
      if (written === MISFIT) return MISFIT;
      out += out === '' ? written : `,${written}`;
    }
    return `[${out}]`;
  };

const pageOf =
  (key: string, items: Writer): Writer =>
  (value) => {
    if (!isRecord(value)) return MISFIT;
    const { [key]: list, ...envelope } = value;
    const written = items(list);
    if (written === MISFIT) return MISFIT;
    const rest = JSON.stringify(envelope).slice(1);
    return `{${JSON.stringify(key)}:${written}${rest === '}' ? rest : `,${rest}`}`;
  };

function objectOf(needs: Fields, takes: Fields, writerOf: (field: AnyField) => Writer): Writer {
  const required = Object.keys(needs).length;
  const properties = [...Object.entries(needs), ...Object.entries(takes)].map(([name, field], i) => ({
    name,
    key: `${JSON.stringify(name)}:`,
    write: writerOf(field),
    isRequired: i < required,
  }));
  if (properties.length === 0) return free;
  return (value) => {
    if (!isRecord(value)) return MISFIT;
    let out = '';
    for (const { name, key, write, isRequired } of properties) {
      const part = value[name];
      if (!isRequired && part === undefined) continue;
      const written = write(part);
      if (written !== MISFIT) out += out === '' ? key + written : `,${key}${written}`;
      // An unset optional field that may not be null is omitted.
      else if (isRequired || part !== null) return MISFIT;
    }
    return `{${out}}`;
  };
}
