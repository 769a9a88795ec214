import { RESERVED } from '../code/reserved-words.js';
import { packedSpellings, packedWithEscapes, readableSpellings } from '../encode/spellings.js';
import type { Kind, Space } from '../policy/kinds.js';
import { isReplacement } from '../replace/ordinals.js';
import type { Literal } from './literals.js';

/** Something that was recognised, and what became of it. */
export interface Seen {
  readonly kind: Kind;
  readonly space: Space;
  readonly original: string;
  /** Where it was found first; undefined: it was known before. */
  readonly place: { readonly document: string; readonly field: readonly (string | number)[] } | undefined;
  count: number;
  replacement: string;
}

/** What a text that is looked for means. */
export interface Meaning {
  readonly seen: Seen;
  readonly packed: boolean;
}

// Parts of replacements: looked for everywhere, they would be found in every file.
const OWN = 'user example.com host secret_ word_ name cut 000000000000 00000000-0000-4000-8000- 2001:db8:: 55501';
// Words of the format and of credentials: a field that holds one may be replaced, but no recording can do without them.
const OF_THE_FORMAT = new Set(
  (
    'cassette http input output sandbox documented live refused reset timeout aborted too_large ' +
    'get put post head patch delete options https bearer basic'
  ).split(' '),
);

/** Looked for in every text, or replaced only where its field said what it is. */
export function isEverywhere({ space, original, place }: Seen, fields: ReadonlySet<string>): boolean {
  if (space === 'phone' || space === 'ip' || space === 'address') return true;
  if (place === undefined) return !OWN.includes(original.toLowerCase());
  const least = space === 'name' ? 3 : /^\d+$/.test(original) ? 8 : 6;
  if (original.length < least || original.length > 4096 || RESERVED.has(original)) return false;
  if (OF_THE_FORMAT.has(original.toLowerCase())) return false;
  return !OWN.includes(original.toLowerCase()) && !(/^[a-z][a-z0-9_]*$/.test(original) && fields.has(original));
}

/** The texts by which it is found again. `few`: so few that each may have many. */
export function literalsOf(seen: Seen, few: boolean): Literal<Meaning>[] {
  const whole = seen.space !== 'secret';
  const isDigits = seen.space === 'phone' || seen.space === 'ip';
  const readable = (isDigits ? [seen.original] : readableSpellings(seen.original, !whole)).filter(
    (text) => !isReplacement(seen.space, text),
  );
  // Shapes are found by unpacking; only for so many is every packed form looked for as well.
  const shaped = seen.space === 'phone' || seen.space === 'address' || seen.space === 'ip' || seen.space === 'host';
  const original = seen.space === 'phone' ? `+${seen.original}` : seen.original;
  // Of what was known before there are few: each may have many spellings.
  const packings = seen.place === undefined && !shaped ? packedWithEscapes : packedSpellings;
  const packed = shaped && !few ? [] : packings(original);
  return [
    ...readable.map((text) => ({ text, whole, means: { seen, packed: false } })),
    ...packed
      .filter((text) => !readable.includes(text))
      .map((text) => ({ text, whole: false, means: { seen, packed: true } })),
  ];
}
