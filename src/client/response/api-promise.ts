import type { ApiPromise, Responded } from '../public-types.js';
import type { Answered } from '../request/send.js';

/** Creates the result of an operation from its response. The request was sent already. */
export function apiPromise(answered: Promise<Answered>): ApiPromise<unknown> {
  const value = answered.then((one) => one.value);
  const with_response = () => {
    // A caller who takes the response also gets the error, so the value alone is not an unhandled rejection.
    value.catch(() => undefined);
    return answered.then(respondedOf);
  };
  return Object.defineProperty(value as ApiPromise<unknown>, 'with_response', { value: with_response });
}

export const respondedOf = <T>({ value, details }: Answered<T>): Responded<T> => ({ value, ...details() });
