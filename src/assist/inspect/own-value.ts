import { types } from 'node:util';

/** Returns the value of an own property, or undefined if reading it would run a getter or a proxy trap. */
export function ownValue(holder: unknown, name: string | symbol): unknown {
  if ((typeof holder !== 'object' && typeof holder !== 'function') || holder === null || types.isProxy(holder))
    return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}
