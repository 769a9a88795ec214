import { hasCheckDigit } from '../../../util/index.js';

/** What a caller enters for a payment, in this order. */
export const CARD_ENTRIES = ['payment-card-number', 'expiration-date', 'security-code', 'postal-code'] as const;
export const BANK_ENTRIES = ['bank-routing-number', 'bank-account-number'] as const;
export type Entry = (typeof CARD_ENTRIES)[number] | (typeof BANK_ENTRIES)[number];
export type Entries = Readonly<Partial<Record<Entry, string>>>;

const BRANDS: readonly (readonly [brand: string, pattern: RegExp])[] = [
  ['amex', /^3[47]\d{13}$/],
  ['visa', /^4(?:\d{12}|\d{15}|\d{18})$/],
  ['mastercard', /^(?:5[1-5]|2[2-7])\d{14}$/],
  ['discover', /^6(?:011|5\d\d|4[4-9]\d)\d{12,15}$/],
  ['diners-club', /^3(?:0[0-5]|[68]\d)\d{11}$/],
  ['jcb', /^35\d{14}$/],
  ['maestro', /^(?:50|5[6-9]|6)\d{10,17}$/],
];

/** The brand of a card; empty if its number has no known beginning and length. */
export const brandOf = ({ 'payment-card-number': number = '' }: Entries): string =>
  BRANDS.find(([, pattern]) => pattern.test(number))?.[0] ?? '';

/** Only the last four digits of a card or an account are shown. */
export const masked = (number: string): string => number.replace(/.(?=.{4})/g, '*');

interface CardRules {
  readonly brands: string;
  readonly min_postal_code_length: number;
}

/** Returns the error of an entry; undefined if it is valid. */
export function entryError(entry: Entry, digits: string, entries: Entries, rules: CardRules, at: string) {
  if (digits === '') return 'timeout';
  switch (entry) {
    case 'payment-card-number': {
      if (!hasCheckDigit(digits)) return 'invalid-card-number';
      const brand = brandOf({ [entry]: digits });
      return brand !== '' && rules.brands.split(/\s+/).includes(brand) ? undefined : 'invalid-card-type';
    }
    case 'expiration-date':
      return isFuture(digits, at) ? undefined : 'invalid-date';
    case 'security-code':
      return digits.length === (brandOf(entries) === 'amex' ? 4 : 3) ? undefined : 'invalid-security-code';
    case 'postal-code':
      return digits.length >= rules.min_postal_code_length ? undefined : 'invalid-postal-code';
    case 'bank-routing-number':
      return digits.length === 9 ? undefined : 'invalid-bank-routing-number';
    case 'bank-account-number':
      return digits.length >= 4 && digits.length <= 17 ? undefined : 'invalid-bank-account-number';
  }
}

/** Month and year as `MMYY`. A card is valid to the end of its month. */
function isFuture(digits: string, at: string): boolean {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digits) ?? [];
  return month !== '' && `20${year}-${month}` >= at.slice(0, 7);
}
