import { types } from 'node:util';
import { ownValue } from './own-value.js';

/** Returns whether a value is a promise or a platform list, which sends its request when it is awaited. */
export const isAwaitable = (value: unknown): boolean =>
  types.isPromise(value) || ownValue(value, Symbol.toStringTag) === 'Listing';

interface Settled {
  readonly state: 'pending' | 'fulfilled' | 'rejected';
  /** The value of a fulfilled promise. */
  readonly value?: unknown;
  /** The error of a rejected promise. */
  readonly reason?: unknown;
}

/**
 * Returns the state of a promise. A subclass could run code when it is asked, so it has no state here. If the promise
 * is rejected later, the rejection is still reported as unhandled.
 */
export async function settledNow(promise: Promise<unknown>): Promise<Settled | undefined> {
  if (Object.getPrototypeOf(promise) !== Promise.prototype || Object.hasOwn(promise, 'constructor')) return undefined;
  let settled: Settled = { state: 'pending' };
  let isOver = false;
  void Promise.prototype.then.call(
    promise,
    (value) => {
      settled = { state: 'fulfilled', value };
    },
    (reason) => {
      if (isOver) throw reason;
      settled = { state: 'rejected', reason };
    },
  );
  await null;
  isOver = true;
  return settled;
}
