import { type Shape, whole } from './shape.js';

// Unlimited repetitions use `+` after a look-ahead in all shapes, because the engine keeps a frame for each repetition
// of `{6,}` and its stack is small.

/** An encrypted token has five parts, of which the second one can be empty. */
export const JSON_WEB_TOKEN: Shape<'whole'> = {
  pattern:
    /(?<![\w-])eyJ(?=[\w-]{5})[\w-]+\.(?:(?=[\w-]{2})[\w-]+\.[\w-]*(?:\.[\w-]+\.[\w-]+)?|\.[\w-]+\.[\w-]+\.[\w-]+)/
      .source,
  sign: 'eyJ',
  read: ({ start, end, groups: [token = ''] }) => whole(start, end, token),
};

export const AUTHORIZATION: Shape<'whole'> = {
  pattern:
    /(?<![A-Za-z])(?:Basic|Bearer)(?: |%20|\+)((?!(?:Basic|Bearer)\b)(?![a-z]{1,20}(?:-[a-z]{1,20}){0,3}(?![\w.~+/=-]))(?=[A-Za-z0-9._~+/-]{6})[A-Za-z0-9._~+/-]+=*)/
      .source,
  sign: 'B(?:asic|earer)[ %+]',
  read: ({ end, groups: [, credentials = ''] }) => whole(end - credentials.length, end, credentials),
};
