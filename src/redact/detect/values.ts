import { RESERVED } from '../encode/code-literals.js';
import { packedSpellings, packedWithEscapes, readableSpellings } from '../encode/spellings.js';
import type { Policy } from '../policy/default-policy.js';
import type { Ordinals } from '../replace/ordinals.js';
import { BETWEEN_GROUPS, digitsOf, wholeNumber } from '../replace/phone-number.js';
import { PHONE, type Replacement, SECRET } from '../replace/replacements.js';
import { REPLACEMENTS, type Rule } from '../rules.js';
import { knownNumbers } from './known-numbers.js';
import type { Literal } from './literals.js';
import { isOrdinaryWord } from './ordinary-words.js';

export interface ValueLocation {
  readonly document: string;
  readonly path: readonly (string | number)[];
}

export interface Value {
  readonly rule: Rule;
  readonly original: string;
  /** Undefined if the value was known in advance. */
  readonly place: ValueLocation | undefined;
  count: number;
  replacement: string;
}

/** The value that a text in the search index belongs to. `isEncoded`: the text is base64 or hexadecimal. */
export interface Meaning {
  readonly value: Value;
  readonly isEncoded: boolean;
}

const MAX_FIELD_NAMES = 100_000;
/** With more values, only the usual encodings of each are searched for. */
const FEW = 2000;

export class Values {
  /** Phone numbers, to recognize their digits without a plus sign. */
  readonly numbers = knownNumbers();
  size = 0;
  /** How often a secret was added that was known already. */
  repeated = 0;
  readonly #values = new Map<Replacement, Map<string, Value>>(REPLACEMENTS.map((one) => [one, new Map()]));
  readonly #fieldNames = new Set<string>();
  readonly #keep: ReadonlySet<string>;

  constructor(
    readonly policy: Policy,
    readonly ordinals: Ordinals,
  ) {
    this.#keep = new Set(policy.keep.flatMap(originalsOf));
  }

  /** Adds a value. `place` is undefined for a value that is known in advance. */
  add(rule: Rule, original: string, place?: () => ValueLocation): void {
    const { replacement } = rule;
    const values = this.#values.get(replacement);
    if (!values || this.#keep.has(original)) return;
    if (values.has(original)) {
      if (replacement === SECRET) this.repeated++;
      return;
    }
    this.ordinals.learn(replacement, original);
    if (replacement.isReplacement(original)) return;
    this.size++;
    values.set(original, { rule, original, place: place?.(), count: 0, replacement: '' });
    if (replacement === PHONE) this.numbers.add(original);
  }

  addFieldName(name: string): void {
    if (this.#fieldNames.size < MAX_FIELD_NAMES) this.#fieldNames.add(name);
  }

  get({ replacement }: Rule, original: string): Value | undefined {
    return this.#values.get(replacement)?.get(original);
  }

  all(): readonly Value[] {
    return REPLACEMENTS.flatMap((one) => [...(this.#values.get(one)?.values() ?? [])]);
  }

  isOn({ policy }: Rule): boolean {
    const value = policy === undefined || this.policy[policy];
    return Array.isArray(value) ? value.length > 0 : value !== false;
  }

  /** The original of a value that a rule finds by its place. Undefined if there is nothing to replace. */
  originalOf(rule: Rule, text: string): string | undefined {
    if (!this.isOn(rule)) return undefined;
    const { replacement } = rule;
    if (replacement !== PHONE) return text.trim() === '' || replacement.isReplacement(text.trim()) ? undefined : text;
    const digits = NUMBER.test(text) ? digitsOf(text) : '';
    // If the same digits occur elsewhere with a plus sign, the country is known.
    return this.numbers.has(digits) ? digits : wholeNumber(text);
  }

  /** Assigns the replacements, and returns the texts to search for. */
  literals(): Literal<Meaning>[] {
    const values = this.all();
    const isFew = values.length <= FEW;
    // Ordinals follow the order of first appearance, not the order of replacement.
    for (const value of values) value.replacement = this.ordinals.replacementOf(value.rule.replacement, value.original);
    return values.flatMap((value) => (isEverywhere(value, this.#fieldNames) ? literalsOf(value, isFew) : []));
  }
}

const NUMBER = new RegExp(`^[\\d${BETWEEN_GROUPS}]{7,24}$`);

function originalsOf(word: string): string[] {
  const digits = word.startsWith('+') ? digitsOf(word) : wholeNumber(word);
  return [word, ...(word.includes('@') ? [word.toLowerCase()] : []), ...(digits ? [digits] : [])];
}

/** Parts of replacements. A search for them would find matches in every file. */
const FRAGMENTS = REPLACEMENTS.map(({ fragments }) => fragments).join(' ');
// Words of the file format. A field with such a value may be replaced, but recordings need these words elsewhere.
const OF_THE_FORMAT = new Set(
  'cassette input output sandbox documented live refused reset timeout aborted too_large'.split(' '),
);

/** Whether a value is searched for in every text. Others are replaced only in fields with their name. */
function isEverywhere({ rule, original, place }: Value, fields: ReadonlySet<string>): boolean {
  const { everywhere } = rule.replacement.search;
  if (everywhere === 'always') return true;
  const lower = original.toLowerCase();
  if (place === undefined) return !FRAGMENTS.includes(lower);
  const least = /^\d+$/.test(original) ? everywhere.digits : everywhere.text;
  // A short word of letters in an address, such as `postgres`, also occurs in ordinary text.
  if (rule.detector.in === 'url' && /^[a-z]{1,8}$/.test(original)) return false;
  if (original.length < least || original.length > 4096 || RESERVED.has(original)) return false;
  if (OF_THE_FORMAT.has(lower) || isOrdinaryWord(original) || FRAGMENTS.includes(lower)) return false;
  return !(/^[a-z][a-z0-9_]*$/.test(original) && fields.has(original));
}

/** The texts to search for. `isFew`: there are so few values that each may have many texts. */
export function literalsOf(value: Value, isFew: boolean): Literal<Meaning>[] {
  const { original, place, rule } = value;
  const { isReplacement, search } = rule.replacement;
  const spellings = search.spelling === 'digits' ? [original] : readableSpellings(original, !search.wholeWord);
  const readable = spellings.filter((text) => !isReplacement(text));
  // Few values are known in advance, so each may have many spellings.
  const encodings = place === undefined && !search.hasShape ? packedWithEscapes : packedSpellings;
  const encoded = search.hasShape && !isFew ? [] : encodings(search.encoded?.(original) ?? original);
  return [
    ...readable.map((text) => ({ text, whole: search.wholeWord, means: { value, isEncoded: false } })),
    ...encoded
      .filter((text) => !readable.includes(text))
      .map((text) => ({ text, whole: false, means: { value, isEncoded: true } })),
  ];
}
