/** Invisible characters that change the text direction or end a line, for use inside a character class. */
export const UNSEEN = '\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

/** The code of a character, as in an escape. */
export const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, '0');
