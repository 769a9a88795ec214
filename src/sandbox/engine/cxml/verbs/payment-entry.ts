import { hasCheckDigit } from '../../../../util/index.js';

/** What the caller enters for a payment, one after the other. */
export const ITEMS = [
  'payment-card-number',
  'expiration-date',
  'security-code',
  'postal-code',
  'bank-routing-number',
  'bank-account-number',
] as const;
export type Item = (typeof ITEMS)[number];

const CARDS: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['amex', /^3[47]\d{13}$/],
  ['visa', /^4(?:\d{12}|\d{15})$/],
  ['mastercard', /^(?:5[1-5]|2[2-7])\d{14}$/],
  ['discover', /^6(?:011|5)\d{12,13}$/],
  ['maestro', /^(?:50|5[6-9]|6)\d{10,17}$/],
  ['diners-club', /^3(?:0[0-5]|[68]\d)\d{11}$/],
  ['jcb', /^35\d{14}$/],
];

export const cardType = (number: string): string | undefined => CARDS.find(([, pattern]) => pattern.test(number))?.[0];

interface Limits {
  readonly validCardTypes: string;
  readonly minPostalCodeLength: number;
  readonly card: string;
  /** The current time in ISO 8601. */
  readonly at: string;
}

/** Returns the error type of an entry, or undefined if it is valid. */
export function entryError(item: Item, entry: string, { validCardTypes, minPostalCodeLength, card, at }: Limits) {
  if (entry === '') return 'input-timeout';
  switch (item) {
    case 'payment-card-number': {
      if (!hasCheckDigit(entry)) return 'invalid-card-number';
      const type = cardType(entry);
      return type !== undefined && validCardTypes.split(/\s+/).includes(type) ? undefined : 'invalid-card-type';
    }
    case 'expiration-date': {
      const [, month = '', year = ''] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(entry) ?? [];
      return month !== '' && `20${year}-${month}` >= at.slice(0, 7) ? undefined : 'invalid-date';
    }
    case 'security-code':
      return entry.length === (cardType(card) === 'amex' ? 4 : 3) ? undefined : 'invalid-security-code';
    case 'postal-code':
      return entry.length >= minPostalCodeLength ? undefined : 'invalid-postal-code';
    case 'bank-routing-number':
      return /^\d{9}$/.test(entry) ? undefined : 'invalid-bank-routing-number';
    case 'bank-account-number':
      return /^\d{4,17}$/.test(entry) ? undefined : 'invalid-bank-account-number';
  }
}

/** Only the last four digits of a card or an account are sent to the server of the user. */
export const masked = (number: string): string => number.replace(/.(?=.{4})/g, '*');
