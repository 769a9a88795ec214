import { exceeded } from '../../util/index.js';
import { callFunction } from './template-functions.js';

export const CLOCK = Symbol('clock');
export const MISSING = Symbol('missing');

/** The variables of a template by the first word of their path: args, response, global_data … */
export interface Variables {
  readonly [name: string]: unknown;
  /** A symbol, because a response can have fields of any name. */
  readonly [CLOCK]?: () => Date;
  /** Receives each path of a template that has no value, and the variables that have one. */
  readonly [MISSING]?: (path: string, variables: Variables) => void;
}

/**
 * Fills in a template as the platform does: `${path}` and `%{path}`, which can be nested, with the modifiers `lc:` and
 * `enc:` applied right to left, and `@{function words}`. Missing values become an empty text.
 */
export function expand(template: string, variables: Variables): string {
  return read(template, 0, variables, 0).text;
}

/** Fills in every text inside plain data. A template that is a single variable keeps a number or boolean as it is. */
export function expandAll(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return expandValue(value, variables);
  if (Array.isArray(value)) return value.map((item) => expandAll(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [expand(key, variables), expandAll(item, variables)]),
  );
}

function expandValue(template: string, variables: Variables): unknown {
  const path = /^[$%]\{([^{}:]+)\}$/.exec(template)?.[1];
  const value = path === undefined ? undefined : valueAt(variables, path.trim());
  return typeof value === 'number' || typeof value === 'boolean' ? value : expand(template, variables);
}

/** Returns the value at a path such as `response.list[0].name`. Reads only own fields. */
export function valueAt(variables: unknown, path: string): unknown {
  return wordsOf(path).reduce<unknown>(
    (value, word) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, word)
        ? (value as Record<string, unknown>)[word]
        : undefined,
    variables,
  );
}

export const wordsOf = (path: string): string[] => path.match(/[^.[\]]+/g) ?? [];

const MAX_DEPTH = 50;

function read(template: string, from: number, variables: Variables, depth: number): { text: string; end: number } {
  if (depth > MAX_DEPTH) throw exceeded('The template', MAX_DEPTH, 'levels of nesting', 'Expand it in several steps.');
  let text = '';
  let at = from;
  while (at < template.length) {
    const char = template[at] as string;
    if (depth > 0 && char === '}') return { text, end: at + 1 };
    if (template[at + 1] === '{' && (char === '$' || char === '%' || char === '@')) {
      const { text: content, end } = read(template, at + 2, variables, depth + 1);
      text += char === '@' ? callFunction(content, variables[CLOCK]) : variable(content, variables);
      at = end;
    } else {
      text += char;
      at++;
    }
  }
  return { text, end: at };
}

/** A model can write a lone surrogate, which `encodeURIComponent` rejects. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const MODIFIERS: Readonly<Record<string, (text: string) => string>> = {
  lc: (text) => text.toLowerCase(),
  enc: encoded,
  'enc:url': encoded,
};

function variable(content: string, variables: Variables): string {
  let path = content.trim();
  const modifiers: string[] = [];
  for (let found = MODIFIER.exec(path); found; found = MODIFIER.exec(path)) {
    modifiers.push(found[1] as string);
    path = path.slice(found[0].length).trim();
  }
  const value = valueAt(variables, path);
  if (value === undefined) variables[MISSING]?.(path, variables);
  return modifiers.reduceRight((text, name) => (MODIFIERS[name] as (text: string) => string)(text), textOf(value));
}

const MODIFIER = /^(enc:url|enc|lc):/;

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
