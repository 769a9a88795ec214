import { types } from 'node:util';

/** The value of an own property; nothing where a getter or a proxy would have to run. */
export function ownValue(holder: unknown, name: string | symbol): unknown {
  if ((typeof holder !== 'object' && typeof holder !== 'function') || holder === null || types.isProxy(holder))
    return undefined;
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}
