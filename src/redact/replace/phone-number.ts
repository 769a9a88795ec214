/**
 * The separators between the groups of a phone number, for use inside a character class: space, dot, hyphen and
 * parentheses, their typographic variants (no-break and narrow spaces, dashes, the minus sign), and invisible
 * characters.
 */
export const BETWEEN_GROUPS = ' .()\\u00a0\\u2000-\\u200d\\u2010-\\u2015\\u202f\\u2060\\u2212\\ufeff-';

const TWO_DIGITS = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/** The country code of a number in E.164 digits. Empty if it has none, as in a national number with its leading 0. */
export function countryCodeOf(digits: string): string {
  const [first = ''] = digits;
  if (first === '1' || first === '7') return first;
  const two = digits.slice(0, 2);
  if (TWO_DIGITS.has(two)) return two;
  return first >= '2' && digits.length > 2 ? digits.slice(0, 3) : '';
}

/**
 * Whether a number cannot be assigned to a subscriber: in North America 555-0100 to 555-0199 and exchanges that begin
 * with 0 or 1, except behind 555, where people write real numbers without their area; in other countries, and for other lengths, numbers with 00 after the country code. Redaction takes its
 * replacements from these numbers and recognizes them by this check.
 */
export function isFictional(digits: string): boolean {
  const country = countryCodeOf(digits);
  if (country === '1' && digits.length === 11)
    return /^1(?:[2-9]\d\d55501\d\d|(?!555)[2-9]\d\d[01]\d{6})$/.test(digits);
  return digits.startsWith('00', country.length);
}

/** The replacement for an ordinal, like the original in country and length. Undefined if none is left. */
export function fictionalNumber(original: string, ordinal: number): string | undefined {
  const country = countryCodeOf(original);
  if (country === '1' && original.length === 11) {
    const beyond = ordinal - 80_000;
    if (beyond < 0) return `1${200 + Math.floor(ordinal / 100)}55501${pad(ordinal % 100, 2)}`;
    return `1${200 + Math.floor(beyond / 2_000_000)}${pad(beyond % 2_000_000, 7)}`;
  }
  const room = original.length - country.length - 2;
  const number = pad(ordinal, Math.max(room, 0));
  return number.length > room ? undefined : `${country}00${number}`;
}

/** Replaces the digits of `spelled` from the right by those of the replacement. Separators and trunk prefixes stay. */
export function respell(spelled: string, original: string, replacement: string): string {
  if (spelled.endsWith(original) && replacement.length === original.length)
    return spelled.slice(0, -original.length) + replacement;
  // The `2` of an escaped plus sign (`%2B`) is not part of the number.
  const [sign = ''] = /^%2[Bb]/.exec(spelled) ?? [];
  const country = countryCodeOf(original).length;
  const digits = digitsOf(spelled.slice(sign.length)).length;
  let left = digits >= original.length ? original.length : Math.min(digits, original.length - country);
  let at = replacement.length;
  let out = '';
  for (let i = spelled.length - 1; i >= sign.length; i--) {
    const char = spelled[i] as string;
    if (left > 0 && char >= '0' && char <= '9') {
      out = replacement[--at] + out;
      left--;
    } else out = char + out;
  }
  return sign + out;
}

/** Removes the prefix that is dialled in place of the plus sign. */
export const withoutPrefix = (digits: string): string => digits.replace(/^(?:00|011)(?=[1-9]\d{6})/, '');

export const digitsOf = (text: string): string => text.replace(/\D+/g, '');

const pad = (number: number, length: number) => String(number).padStart(length, '0');

/** The digits of a value that contains one phone number and nothing else, usually without a plus sign. */
export function wholeNumber(value: string): string | undefined {
  // Too long for a phone number, but the value contains nothing else.
  if (/^\+?[1-9]\d{15,19}$/.test(value)) return digitsOf(value);
  if (value.length > 24 || !GROUPED.test(value)) return undefined;
  const digits = withoutPrefix(digitsOf(value));
  if (digits.length < 10 || digits.length > 15) return undefined;
  // In North America, no exchange begins with 0 or 1.
  return digits.length === 10 && /^[2-9]\d\d[2-9]/.test(digits) ? `1${digits}` : digits;
}

const GROUPED = new RegExp(`^\\(?\\d[\\d${BETWEEN_GROUPS}]{7,}\\d$`);
