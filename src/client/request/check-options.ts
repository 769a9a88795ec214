import { nearest } from '../../util/index.js';
import type { CallOptions } from '../public-types.js';
import { CALL_OPTIONS } from './send.js';

const wholeNumber = (least: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= max
    ? ''
    : `must be a whole number from ${least} to ${max}`;
const isFunction = (value: unknown) => (typeof value === 'function' ? '' : 'must be a function');
// `setTimeout` fires at once for a longer delay.
const MAX_MS = 2 ** 31 - 1;

/** Validates the value of each option. Returns an empty string or the reason why the value is invalid. */
const WRONG: Readonly<Record<keyof CallOptions, (value: unknown) => string>> = {
  signal: (value) => (value instanceof AbortSignal ? '' : 'must be an AbortSignal'),
  timeout_ms: wholeNumber(1, MAX_MS),
  retries: wholeNumber(0, 100),
  check: (value) => (typeof value === 'boolean' ? '' : 'must be true or false'),
  max_items: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  page_size: wholeNumber(1, 1000),
  extra: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? '' : 'must be an object of fields',
  on_request: isFunction,
  on_response: isFunction,
};

export function checkOptions(options: object, namesToo = false): void {
  for (const [name, value] of Object.entries(options ?? {})) {
    if (!Object.hasOwn(WRONG, name)) {
      if (!namesToo) continue;
      const meant = nearest(name, Object.keys(CALL_OPTIONS));
      throw new TypeError(`with({…}): unknown option ${name}${meant ? `. Did you mean ${meant}?` : ''}`);
    }
    const wrong = value === undefined ? '' : WRONG[name as keyof CallOptions](value);
    if (wrong) throw new TypeError(`${name} ${wrong}`);
  }
}
