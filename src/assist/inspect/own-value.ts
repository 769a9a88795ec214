import { types } from 'node:util';

/** Returns the value of an own property, or undefined if reading it would run a getter or a proxy trap. */
export function ownValue(object: unknown, name: string | symbol): unknown {
  if ((typeof object !== 'object' && typeof object !== 'function') || object === null || types.isProxy(object))
    return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/** A longer list has only items. The names of other properties would take seconds to find. */
const MAX_ITEMS = 10_000;

/** Returns the names of the own properties of an object. Leaves out the indexes of buffers and of long lists. */
export function ownNamesIn(object: object): string[] {
  if (types.isTypedArray(object)) return [];
  return Array.isArray(object) && object.length > MAX_ITEMS ? ['length'] : Object.getOwnPropertyNames(object);
}
