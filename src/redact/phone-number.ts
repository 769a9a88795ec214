// Country codes of one and two digits; all others have three.
const COUNTRY = /^(?:1|7|2[07]|3[0123469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/** The country code of a number in E.164 digits; empty when it has none (a national number with its leading 0). */
export const countryCodeOf = (digits: string): string => COUNTRY.exec(digits)?.[0] ?? '';

/**
 * Numbers nobody can have: 555-0100 to 555-0199 in North America, and exchanges there that begin with 0 or 1;
 * elsewhere national numbers that begin with 00. Replacements come from here and are recognised by it.
 */
export function isFictional(digits: string): boolean {
  const country = countryCodeOf(digits);
  if (country === '1') return /^1(?:[2-9]\d\d55501\d\d|[2-9]\d\d[01]\d{6})$/.test(digits);
  return digits.startsWith('00', country.length);
}

/** The number for an ordinal, with the country code and the length of the original; undefined when there are no more. */
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

/** The digits of `spelled` exchanged for those of the replacement, from the right; signs and trunk prefixes stay. */
export function respell(spelled: string, original: string, replacement: string): string {
  // An escaped plus sign has a digit of its own.
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

export const digitsOf = (text: string): string => text.replace(/\D+/g, '');

const pad = (number: number, length: number) => String(number).padStart(length, '0');
