import { isPlain, jsonOf, nearest } from '../../util/index.js';
import type { ParameterEntry, ParameterItem, ParameterSchema } from './parameter-schema.js';
import type { Environment } from './skill-agent.js';

export interface ResolvedParams {
  readonly values: Record<string, unknown>;
  /** All problems, so that they can be fixed together. */
  readonly problems: readonly string[];
  /** Likely typos that do no harm. */
  readonly warnings: readonly string[];
  readonly hidden: readonly HiddenValue[];
}

export interface HiddenValue {
  readonly value: string;
  readonly variable?: string | undefined;
}

/** Resolves the parameters of a skill: the value of the caller, else the environment, else the default. */
export function resolveParams(schema: ParameterSchema, given: unknown, env: Environment): ResolvedParams {
  const isUsable = given === undefined || given === null || isPlain(given);
  const own = isUsable ? Object.entries(given ?? {}).filter(([, value]) => value !== undefined && value !== null) : [];
  const values = Object.fromEntries(own.map(([name, value]) => [name, copyOf(value)]));
  const problems = isUsable ? [] : ['the parameters must be an object'];
  const hidden: HiddenValue[] = [];
  for (const [name, entry] of Object.entries(schema)) {
    const given = Object.hasOwn(values, name) ? coerce(entry, values[name]) : undefined;
    const value = completed(entry, given ?? coerce(entry, fallback(entry, env)));
    if (value === undefined) {
      delete values[name];
      if (entry.required) problems.push(`${name} is required${entry.env_var ? ` (or set ${entry.env_var})` : ''}`);
      continue;
    }
    values[name] = value;
    if (entry.hidden) hidden.push(...secretsIn(value).map((secret) => ({ value: secret, variable: entry.env_var })));
    problems.push(...valueProblems(name, entry, value));
  }
  problems.push(...missingInstead(schema, values));
  return { values, problems, warnings: own.flatMap(([name]) => likelyTypo(name, schema)), hidden };
}

function missingInstead(schema: ParameterSchema, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(schema).flatMap(([name, { required_without: other, env_var }]) =>
    other === undefined || values[name] !== undefined || values[other] !== undefined
      ? []
      : [`${name} is required${env_var ? ` (or set ${env_var})` : ''} if ${other} is not set`],
  );
}

function fallback({ env_var, default: usual }: ParameterEntry, env: Environment): unknown {
  return (env_var && env[env_var]) || copyOf(usual);
}

/** Converts text to the declared type, because environment variables and command lines contain only text. */
function coerce({ type, required }: ParameterEntry, value: unknown): unknown {
  if (typeof value === 'number' && type === 'string') return String(value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '' && (required || type !== 'string')) return undefined;
  if (type === 'integer' || type === 'number') return Number.isFinite(Number(text)) ? Number(text) : value;
  if (type === 'boolean')
    return ({ true: true, '1': true, false: false, '0': false } as const)[text.toLowerCase()] ?? value;
  // The type check reports text that is not JSON.
  return type === 'object' || type === 'array' ? (jsonOf(text) ?? value) : value;
}

function valueProblems(name: string, entry: ParameterItem, value: unknown): string[] {
  const { type, enum: allowed, also, min = -Infinity, max = Infinity, hidden } = entry;
  if (also?.includes(value)) return [];
  const got = hidden ? '' : `, got ${show(value)}`;
  if (!isOfType(type, value)) {
    const others = (also ?? []).map((one) => `, or ${JSON.stringify(one)}`).join('');
    return [`${name} must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}${others}${got}`];
  }
  if (allowed && !allowed.includes(value)) {
    const near = typeof value === 'string' && !hidden ? nearest(value, allowed.map(String)) : undefined;
    return [`${name} must be one of ${allowed.join(', ')}${got}${near ? `. Did you mean ${near}?` : ''}`];
  }
  if (typeof value !== 'number') return innerProblems(name, entry, value);
  if (value < min) return [`${name} must be at least ${min}${got}`];
  return value > max ? [`${name} must be at most ${max}${got}`] : [];
}

function innerProblems(
  name: string,
  { items, values: each, properties = {}, hidden = false }: ParameterItem,
  value: unknown,
): string[] {
  if (Array.isArray(value)) {
    return items ? value.flatMap((item, index) => valueProblems(`${name}[${index}]`, { hidden, ...items }, item)) : [];
  }
  if (!isPlain(value)) return [];
  if (each) {
    return Object.entries(value).flatMap(([key, item]) =>
      valueProblems(`${name}[${JSON.stringify(key)}]`, { hidden, ...each }, item),
    );
  }
  return Object.entries(properties).flatMap(([field, entry]) => {
    if (Object.hasOwn(value, field)) return valueProblems(`${name}.${field}`, { hidden, ...entry }, value[field]);
    return entry.required ? [`${name}.${field} is required`] : [];
  });
}

/** Fills in the defaults of the fields inside a value, and removes the fields that are null or blank. */
function completed({ items, values: each, properties }: ParameterItem, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => completed(items, item)) : value;
  if (!isPlain(value)) return value;
  if (each) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, completed(each, item)]));
  if (!properties) return value;
  const fields = { ...value };
  for (const [field, entry] of Object.entries(properties)) {
    const inner = Object.hasOwn(value, field) ? value[field] : undefined;
    const isBlank = typeof inner === 'string' && inner.trim() === '' && (entry.required || entry.type !== 'string');
    const whole = completed(entry, isBlank ? copyOf(entry.default) : (inner ?? copyOf(entry.default)));
    if (whole === undefined) delete fields[field];
    else fields[field] = whole;
  }
  return fields;
}

function isOfType(type: ParameterEntry['type'], value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isPlain(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && !Number.isNaN(value);
}

function likelyTypo(name: string, schema: ParameterSchema): string[] {
  if (Object.hasOwn(schema, name)) return [];
  const plural = `${name.replace(/y$/, 'ie')}s`;
  const near = Object.hasOwn(schema, plural) ? plural : nearest(name, Object.keys(schema));
  return near ? [`${name} is not a parameter of this skill. Did you mean ${near}?`] : [];
}

/** Returns a deep copy of plain objects and lists. Other values are shared. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const prototype = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, copyOf(item)])) as T;
}

/** Returns the message of the error that a check of a parameter throws, or an empty list. */
export function problemsOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** A text is a secret at any length. In an object, such as headers, short texts and ordinary headers are not. */
function secretsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : textsIn(value).filter((text) => text.length > 3);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    ORDINARY_HEADERS.has(name.toLowerCase()) ? [] : textsIn(item),
  );
}

/** Their values, such as `application/json`, are in every exchange and are not secret. */
const ORDINARY_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'cache-control', 'connection', 'content-type', 'host'],
  ...['origin', 'pragma', 'referer', 'user-agent'],
]);

const show = (value: unknown) => {
  const text =
    typeof value === 'object' && value !== null
      ? Array.isArray(value)
        ? 'a list'
        : 'an object'
      : (JSON.stringify(value) ?? typeof value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};
