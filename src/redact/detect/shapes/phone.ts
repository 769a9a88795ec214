import { BETWEEN_GROUPS, digitsOf, wholeNumber } from '../../replace/phone-number.js';
import type { KnownNumbers } from '../known-numbers.js';
import { nothing, type Reading, type Shape, whole } from './shape.js';

const SEPARATOR = BETWEEN_GROUPS.replace('()', '');
const GROUP = /\d+/g;

export const INTERNATIONAL: Shape<'whole'> = {
  pattern: `(?:(?<![A-Za-z0-9+/])\\+|%2[Bb])[1-9]\\d{0,14}(?:[${BETWEEN_GROUPS}]{1,3}\\d{1,14}){0,6}(?!\\d)`,
  sign: '(?:\\+|%2[Bb])[1-9]',
  read: ({ start, end, groups: [spelled = ''] }, { numbers }) =>
    international(spelled, start) ?? known(spelled, start, numbers) ?? nothing(end),
};

/** Digits that are a phone number because of their grouping, of `tel:`, or of the same number elsewhere. */
export const DIGITS: Shape<'whole'> = {
  pattern: `(?<!\\d)\\(?\\d{1,15}(?:[${BETWEEN_GROUPS}]{1,2}\\d{2,14}){0,5}(?!\\d)`,
  digits: `\\d{3}\\)?[${SEPARATOR}]?[2-9]\\d\\d[${SEPARATOR}]\\d{4}|(?:[Nn]umber|[Pp]hone|[Mm]obile|Nummer|Telefon|Mobil|'(?:To|From)'):? \\(?\\d`,
  read: ({ text, start, end, groups: [spelled = ''] }, { numbers }) =>
    known(spelled, start, numbers) ??
    northAmerican(text, spelled, start) ??
    dialled(text, spelled, start) ??
    nothing(end),
};

function international(text: string, start: number): Reading<'whole'> | undefined {
  const sign = text[0] === '+' ? 1 : 3;
  let digits = '';
  let end = 0;
  GROUP.lastIndex = sign;
  for (let group = GROUP.exec(text); group; group = GROUP.exec(text)) {
    // A number without separators ends here.
    if (digits.length >= 9 && end === sign + digits.length) break;
    const longer = digits + group[0];
    // A number in one piece may be invalid, but it may still belong to a person.
    if (longer.length > (digits !== '' && longer.startsWith('1') ? 11 : 15)) break;
    digits = longer;
    end = GROUP.lastIndex;
  }
  return digits.length < 7 ? undefined : whole(start, start + end, digits);
}

function known(text: string, start: number, numbers: KnownNumbers | undefined): Reading<'whole'> | undefined {
  if (!numbers || text.length < 7) return undefined;
  if (/^\d+$/.test(text)) {
    const original = numbers.meantBy(text);
    return original === undefined ? undefined : whole(start, start + text.length, original);
  }
  const groups = [...text.matchAll(GROUP)];
  for (const [first, { index }] of groups.entries()) {
    let digits = '';
    let best: Reading<'whole'> | undefined;
    for (const group of groups.slice(first)) {
      digits += group[0];
      if (digits.length > 20) break;
      const original = digits.length < 7 ? undefined : numbers.meantBy(digits);
      if (original !== undefined) best = whole(start + index, start + group.index + group[0].length, original);
    }
    if (best) return best;
  }
  return undefined;
}

const NAMES =
  "(?:[Pp]hone|[Mm]obile|[Tt]elephone|'(?:To|From)'|Telefon|Mobil)(?: ?(?:[Nn]umber|[Nn]ummer|[Nn]o\\.|[Nn]r\\.))?";
/** What is before the digits of a number without its country: `tel:`, or the name of a phone number. */
const BEFORE = new RegExp(`(?:(?:^|[^A-Za-z])(?:[Tt][Ee][Ll](?::|%3[Aa])|${NAMES}:? ))$`);
const MAX_NAME = 24;

/** Matches `tel:2065551234` and `phone number 0176 5550123`. Digits after such words are always a phone number. */
function dialled(text: string, spelled: string, start: number): Reading<'whole'> | undefined {
  if (!BEFORE.test(text.slice(Math.max(start - MAX_NAME, 0), start))) return undefined;
  const original = wholeNumber(spelled.trimEnd());
  return original === undefined ? undefined : whole(start, start + spelled.trimEnd().length, original);
}

const NORTH_AMERICAN = new RegExp(
  `^(?:1[${SEPARATOR}]?)?(?:\\([2-9]\\d\\d\\)[${SEPARATOR}]?|[2-9]\\d\\d[${SEPARATOR}])[2-9]\\d\\d[${SEPARATOR}]\\d{4}`,
);

function northAmerican(text: string, spelled: string, start: number): Reading<'whole'> | undefined {
  if (spelled.length < 12 || /[\w.-]/.test(text[start - 1] ?? ' ')) return undefined;
  const match = NORTH_AMERICAN.exec(spelled);
  const after = spelled[match?.[0].length ?? 0];
  if (!match || (after !== undefined && /[\d-]/.test(after))) return undefined;
  const digits = digitsOf(match[0]);
  return whole(start, start + match[0].length, digits.length === 10 ? `1${digits}` : digits);
}
