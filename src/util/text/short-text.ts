import { types } from 'node:util';
import { attempt } from '../json.js';

/** A count with its unit: `1 field`, `2,900 rows`. */
export const counted = (count: number, unit: string): string =>
  `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;

/** Like `String(value)`, also for a value that has no text, such as an object without a prototype. */
export const asText = (value: unknown): string => attempt(() => String(value)) ?? shortText(value);

const MAX_LENGTH = 40;
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;

/**
 * Returns a value in a few characters: `12`, `'text'`, `[2]` for a list, `{3 fields}` for an object. Runs no code of
 * the value: no getter, no method and no trap of a proxy.
 */
export function shortText(value: unknown): string {
  if (typeof value === 'string')
    return `'${value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH - 1)}…` : value}'`.replace(/\s+/g, ' ');
  if (typeof value === 'function') return 'function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (types.isProxy(value)) return 'proxy';
  if (Array.isArray(value)) return sized('', value.length);
  if (types.isDate(value)) return dateText(value);
  // The getter of the built-in class, because the value can have its own.
  if (types.isMap(value)) return sized('Map', Reflect.get(Map.prototype, 'size', value));
  if (types.isSet(value)) return sized('Set', Reflect.get(Set.prototype, 'size', value));
  if (types.isTypedArray(value)) return sized('', Reflect.get(typedArray, 'length', value));
  if (types.isPromise(value)) return 'promise';
  const fields = Object.keys(value).length;
  return fields === 0 ? '{}' : `{${counted(fields, 'field')}}`;
}

const sized = (kind: string, size: number) => (kind === '' ? (size === 0 ? '[]' : `[${size}]`) : `${kind}(${size})`);

function dateText(date: Date): string {
  const ms = Date.prototype.getTime.call(date);
  return Number.isNaN(ms) ? 'Invalid Date' : new Date(ms).toISOString();
}

/** Writes a noun with its article: `a queue`, `an address`, `a Uint8Array`. */
export const withArticle = (noun: string): string => `${/^(?!ui|us|un[iy])[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
