import { alternatives, nearest } from '../../../util/index.js';
import { isRecord } from '../../request/read-json.js';
import { hasPlaceholder } from '../expression/index.js';
import type { Parameter, Parameters } from './parameters.js';
import type { AnyVerb, Verb } from './verb.js';

export interface Reading {
  /** Replaces the placeholders of a string. Without it, a value with placeholders is not known yet and not validated. */
  readonly substitute?: (text: string) => unknown;
  /** All values are text, as in XML. */
  readonly isText?: boolean;
  /** The URL of the document, to which the URLs in it may be relative. */
  readonly base?: string | null;
}

interface Read {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly ParameterProblem[];
}

export interface ParameterProblem {
  /** The parameter, such as `prompt.play`. */
  readonly at: string;
  readonly message: string;
}

type Given = Readonly<Record<string, unknown>>;

/** Validates the parameters of a step, converts them to their types and fills in the defaults. */
export function readParameters(verb: AnyVerb, given: Given, reading: Reading = {}): Read {
  const { name, parameters, oneOf = [] }: Verb = verb as unknown as Verb; // A declaration is the same for every type.
  const problems: ParameterProblem[] = [];
  const values = readFields(parameters, given, name, { ...reading, problems });
  for (const group of problems.length > 0 ? [] : oneOf) {
    const present = group.filter((one) => given[one] !== undefined);
    if (present.length === 0) problems.push({ at: name, message: `${name} requires ${orList(group)}` });
    const [, second] = present;
    if (second !== undefined)
      problems.push({ at: `${name}.${second}`, message: `${name} accepts only one of ${present.join(', ')}` });
  }
  return { values, problems };
}

const orList = (names: readonly string[]) =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

type Context = Reading & { readonly problems: ParameterProblem[] };

function readFields(fields: Parameters, given: Given, at: string, context: Context): Record<string, unknown> {
  const { problems } = context;
  const strangers = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
  const typos = new Set<string>();
  for (const name of strangers) {
    const meant = nearest(name, Object.keys(fields));
    const isTypo = meant !== undefined && given[meant] === undefined;
    if (isTypo) typos.add(meant);
    const message = isTypo ? `${at} has no ${name}. Did you mean ${meant}?` : `${at} has no field ${name}`;
    problems.push({ at: `${at}.${name}`, message });
  }
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    if (value !== undefined) values[name] = readValue(field, value, `${at}.${name}`, context);
    else if (field.default !== undefined) values[name] = field.default;
    else if (field.required && !typos.has(name)) problems.push({ at, message: `${at} requires ${name}` });
  }
  return values;
}

function readValue(field: Parameter, value: unknown, at: string, context: Context): unknown {
  if (field.raw && field.kind !== 'text') return checkedRaw(field, value, at, context);
  switch (field.kind) {
    case 'text':
      return readText(field, value, at, context);
    case 'number':
    case 'whole':
    case 'bool':
      return readScalar(field, value, at, context);
    case 'list':
      if (!Array.isArray(value)) return wrong(at, 'must be a list', context);
      if (value.length < (field.min ?? 0)) return wrong(at, `must have ${field.min} or more items`, context);
      return value.map((one, i) => readValue(itemOf(field), one, `${at}[${i}]`, context));
    case 'object':
    case 'map': {
      if (!isRecord(value)) return wrong(at, 'must be an object', context);
      if (field.kind === 'object') return readFields(field.fields ?? {}, value, at, context);
      const entries = Object.entries(value).map(([name, one]) => [
        name,
        readValue(itemOf(field), one, `${at}.${name}`, context),
      ]);
      return Object.fromEntries(entries);
    }
    case 'steps':
      // The steps themselves are validated where they are listed.
      return typeof value === 'string' ? value : wrong(at, 'must be a list of steps', context);
    case 'either':
      return readEither(field, value, at, context);
    case 'any':
      return substituteDeep(value, context);
  }
}

/** Validates a value and returns it as it is. */
function checkedRaw(field: Parameter, value: unknown, at: string, { isText, problems }: Context): unknown {
  readValue({ ...field, raw: false }, value, at, { problems, ...(isText && { isText }) });
  return value;
}

