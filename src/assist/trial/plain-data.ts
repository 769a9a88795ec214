import { ownValue } from '../inspect/own-value.js';

const MAX_DEPTH = 10;

/** Copies plain data without running getters. Returns undefined if any part of the value is something else. */
export function plainData(value: unknown, depth = 0): unknown {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  if (typeof value !== 'object' || depth > MAX_DEPTH) return undefined;
  const isList = Array.isArray(value);
  if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const fields = Object.keys(value).map((key) => [key, plainData(ownValue(value, key), depth + 1)] as const);
  if (fields.some(([, copy]) => copy === undefined)) return undefined;
  return isList ? fields.map(([, copy]) => copy) : Object.fromEntries(fields);
}
