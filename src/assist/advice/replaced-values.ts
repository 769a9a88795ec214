import { type CodeValue, callSpans } from '../../eval/index.js';
import { nearest } from '../../util/index.js';

/** Names the values of the user that a corrected call does not have. Leaves out a converted value, such as 5 for '5'. */
export function replacedValues(before: string, after: string): string[] {
  const own = valuesIn(before);
  return [...valuesIn(after)].flatMap(([path, value]) => {
    const old = own.get(path);
    const isConverted = old?.literal !== undefined && String(old.literal) === String(value.literal);
    const isSame = old === undefined || value.code === old.code || isConverted;
    return isSame ? [] : [`changed: ${path} is ${value.code}, not ${old.code}`];
  });
}

interface Value {
  readonly code: string;
  readonly literal: unknown;
}

/** Returns the values of the fields in the arguments of a call, by path. */
function valuesIn(call: string): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  const read = ({ start, end, literal, fields, items }: CodeValue, path: string): void => {
    for (const field of fields ?? []) read(field.value, path === '' ? field.name : `${path}.${field.name}`);
    for (const [at, item] of items?.entries() ?? []) if (item) read(item, `${path}[${at}]`);
    if (!fields && !items && path !== '') found.set(path, { code: call.slice(start, end), literal });
  };
  for (const argument of callSpans(call) ?? []) read(argument, '');
  return found;
}

/** The fields that name whom a call reaches, or what it buys. */
const TARGET = /(?:^|\.)(?:to|number|phone_number)$/i;

/**
 * Whether a corrected call keeps every value of the user, also in another field or as another type. A call that costs
 * money also has no target that the user did not give.
 */
export function keepsValues(before: string, after: string, { spends }: { readonly spends?: boolean }): boolean {
  const own = valuesIn(before);
  const corrected = valuesIn(after);
  const isKept = ([path, value]: [string, Value]) => after.includes(value.code) || isCorrected(path, value, corrected);
  if (![...own].every(isKept)) return false;
  // A number without quotes, such as +15005550101, has no literal.
  const given = new Set([...own.values()].map(({ literal, code }) => nationalDigits(literal ?? code)));
  return !spends || [...corrected].every(([path, { literal }]) => !TARGET.test(path) || isGiven(literal, given));
}

const isGiven = (literal: unknown, given: ReadonlySet<string>): boolean =>
  typeof literal !== 'string' || given.has(nationalDigits(literal));

/** The digits of a number, without the country code of North America. */
const nationalDigits = (literal: unknown): string => String(literal).replace(/\D/g, '').replace(/^1/, '');

/** Whether a field has the value as another type, a typo of it corrected, the nearest limit, or the next free name. */
function isCorrected(path: string, { literal }: Value, corrected: ReadonlyMap<string, Value>): boolean {
  const after = corrected.get(path)?.literal;
  // A text of JSON became an object.
  if (after === undefined) return [...corrected.keys()].some((one) => one.startsWith(`${path}.`));
  if (literal === undefined) return /-\d+$/.test(String(after));
  // A number outside of the limits became the nearest limit.
  if (typeof literal === 'number' && typeof after === 'number') return true;
  const [old, next] = [String(literal), String(after)];
  const isNumber = nationalDigits(old).length >= MIN_DIGITS && nationalDigits(next) === nationalDigits(old);
  return (
    old === next || isNumber || next.replace(/-\d+$/, '') === old.replace(/-\d+$/, '') || nearest(old, [next]) === next
  );
}

/** A phone number has at least as many. */
const MIN_DIGITS = 7;

/** Returns a phone number of North America in E.164, if it was written in another way. */
export function asE164(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\+?[\d ().-]+$/.test(value)) return undefined;
  const number = value.replace(/\D/g, '');
  const whole = value.startsWith('+') || number.length === 11 ? `+${number}` : `+1${number}`;
  return /^\+1[2-9]\d{9}$/.test(whole) && whole !== value ? whole : undefined;
}

/** Returns another name like a rejected one: `sales-2` for `sales`, `sales-3` for `sales-2`. */
export function otherName(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return undefined;
  const [, stem = name, number = '1'] = /^(.*)-(\d{1,6})$/s.exec(name) ?? [];
  return `${stem}-${Number(number) + 1}`;
}
