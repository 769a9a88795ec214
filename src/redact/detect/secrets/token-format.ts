import { type Shape, whole } from '../shapes/shape.js';

/** The characters of a part of a token, as the inside of a character class. */
export type Alphabet = (typeof ALPHABETS)[keyof typeof ALPHABETS];
export const ALPHABETS = {
  digits: '0-9',
  hex: '0-9a-f',
  lower: '0-9a-z',
  upper: '0-9A-Z',
  letters: '0-9A-Za-z',
  url: '0-9A-Za-z_-',
  dotted: '0-9A-Za-z._-',
  base64: '0-9A-Za-z+/',
} as const;

/** A run of characters. The length is exact, unless `max` is given. `max` of `Infinity`: any length from `min`. */
export interface Run {
  readonly of: Alphabet;
  readonly min: number;
  readonly max: number;
}

/** The published form of a token: its prefixes, alphabet and length. */
export interface TokenFormat {
  readonly finds: string;
  /** Each has at least three characters. */
  readonly prefixes: readonly string[];
  readonly parts: readonly (Run | string)[];
}

/** A shape of secrets. It is tried only where one of its heads is, which is faster than a search for it. */
export interface SecretShape<Part extends string = string> extends Shape<Part> {
  /** The first three characters of each match. */
  readonly heads: readonly string[];
}

/** Longer tokens end here. The rest of a longer run of letters is replaced with the token. */
const MAX_LENGTH = 2048;

export function tokenShape({ prefixes, parts }: TokenFormat): SecretShape<'whole'> {
  const [first = ''] = parts.filter((one) => typeof one !== 'string').map(({ of }) => of);
  const last = parts.findLast((one) => typeof one !== 'string')?.of ?? first;
  const pattern = parts
    .map((one) => (typeof one === 'string' ? quoted(one) : `[${one.of}]{${one.min},${Math.min(one.max, MAX_LENGTH)}}`))
    .join('');
  return {
    pattern: `(?<![0-9A-Za-z_-])((?:${prefixes.map(quoted).join('|')})${pattern})(?![${last}])`,
    heads: prefixes.map((one) => one.slice(0, 3)),
    read: ({ start, end, groups: [token = ''] }) => whole(start, end, token),
  };
}

const quoted = (text: string) => text.replace(/[^\w-]/g, '\\$&');

/** A token of the shortest valid length. Not written out, because other scanners would report it. */
export const exampleOf = ({ prefixes: [prefix = ''], parts }: TokenFormat): string =>
  prefix + parts.map((one) => (typeof one === 'string' ? one : sampleOf(one.of, one.min))).join('');

/** A text that begins like a token and is too short for one. */
export function nearMissOf({ prefixes: [prefix = ''], parts }: TokenFormat): string {
  const at = parts.findLastIndex((one) => typeof one !== 'string');
  return (
    prefix +
    parts
      .slice(0, at + 1)
      .map((one, i) => (typeof one === 'string' ? one : sampleOf(one.of, i === at ? one.min - 1 : one.min)))
      .join('')
  );
}

/** Letters and digits of an alphabet, in an order without words. */
function sampleOf(alphabet: Alphabet, length: number): string {
  const chars = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((char) =>
    new RegExp(`[${alphabet}]`).test(char),
  );
  return Array.from({ length }, (_, i) => chars[(i * 7 + 3) % chars.length]).join('');
}
