import { hasTooManyValues, jsonOf } from '../util/index.js';

/** The JSON of a recorded body. Undefined if it is not JSON, or if reading it several times would take long. */
export const bodyJson = (text: string, reviver?: (name: string, value: unknown) => unknown): unknown =>
  hasTooManyValues(text) ? undefined : jsonOf(text, reviver);
