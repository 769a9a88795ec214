import { LimitError } from '../limit-error.js';

/** Compiling takes more than linear time. */
const LONGEST = 5000;

/** Compiles the regular expression of a user. Throws a `LimitError` if it is too long. */
export function compiled(source: string, flags: string): RegExp {
  const { length } = source;
  if (length > LONGEST)
    throw new LimitError({
      what: 'The pattern',
      limit: LONGEST,
      actual: length,
      unit: 'characters',
      advice: 'Split it into several patterns.',
    });
  return new RegExp(source, flags);
}

/** Escapes a text for use in a regular expression. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
