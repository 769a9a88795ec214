import { LimitError } from '../../util/index.js';
import { callFunction } from './template-functions.js';

export const CLOCK = Symbol('clock');

/** What the variables of a template stand for, by their first word: args, response, global_data … */
export interface Variables {
  readonly [name: string]: unknown;
  /** Beside the names, which are an answer's to choose. */
  readonly [CLOCK]?: () => Date;
}

/**
 * Fills in a template as the platform does: `${path}` and `%{path}`, one inside another, with the modifiers `lc:` and
 * `enc:` applied right to left, and `@{function words}`. What is not there becomes an empty text.
 */
export function expand(template: string, variables: Variables): string {
  return read(template, 0, variables, 0).text;
}

/** Every text inside plain data. A template that is one variable and nothing else keeps the value's type. */
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

/** The value at a path such as `response.list[0].name`; own fields only. */
export function valueAt(variables: unknown, path: string): unknown {
  const words = path.match(/[^.[\]]+/g) ?? [];
  return words.reduce<unknown>(
    (value, word) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, word)
        ? (value as Record<string, unknown>)[word]
        : undefined,
    variables,
  );
}

/** Variables in the paths of variables. */
const DEEPEST = 50;

function read(template: string, from: number, variables: Variables, depth: number): { text: string; end: number } {
  if (depth > DEEPEST)
    throw new LimitError({
      what: 'The template',
      limit: DEEPEST,
      unit: 'levels of nesting',
      advice: 'Expand it in several steps.',
    });
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

/** A model can write half a character, which has no encoding. */
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
  const value = textOf(valueAt(variables, path));
  return modifiers.reduceRight((text, name) => (MODIFIERS[name] as (text: string) => string)(text), value);
}

const MODIFIER = /^(enc:url|enc|lc):/;

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
