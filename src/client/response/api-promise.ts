import type { ApiPromise, Responded } from '../public-types.js';

/** Creates the result of an operation from its response. The request was sent already. */
export function apiPromise(responded: Promise<Responded<unknown>>): ApiPromise<unknown> {
  const value = responded.then((one) => one.value);
  const with_response = () => {
    // Whoever takes the response also sees the error, so the value alone is not an unhandled rejection.
    value.catch(() => undefined);
    return responded;
  };
  return Object.defineProperty(value as ApiPromise<unknown>, 'with_response', { value: with_response });
}
