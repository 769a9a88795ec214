import { isPlain } from '../../util/index.js';

/** Returns a document in the call language of the platform with these steps. */
export function swml(...main: readonly unknown[]): Record<string, unknown> {
  return { version: '1.0.0', sections: { main } };
}

/** Removes missing fields, because the platform treats null as a value. */
export function definedFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** Throws if a value is not allowed, before the result reaches a call. */
export function assertOneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw new TypeError(`${name} must be one of ${allowed.join(', ')}, got ${JSON.stringify(value)}`);
}

export function assertText(name: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '')
    throw new TypeError(`${name} must be a string that is not empty`);
}

export function assertOptions(method: string, value: unknown): void {
  if (!isPlain(value)) throw new TypeError(`${method} requires an object, got ${JSON.stringify(value)}`);
}

export function assertWithin(name: string, value: number | undefined, min: number, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw new TypeError(`${name} must be a whole number from ${min} to ${max}, got ${value}`);
}
