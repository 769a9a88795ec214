import { isCardNumber } from '../../../util/index.js';
import { nothing, type Reading, type Shape, type ShapePart } from './shape.js';

type Part = 'card' | 'iban' | 'national';

/** Numbers that belong to one person or account, with check digits: payment cards, IBANs and national ids. */
export const PERSONAL_NUMBER: Shape<Part> = {
  pattern:
    '(?:(?<![\\w.+/=-])|(?<=\\\\[nrt])|(?=\\d{4} \\d{4} )(?<=\\w=))(?:([2-6]\\d{3}[ -]?\\d{4}[ -]?\\d{4}(?:[ -]?\\d){1,7}|3\\d{3}[ -]\\d{6}[ -]\\d{4,5})(?![\\w-]|\\.\\d)|([A-Z]{2}\\d\\d(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?)|(\\d{3}\\.\\d{3}\\.\\d{3}-\\d\\d|\\d\\d\\.\\d{3}\\.\\d{3}/\\d{4}-\\d\\d|756\\.\\d{4}\\.\\d{4}\\.\\d\\d|[A-Z]{6}\\d\\d[A-Z]\\d\\d[A-Z]\\d{3}[A-Z])(?![\\w-]|\\.\\d))',
  digits:
    '[2-6]\\d{3}[ -]?\\d{4}[ -]?\\d{4}|3\\d{3}[ -]\\d{6}[ -]|[A-Z]{2}\\d\\d ?[0-9A-Z]{4} ?[0-9A-Z]{4}|\\d\\.\\d{3}[./]\\d{3,4}-|756\\.\\d|[A-Z]\\d\\d[A-Z]\\d\\d[A-Z]',
  read({ text, start, end, groups: [, card, iban, national] }) {
    if (card !== undefined) return cardIn(card, start, end);
    if (iban !== undefined) return ibanIn(text, iban, start);
    return national !== undefined && isNationalId(national) ? found('national', start, end, national) : nothing(end);
  },
};

const PATTERN = new RegExp(PERSONAL_NUMBER.pattern, 'g');
const PLAIN = { keepLoopback: true };

/** The numbers of a text, without other shapes. */
export function* personalNumbers(text: string): Generator<ShapePart> {
  for (const match of text.matchAll(PATTERN)) {
    const [{ length }, start] = [match[0], match.index];
    yield* PERSONAL_NUMBER.read({ text, start, end: start + length, groups: match }, PLAIN).parts;
  }
}

const found = (part: Part, start: number, end: number, original: string): Reading<Part> => ({
  parts: [{ part, original, start, end }],
  next: end,
});

function cardIn(card: string, start: number, end: number): Reading<Part> {
  return isCardNumber(card.replace(/\D/g, '')) ? found('card', start, end, card) : nothing(start + 1);
}

/** Each country with the length of its IBANs. */
const LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

/** The match can continue with the next word, so the length of the country decides. */
function ibanIn(text: string, match: string, start: number): Reading<Part> {
  const length = LENGTHS.get(match.slice(0, 2));
  const compact = match.replaceAll(' ', '');
  const next = start + 4;
  if (length === undefined || compact.length < length) return nothing(next);
  let end = start;
  for (let left = length; left > 0; end++) if (text[end] !== ' ') left--;
  const isIban = !/\w/.test(text[end] ?? ' ') && hasIbanCheck(compact.slice(0, length));
  return isIban ? found('iban', start, end, text.slice(start, end)) : nothing(next);
}

/** Whether the rest of the number divided by 97 is 1. A letter counts as two digits: `A` is 10. */
function hasIbanCheck(iban: string): boolean {
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

function isNationalId(written: string): boolean {
  if (/[A-Z]/.test(written)) return isCodiceFiscale(written);
  const digits = [...written.replace(/\D/g, '')].map(Number);
  if (digits.every((digit) => digit === digits[0])) return false;
  if (digits.length === 11) return endsWithChecks(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2], 11);
  if (digits.length === 14) return endsWithChecks(digits, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], 6);
  // The number of the Swiss old-age insurance has the check digit of a barcode.
  const sum = digits.slice(0, -1).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10 === digits.at(-1);
}

/** The two check digits of Brazilian numbers. The weights of the second one begin with `first`. */
function endsWithChecks(digits: readonly number[], weights: readonly number[], first: number): boolean {
  const checkOf = (all: readonly number[]) => {
    const rest = all.reduce((total, weight, i) => total + weight * (digits[i] as number), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  return checkOf(weights) === digits.at(-2) && checkOf([first, ...weights]) === digits.at(-1);
}

const ODD_PLACES: readonly number[] = [
  ...[1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23],
];

/** The Italian tax code ends with a letter that its other characters determine. */
function isCodiceFiscale(code: string): boolean {
  const placeOf = (char: string) => (/\d/.test(char) ? Number(char) : char.charCodeAt(0) - 65);
  const sum = [...code.slice(0, 15)].reduce(
    (total, char, i) => total + (i % 2 === 0 ? (ODD_PLACES[placeOf(char)] as number) : placeOf(char)),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === code[15];
}