function readText(field: Parameter, value: unknown, at: string, context: Context): unknown {
  const { values, raw, variable } = field;
  if (typeof value !== 'string')
    return wrong(at, values ? `must be one of ${values.join(', ')}` : 'must be a string', context);
  const isOpen = hasPlaceholder(value);
  if (raw || (isOpen && !context.substitute && (!values || variable))) return value;
  const known = isOpen && context.substitute ? asText(context.substitute(value)) : value;
  if (field.relative) return absoluteUrl(known, context.base);
  if (!values || values.includes(known)) return known;
  const meant = nearest(known, values.map(String));
  return wrong(at, `must be one of ${values.join(', ')}${meant ? `. Did you mean ${meant}?` : ''}`, context);
}

/** A URL of a document. An invalid one stays as it is. */
const absoluteUrl = (url: string, base: string | null | undefined): string =>
  base && URL.canParse(url, base) ? new URL(url, base).href : url;

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const TYPES = { number: 'must be a number', whole: 'must be a whole number', bool: 'must be true or false' } as const;

function readScalar(field: Parameter, value: unknown, at: string, context: Context): unknown {
  const kind = field.kind as keyof typeof TYPES; // `readValue` passes only these kinds.
  const isOpen = typeof value === 'string' && hasPlaceholder(value);
  if (isOpen && field.variable && !context.substitute) return undefined;
  const isConverted = (isOpen && field.variable) || (context.isText && typeof value === 'string');
  const text = isOpen && context.substitute ? context.substitute(value) : value;
  const known = isConverted && typeof text === 'string' ? converted(kind, text) : text;
  if (kind === 'bool') return typeof known === 'boolean' ? known : wrong(at, TYPES.bool, context);
  if (typeof known !== 'number' || !Number.isFinite(known) || (kind === 'whole' && !Number.isInteger(known)))
    return wrong(at, TYPES[kind], context);
  const { min, max } = field;
  if (known >= (min ?? -Infinity) && known <= (max ?? Infinity)) return known;
  const range = max === undefined ? `${min} or more` : min === undefined ? `up to ${max}` : `${min}–${max}`;
  return wrong(at, `must be ${range}`, context);
}

function converted(kind: keyof typeof TYPES, text: string): unknown {
  const trimmed = text.trim();
  if (kind === 'bool') return trimmed === 'true' ? true : trimmed === 'false' ? false : text;
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : text;
}

function readEither(field: Parameter, value: unknown, at: string, context: Context): unknown {
  const fitting = alternativesFor(field, value);
  if (fitting.length === 0) return wrong(at, `must be ${alternatives((field.of ?? []).map(nameOf))}`, context);
  let first: readonly ParameterProblem[] = [];
  for (const [i, alternative] of fitting.entries()) {
    const problems: ParameterProblem[] = [];
    const read = readValue(alternative, value, at, { ...context, problems });
    if (problems.length === 0) return read;
    if (i === 0) first = problems;
  }
  context.problems.push(...first);
  return undefined;
}

const NAMES: Readonly<Record<Parameter['kind'], string>> = {
  text: 'a string',
  number: 'a number',
  whole: 'a whole number',
  bool: 'true or false',
  list: 'a list',
  steps: 'a list of steps',
  object: 'an object',
  map: 'an object',
  either: 'another value',
  any: 'any value',
};
const nameOf = ({ kind, values }: Parameter) => (values ? `one of ${values.join(', ')}` : NAMES[kind]);

/** The alternatives of `either` that the JSON type of a value allows. */
export function alternativesFor({ of = [] }: Parameter, value: unknown): readonly Parameter[] {
  return of.filter(({ kind, variable }) => {
    if (kind === 'any') return true;
    if (Array.isArray(value)) return kind === 'list' || kind === 'steps';
    if (isRecord(value)) return kind === 'object' || kind === 'map';
    // A list of steps is represented by its key.
    if (typeof value === 'string')
      return kind === 'text' || kind === 'steps' || (variable === true && hasPlaceholder(value));
    return typeof value === 'boolean' ? kind === 'bool' : kind === 'number' || kind === 'whole';
  });
}

export const itemOf = ({ of: [item] = [] }: Parameter): Parameter => item ?? { kind: 'any' };

function substituteDeep(value: unknown, context: Context): unknown {
  const { substitute } = context;
  if (!substitute) return value;
  if (typeof value === 'string') return hasPlaceholder(value) ? substitute(value) : value;
  if (Array.isArray(value)) return value.map((one) => substituteDeep(one, context));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, substituteDeep(one, context)]));
}

function wrong(at: string, problem: string, { problems }: Context): undefined {
  problems.push({ at, message: `${at} ${problem}` });
  return undefined;
}
