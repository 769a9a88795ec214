import { types } from 'node:util';

/** Returns the value of an own property, or undefined if reading it would run a getter or a proxy trap. */
export function ownValue(object: unknown, name: string | symbol): unknown {
  if ((typeof object !== 'object' && typeof object !== 'function') || object === null || types.isProxy(object))
    return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}
