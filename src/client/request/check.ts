import { nearest } from '../../util/index.js';
import type { AnyField, Fields, Row } from '../row-types.js';

export interface Problem {
  /** The path of the field: `play[0].params.duration`. */
  readonly at: string;
  readonly message: string;
}

/** Validates an input and returns its problems. Fields that are not in the row are never a problem. */
export function problemsOf(row: Pick<Row, 'needs' | 'takes' | 'variants'>, input: unknown): Problem[] {
  const found = checkObject(row.needs, row.takes, input, '');
  if (found.length > 0 || !row.variants?.length) return found;
  const demanded = row.variants.map((variant) => Object.keys(variant.needs ?? {}));
  const given = (names: readonly string[]) =>
    names.some((name) => (input as Record<string, unknown>)[name] !== undefined);
  // No alternative has been started, so name the misspelt field, or else the fields of all alternatives.
  if (demanded.every((names) => names.length === 1 && !given(names))) {
    const others = Object.keys(input as object).filter((name) => !(name in row.needs) && !(name in row.takes));
    const misspelt = demanded.flat().find((name) => nearest(name, others));
    if (misspelt) return [{ at: misspelt, message: `is required (you gave ${nearest(misspelt, others)})` }];
    return [{ at: [...new Set(demanded.flat())].join(' or '), message: 'is required' }];
  }
  return closest(row.variants, input, '');
}

export const acceptsNull = ({ kind, of = [] }: AnyField): boolean =>
  kind === 'null' || (kind === 'either' && of.some(acceptsNull));

function check(field: AnyField, value: unknown, at: string): Problem[] {
  const no = (message: string): Problem[] => [{ at, message }];
  switch (field.kind) {
    case 'str':
      if (typeof value !== 'string') return no('must be a string');
      return within(field, value.length) ? [] : no(`must have ${range(field)} characters`);
    case 'num':
    case 'int':
      if (typeof value !== 'number' || !Number.isFinite(value))
        return no(`must be a ${field.kind === 'int' ? 'whole ' : ''}number`);
      if (field.kind === 'int' && !Number.isInteger(value)) return no('must be a whole number');
      return within(field, value) ? [] : no(`must be ${range(field)}`);
    case 'bool':
      return typeof value === 'boolean' ? [] : no('must be true or false');
    case 'null':
      return value === null ? [] : no('must be null');
    case 'oneOf':
      return checkChoice(field, value, no);
    case 'list':
      if (!Array.isArray(value)) return no('must be a list');
      if (!within(field, value.length)) return no(`must have ${range(field)} items`);
      return value.flatMap((item, i) => check(field.of?.[0] as AnyField, item, `${at}[${i}]`));
    case 'obj':
      return checkObject(field.needs ?? {}, field.takes ?? {}, value, at);
    case 'either':
      return closest(field.of ?? [], value, at);
    default:
      return [];
  }
}

function checkChoice(field: AnyField, value: unknown, no: (message: string) => Problem[]): Problem[] {
  if (field.open) return typeof value === 'string' ? [] : no('must be a string');
  if (field.values?.includes(value as string)) return [];
  const meant = typeof value === 'string' ? nearest(value, (field.values ?? []).map(String)) : undefined;
  return no(`${CHOICE}${field.values?.join(', ')}${meant ? `. Did you mean ${meant}?` : ''}`);
}

function checkObject(needs: Fields, takes: Fields, value: unknown, at: string): Problem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ at, message: 'must be an object' }];
  const given = value as Record<string, unknown>;
  const under = (name: string) => (at ? `${at}.${name}` : name);
  const missing = (name: string): Problem[] => {
    const strange = Object.keys(given).filter((key) => !(key in needs) && !(key in takes));
    const slip = nearest(name, strange) ?? strange.find((key) => name.startsWith(`${key}_`));
    return [{ at: under(name), message: `is required${slip ? ` (you gave ${slip})` : ''}` }];
  };
  return [
    ...Object.entries(needs).flatMap(([name, field]) =>
      given[name] === undefined ? missing(name) : check(field, given[name], under(name)),
    ),
    ...Object.entries(takes).flatMap(([name, field]) =>
      given[name] === undefined ? [] : check(field, given[name], under(name)),
    ),
  ];
}

const strangers = ({ kind, needs = {}, takes = {} }: AnyField, value: unknown): number =>
  kind === 'obj' && typeof value === 'object' && value !== null
    ? Object.keys(value).filter((name) => !(name in needs) && !(name in takes)).length
    : 0;

/** Returns the problems of the alternative most likely intended: its tag matches, it has the given fields, or few problems. */
function closest(of: readonly AnyField[], value: unknown, at: string): Problem[] {
  const all = of.map((field) => check(field, value, at));
  if (all.some((found) => found.length === 0)) return [];
  const tags = all.map((found) => found.find(isChoice));
  const [first] = tags;
  // The tag itself is invalid: list the values of all alternatives, not only of the first.
  if (first && tags.length > 1 && tags.every((tag) => tag?.at === first.at)) {
    const values = tags.flatMap((tag) =>
      (tag as Problem).message
        .replace(/\. Did you mean .*/, '')
        .slice(CHOICE.length)
        .split(', '),
    );
    const [meant = ''] = tags.flatMap((tag) => /\. Did you mean .*/.exec((tag as Problem).message)?.[0] ?? []);
    return [{ at: first.at, message: CHOICE + [...new Set(values)].join(', ') + meant }];
  }
  // A field that an alternative does not have counts more than one that is missing.
  const costs = all.map(
    (found, i) => found.length + (found.some(isChoice) ? 10_000 : 0) + 100 * strangers(of[i] as AnyField, value),
  );
  return all[costs.indexOf(Math.min(...costs))] ?? [];
}

const CHOICE = 'must be one of ';
const isChoice = ({ message }: Problem) => message.startsWith(CHOICE);

const within = ({ limits }: AnyField, size: number) =>
  size >= (limits?.min ?? -Infinity) && size <= (limits?.max ?? Infinity);

function range({ limits: { min, max } = {} }: AnyField): string {
  if (min === undefined) return `up to ${max}`;
  return max === undefined ? `${min} or more` : `${min}–${max}`;
}
