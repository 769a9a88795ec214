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

/** What a code is for, in the messages that send it. Error codes, status codes and area codes have other words. */
const CODES = [
  ...[
    '[Yy]our',
    '[Vv]erification',
    '[Ll]ogin',
    '[Ss]ign-in',
    '[Aa]ccess',
    '[Gg]ate',
    '[Dd]oor',
    '[Ee]ntry',
    '[Aa]larm',
  ],
  ...['[Cc]onfirmation', '[Oo]ne-time', '[Ss]ecurity', '[Aa]uthentication', '[Aa]ctivation', '[Uu]nlock', '[Ll]ocker'],
];
const CODE_VALUE = '(\\d{4,8}|\\d{3}[- ]\\d{3})(?![\\w-]|\\.\\d)';

/** A code that a person got in a message: `Your code is 804127`, `gate code 730518`. */
const SENT_CODE: SecretShape<'value'> = {
  pattern: `(?<![A-Za-z-])(?:${CODES.join('|')}) (?:[Cc]ode|CODE|[Pp]asscode)(?:\\s?[:=]\\s?| is:? | was )${CODE_VALUE}|(?<![A-Za-z-])(?:[Vv]erification|[Gg]ate|[Dd]oor|[Ee]ntry|[Aa]larm|[Oo]ne-time|[Uu]nlock|[Ll]ocker) code ${CODE_VALUE}`,
  heads: [...new Set(CODES.flatMap(headsOf))],
  read({ end, groups: [, named, plain] }) {
    const value = named ?? plain ?? '';
    return { parts: [{ part: 'value', original: value, start: end - value.length, end }], next: end };
  },
};

/** The code before its name: `804127 is your code`. */
const CODE_BEFORE: SecretShape<'value'> = {
  pattern: '(?:[Ii]s|IS) your (?:[A-Za-z-]{2,20} ){0,2}(?:code|Code|OTP|PIN|passcode)(?![A-Za-z])',
  heads: ['is ', 'Is ', 'IS '],
  read({ text, start, end }) {
    const before = text.slice(Math.max(0, start - 24), start);
    const [, value] = /(?:^|[^\w.-]|[A-Z]-)(\d{4,8}|\d{3}[- ]\d{3}) $/.exec(before) ?? [];
    if (value === undefined) return nothing(end);
    const to = start - 1;
    return { parts: [{ part: 'value', original: value, start: to - value.length, end: to }], next: end };
  },
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
  row(SENT_CODE, 'value', 'codes that a message sends', 'Your code is 804127', {
    examples: ['your verification code is 1234', 'the gate code 730518', 'Login code: 482 913', 'one-time code 99120'],
    keeps: [
      'error code 21211',
      'the status code is 4220',
      'area code 5035',
      'your code is wrong',
      'your code 4004 lines long',
      'access code 4040',
      'the verification code is invalid',
      'your code is 12',
      'security code 404',
      'country code: 4930',
    ],
  }),
  row(CODE_BEFORE, 'value', 'codes before their name', '804127 is your code', {
    examples: ['G-482913 is your verification code.', '482 913 is your one-time passcode', '99120 is your PIN'],
    keeps: ['21211 is your error', 'what is your code', '12 is your code', 'error_21211 is your codec'],
  }),
  row(CARD_CODE, 'value', 'security codes of cards after their name', 'CVV: 123', {
    examples: ['cvv 1234', 'the security code is 123', 'CVC="123"'],
    keeps: ['CVV is required', 'CVV 12', 'security code 404', 'the security code: see the card', 'csc 123'],
  }),
];
