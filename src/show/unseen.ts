/** Signs that turn the direction of text or end a line unseen, as the inside of a class. */
export const UNSEEN = '\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

/** The number of a sign, as an escape has it. */
export const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, '0');
