import { types } from 'node:util';
import { counted } from '../../util/index.js';
import { ownValue } from './own-value.js';
import { isAwaitable } from './promise-state.js';

/** The type and the size of a value in a few words, such as `list, 3 items`. Runs no code of the value. */
export function typeAndSize(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (types.isProxy(value)) return 'proxy';
  if (isAwaitable(value)) return 'promise';
  if (typeof value === 'string') return `string, ${counted(value.length, 'character')}`;
  if (typeof value === 'function') return isClass(value) ? 'class' : 'function';
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return `list, ${counted(value.length, 'item')}`;
  if (ArrayBuffer.isView(value)) return `${classOf(value)}, ${bytesOf(value)}`;
  const kind = classOf(value);
  const items = entriesIn(value);
  if (items !== undefined) return `${kind}, ${counted(items, 'item')}`;
  return kind ?? `object, ${counted(Object.keys(value).length, 'field')}`;
}

/** The number of entries of a Map or a Set. Reads the getter of the built-in class, because the value can have its own. */
export function entriesIn(value: object): number | undefined {
  const kind = types.isMap(value) ? Map : types.isSet(value) ? Set : undefined;
  return kind && Reflect.get(kind.prototype, 'size', value);
}

const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
/** The size of a view, as the getter of the built-in class returns it. */
export const byteLengthOf = (view: ArrayBufferView): number =>
  Reflect.get(types.isTypedArray(view) ? typedArray : DataView.prototype, 'byteLength', view);

export const bytesOf = (view: ArrayBufferView): string => counted(byteLengthOf(view), 'byte');

/** The name of the class of an object. Undefined for a plain one. */
export function classOf(object: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return undefined;
  const name = ownValue(ownValue(prototype, 'constructor'), 'name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

export const isClass = (called: object) => /^class\b/.test(Function.prototype.toString.call(called));
