import { nothing } from '../shapes/shape.js';
import { row, type SecretText } from './secret-text.js';
import type { SecretShape } from './token-format.js';

/** Names of numbers that belong to one person, as texts write them. */
const NAMES = [
  ...['SSN', 'ssn', 'Ssn', '[Ss]ocial [Ss]ecurity', 'SIN', '[Ss]ocial [Ii]nsurance', 'ITIN', 'EIN', '[Tt]ax ID'],
  ...['NHS', 'NINO', 'NI', '[Nn]ational [Ii]nsurance', '[Nn]ational ID', 'CPF', 'CNPJ', '[Aa]adhaar', 'AADHAAR', 'PAN'],
  ...['DNI', 'NIE', 'NIF', '[Cc]odice [Ff]iscale', 'Steuer-?ID', 'Steueridentifikationsnummer', 'Steuernummer'],
  ...['Sozialversicherungsnummer', 'SVNR', 'AHV', 'NIR', 'INSEE', 'BSN', 'PESEL', '[Pp]ersonnummer', 'CPR', 'TFN'],
  ...['[Pp]assport', 'PASSPORT', "[Dd]river[’']?s?[’']? [Ll]icen[cs]e", '[Bb]ank [Aa]ccount', '[Rr]outing'],
];
/** The first three characters of a name, in each spelling. */
const headsOf = (name: string): readonly string[] =>
  [...name.matchAll(/\[(..)\]|([^[\]?])/g)]
    .slice(0, 3)
    .reduce<string[]>(
      (heads, [, either, one = '']) => heads.flatMap((head) => [...(either ?? one)].map((c) => head + c)),
      [''],
    )
    .map((head) => head.padEnd(3, ' '));

const BETWEEN =
  '(?:\\s(?:[Nn]umber|NUMBER|[Nn]o\\.?|[Nn]r\\.?|code))?[\\s"\'`]{0,2}(?:\\s?(?:is|was)\\s|[:=#]\\s{0,2})?\\\\*["\'`]?';
const NUMBER = '[A-Z]{0,5} ?\\d(?:[ ./-]?\\d|[A-Z]){4,20}(?: [A-Z](?![A-Za-z]))?(?![\\w-]|\\.\\d)';
const DATE = /^(?:\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4})$/;
const MIN_DIGITS = 6;

/** The number of a person after its name. Its form and its check digits are those of many countries. */
const NAMED_NUMBER: SecretShape<'value'> = {
  pattern: `(?<![A-Za-z-])(?:${NAMES.join('|')})${BETWEEN}(${NUMBER})`,
  heads: [...new Set(NAMES.flatMap(headsOf))],
  read({ end, groups: [, value = ''] }) {
    const original = value.trim();
    const digits = original.replace(/\D/g, '').length;
    const isNumber = digits >= MIN_DIGITS || /^[A-Z]{5}\d{4}[A-Z]$/.test(original);
    return isNumber && !DATE.test(original)
      ? { parts: [{ part: 'value', original, start: end - original.length, end }], next: end }
      : nothing(end);
  },
};

/** The security code of a payment card after its name. */
const CARD_CODE: SecretShape<'value'> = {
  pattern:
    '(?<![A-Za-z-])(?:(?:CVV2?|CVC2?|CSC|cvv2?|cvc2?)(?:\\scode)?|[Ss]ecurity [Cc]ode(?=\\s?(?:[:=]|is\\s)))[\\s"\'`]{0,2}(?:\\s?(?:is|was)\\s|[:=#]\\s{0,2})?\\\\*["\'`]?(\\d{3,4})(?![\\w-]|\\.\\d)',
  heads: ['CVV', 'CVC', 'CSC', 'cvv', 'cvc', 'sec', 'Sec'],
  read: ({ end, groups: [, value = ''] }) => ({
    parts: [{ part: 'value', original: value, start: end - value.length, end }],
    next: end,
  }),
};

export const NAMED_NUMBERS: readonly SecretText[] = [
  row(NAMED_NUMBER, 'value', 'numbers of a person after their name', 'SSN: 536-90-4399', {
    examples: [
      'social security number 536-90-4399',
      'my ssn is 536904399',
      '"ssn": 536904399',
      'NI number QQ 12 34 56 C',
      'NHS number 943 476 5919',
      'CPF 529.982.247-25',
      'Aadhaar: 2341 2341 2346',
      'PAN ABCDE1234F',
      'DNI 12345678Z',
      'SIN 046 454 286',
      'Steuer-ID 86095742719',
      'NIR 2 55 08 14 168 025 38',
      'BSN 111222333',
      'PESEL 44051401359',
      'passport number C01X00T47',
      "driver's license no. D1234567",
      'bank account number 40817263554',
      'routing number: 021000021',
    ],
    keeps: [
      'SSN is required',
      'SSN: 123',
      'the SIN of 30 degrees',
      'NI 2024-01-02',
      'passport 01.02.2024',
      'routing 206 calls',
      'KNI 123456789',
      'PAN 12345',
      'passport-jwt 4.0.100',
      'the bank account is closed',
    ],
  }),
  row(CARD_CODE, 'value', 'security codes of cards after their name', 'CVV: 123', {
    examples: ['cvv 1234', 'the security code is 123', 'CVC="123"'],
    keeps: ['CVV is required', 'CVV 12', 'security code 404', 'the security code: see the card', 'csc 123'],
  }),
];
