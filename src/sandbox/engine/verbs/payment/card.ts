import { hasCheckDigit } from '../../../../util/index.js';

/** The entries of a card, in the order in which they are collected. */
export const FIELDS = ['payment-card-number', 'expiration-date', 'security-code', 'postal-code'] as const;
export type Field = (typeof FIELDS)[number];
export type Card = Readonly<Partial<Record<Field, string>>>;

const TYPES: readonly (readonly [string, RegExp])[] = [
  ['visa', /^4/],
  ['amex', /^3[47]/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['discover', /^(6011|65|64[4-9])/],
  ['diners-club', /^3(0[0-5]|[68])/],
  ['jcb', /^35/],
  ['maestro', /^(50|5[6-9]|6)/],
];

export const typeOfCard = (number: string): string => TYPES.find(([, looks]) => looks.test(number))?.[0] ?? '';

/** Only the last four digits are shown. */
export const maskedCard = (number: string): string => '*'.repeat(Math.max(0, number.length - 4)) + number.slice(-4);

interface Rules {
  readonly valid_card_types: string;
  readonly min_postal_code_length: number;
}

/** Returns what is wrong with an entry. */
export function cardError(field: Field, digits: string, card: Card, rules: Rules, now: string): string | undefined {
  switch (field) {
    case 'payment-card-number':
      if (!hasCheckDigit(digits)) return 'invalid-card-number';
      return rules.valid_card_types.split(/\s+/).includes(typeOfCard(digits)) ? undefined : 'invalid-card-type';
    case 'expiration-date':
      return isFuture(digits, now) ? undefined : 'invalid-date';
    case 'security-code': {
      const length = typeOfCard(card['payment-card-number'] ?? '') === 'amex' ? 4 : 3;
      return digits.length === length ? undefined : 'invalid-security-code';
    }
    case 'postal-code':
      return digits.length >= rules.min_postal_code_length ? undefined : 'invalid-postal-code';
  }
}

/** Month and year as `MMYY`. A card is valid to the end of its month. */
function isFuture(digits: string, now: string): boolean {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digits) ?? [];
  return month !== '' && `20${year}-${month}` >= now.slice(0, 7);
}
