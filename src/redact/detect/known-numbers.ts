import { BETWEEN_GROUPS, countryCodeOf } from '../replace/phone-number.js';

/** Phone numbers seen in any document, matched by their digits in any spelling. */
export interface KnownNumbers {
  add(original: string): void;
  has(original: string): boolean;
  /** The known number that digits without a plus sign stand for. */
  meantBy(digits: string): string | undefined;
  /** A quick check that keeps ids and times cheap: false if no known number can end in this text. */
  mayBeIn(text: string): boolean;
}

const TAILS = 1_000_000;

export function knownNumbers(): KnownNumbers {
  const originals = new Set<string>();
  const nationals = new Map<string, string>();
  // With a country code, a trunk prefix or neither, a number ends in the same six digits. One bit marks each known
  // ending.
  const tails = new Uint8Array(TAILS / 8);
  const isTail = (tail: number) => ((tails[tail >> 3] as number) & (1 << (tail & 7))) !== 0;

  return {
    add(original) {
      originals.add(original);
      const tail = Number(original.slice(-6));
      tails[tail >> 3] = (tails[tail >> 3] as number) | (1 << (tail & 7));
      const national = original.slice(countryCodeOf(original).length);
      if (national.length >= 8 && !nationals.has(national)) nationals.set(national, original);
    },
    has: (original) => originals.has(original),
    meantBy(digits) {
      if (digits.length > 18) return undefined;
      if (originals.has(digits)) return digits;
      const national = nationals.get(digits);
      if (national !== undefined || digits[0] !== '0') return national;
      const bare = digits.startsWith('011') ? digits.slice(3) : digits.slice(2);
      return digits[1] !== '0' && !digits.startsWith('011')
        ? nationals.get(digits.slice(1))
        : originals.has(bare)
          ? bare
          : nationals.get(digits.slice(1));
    },
    mayBeIn(text) {
      if (originals.size === 0 || (text.length > 64 && !DIGITS.test(text))) return false;
      let tail = 0;
      let digits = 0;
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code >= 48 && code <= 57) {
          tail = tail * 10 + code - 48;
          if (tail >= 100 * TAILS) tail %= TAILS;
          digits++;
          continue;
        }
        if (digits >= 7 && isTail(tail % TAILS)) return true;
        // Separators between groups of digits: space ( ) - . and their typographic variants.
        if (code < 128) {
          if (code !== 32 && code !== 40 && code !== 41 && code !== 45 && code !== 46) digits = 0;
        } else if (!IS_BETWEEN.test(text[i] as string)) digits = 0;
      }
      return digits >= 7 && isTail(tail % TAILS);
    },
  };
}

const IS_BETWEEN = new RegExp(`[${BETWEEN_GROUPS}]`);
const SIGNS = `[${BETWEEN_GROUPS}]{1,2}`;
const DIGITS = new RegExp(`\\d{7}|\\d${SIGNS}\\d{2,14}${SIGNS}\\d\\d|\\d{2,14}${SIGNS}\\d{4}`);
