import { RESERVED } from '../code/reserved-words.js';
import { packedSpellings, packedWithEscapes, readableSpellings } from '../encode/spellings.js';
import type { Kind, Space } from '../policy/kinds.js';
import { isReplacement } from '../replace/ordinals.js';
import type { Literal } from './literals.js';

/** A recognized value and its replacement. */
export interface Seen {
  readonly kind: Kind;
  readonly space: Space;
  readonly original: string;
  /** Where the value was found first. Undefined if it was known in advance. */
  readonly place: { readonly document: string; readonly field: readonly (string | number)[] } | undefined;
  count: number;
  replacement: string;
}

/** What a text in the search index stands for. */
export interface Meaning {
  readonly seen: Seen;
  readonly packed: boolean;
}

// Parts of replacements. A search for them would find matches in every file.
const OWN = 'user example.com host secret_ word_ name cut 000000000000 00000000-0000-4000-8000- 2001:db8:: 55501';
// Words of the file format and of credentials. A field with such a value may be replaced, but recordings need these
// words elsewhere.
const OF_THE_FORMAT = new Set(
  (
    'cassette http input output sandbox documented live refused reset timeout aborted too_large ' +
    'get put post head patch delete options https bearer basic'
  ).split(' '),
);

/**
 * Whether a value is searched for in every text. Other values are replaced only where the field name identifies them.
 */
export function isEverywhere({ space, original, place }: Seen, fields: ReadonlySet<string>): boolean {
  if (space === 'phone' || space === 'ip' || space === 'address') return true;
  if (place === undefined) return !OWN.includes(original.toLowerCase());
  const least = space === 'name' ? 3 : /^\d+$/.test(original) ? 8 : 6;
  if (original.length < least || original.length > 4096 || RESERVED.has(original)) return false;
  if (OF_THE_FORMAT.has(original.toLowerCase())) return false;
  return !OWN.includes(original.toLowerCase()) && !(/^[a-z][a-z0-9_]*$/.test(original) && fields.has(original));
}

/** The texts to search for. `few`: there are so few values that each may have many texts. */
export function literalsOf(seen: Seen, few: boolean): Literal<Meaning>[] {
  const whole = seen.space !== 'secret';
  const isDigits = seen.space === 'phone' || seen.space === 'ip';
  const readable = (isDigits ? [seen.original] : readableSpellings(seen.original, !whole)).filter(
    (text) => !isReplacement(seen.space, text),
  );
  // Values with a shape are found by decoding. Their encoded forms are added only if there are few values.
  const shaped = seen.space === 'phone' || seen.space === 'address' || seen.space === 'ip' || seen.space === 'host';
  const original = seen.space === 'phone' ? `+${seen.original}` : seen.original;
  // Few values are known in advance, so each may have many spellings.
  const packings = seen.place === undefined && !shaped ? packedWithEscapes : packedSpellings;
  const packed = shaped && !few ? [] : packings(original);
  return [
    ...readable.map((text) => ({ text, whole, means: { seen, packed: false } })),
    ...packed
      .filter((text) => !readable.includes(text))
      .map((text) => ({ text, whole: false, means: { seen, packed: true } })),
  ];
}
