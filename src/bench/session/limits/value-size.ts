import { types } from 'node:util';
import { byteLengthOf, entriesIn } from '../../../assist/index.js';

/** The number of values to look at, and the items of a list that stand for the others. */
const MAX_VALUES = 500;
const SAMPLE = 20;
const MAX_DEPTH = 8;
const SLOT_BYTES = 8;

/** Estimates the memory of a value, from a sample of its items. Runs no code of the value. */
export function bytesOfValue(value: unknown): number {
  let left = MAX_VALUES;
  const seen = new Set<object>();
  const sizeOf = (one: unknown, depth: number): number => {
    if (typeof one === 'string') return 2 * one.length;
    if (typeof one !== 'object' || one === null || types.isProxy(one)) return SLOT_BYTES;
    if (depth > MAX_DEPTH || --left < 0 || seen.has(one)) return SLOT_BYTES;
    seen.add(one);
    const own = ownBytes(one);
    if (own !== undefined) return own;
    const names = Array.isArray(one) ? undefined : Object.keys(one);
    const count = names?.length ?? (one as readonly unknown[]).length;
    let sampled = 0;
    const many = Math.min(count, SAMPLE);
    for (let index = 0; index < many; index++)
      sampled += sizeOf(Object.getOwnPropertyDescriptor(one, names?.[index] ?? index)?.value, depth + 1);
    return count * SLOT_BYTES + (many === 0 ? 0 : (sampled / many) * count);
  };
  return sizeOf(value, 0);
}

/** The estimated memory of each item of a Map or a Set. */
const ENTRY_BYTES = 100;

/** The size of a value that is not a list of fields or items. */
function ownBytes(value: object): number | undefined {
  if (ArrayBuffer.isView(value)) return byteLengthOf(value);
  if (types.isArrayBuffer(value)) return Number(Reflect.get(ArrayBuffer.prototype, 'byteLength', value));
  const entries = entriesIn(value);
  return entries === undefined ? undefined : ENTRY_BYTES * entries;
}
