import { counted, nearest } from '../../util/index.js';
import type { AnyField, Fields, Row } from '../row-types.js';
import { fieldsOf, fieldsOfRoute } from './accepted-fields.js';
import { problemsOf } from './check.js';

const MAX_KNOWN = 6;
/** Each search for a likely typo compares the name with all known names. */
const MAX_UNKNOWN = 50;

/** Finds fields and values that the API description does not have. They are sent unchanged, with a notice. */
export function unknownIn(row: Row, input: Readonly<Record<string, unknown>>): string[] {
  const own = fieldsOf(row);
  const isKnown = (name: string) => Object.hasOwn(own, name);
  const names = Object.keys(input);
  return [
    ...(names.every(isKnown) ? [] : unknownFields({ ...own, ...fieldsOfRoute(row) }, input)),
    ...names.filter(isKnown).flatMap((name) => typosIn(own[name] as AnyField, input[name], name)),
  ];
}

function unknownFields(known: Fields, input: object): string[] {
  const names = Object.keys(known);
  // Without a list of fields, no field is unknown.
  if (names.length === 0) return [];
  const more = names.length - MAX_KNOWN;
  const shown = names.slice(0, MAX_KNOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(known, name));
  const rest = unknown.length - MAX_UNKNOWN;
  return [
    ...unknown
      .slice(0, MAX_UNKNOWN)
      .map(
        (name) =>
          typoIn(name, known, input) ??
          `${name} is not in the API description and is sent unchanged. Known fields: ${shown}`,
      ),
    ...(rest > 0 ? [`${counted(rest, 'other field')} ${rest === 1 ? 'is' : 'are'} not in the API description`] : []),
  ];
}

function typoIn(name: string, known: Fields, input: object, at = ''): string | undefined {
  const meant = nearest(name, Object.keys(known));
  const isOtherCase = meant?.toLowerCase() === name.toLowerCase();
  return meant && (isOtherCase || !(meant in input))
    ? `${at}${name} is not a known field. Did you mean ${meant}?`
    : undefined;
}

/** Finds likely typos in a value: in the names of nested fields, and in values of open choices. */
function typosIn(field: AnyField, value: unknown, at: string): string[] {
  if (field.kind === 'list' && Array.isArray(value))
    return value.flatMap((item, i) => typosIn(field.of?.[0] as AnyField, item, `${at}[${i}]`));
  if (field.kind === 'either') {
    const fitting = (field.of ?? []).filter(
      (one) => problemsOf({ needs: { at: one }, takes: {} }, { at: value })[0] === undefined,
    );
    const all = fitting.map((one) => typosIn(one, value, at));
    return all.some((found) => found.length === 0) ? [] : (all[0] ?? []);
  }
  if (field.kind === 'oneOf' && field.open && typeof value === 'string') return typoInChoice(field, value, at);
  if (field.kind !== 'obj' || typeof value !== 'object' || value === null) return [];
  const known = fieldsOf(field);
  return Object.entries(value).flatMap(([name, one]) => {
    if (Object.hasOwn(known, name)) return typosIn(known[name] as AnyField, one, `${at}.${name}`);
    return typoIn(name, known, value, `${at}.`) ?? [];
  });
}

const MAX_LENGTH_DIFFERENCE = 2;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The platform may have newer values. A value with other digits, or a much shorter one, is such a value and not a typo. */
function typoInChoice({ values = [] }: AnyField, value: string, at: string): string[] {
  const known = values.map(String);
  const alike = known.filter(
    (one) => digitsOf(one) === digitsOf(value) && Math.abs(one.length - value.length) <= MAX_LENGTH_DIFFERENCE,
  );
  const meant = known.includes(value) ? undefined : nearest(value, alike);
  return meant ? [`${at} ${value} is not a known value. Did you mean ${meant}?`] : [];
}
