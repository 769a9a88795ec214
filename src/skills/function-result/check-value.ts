import { isPlain } from '../../util/index.js';

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
