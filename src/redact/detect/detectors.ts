import { isIPv6 } from 'node:net';
import { isTime } from '../decode/layers.js';
import type { Kind, Space } from '../policy/kinds.js';
import type { KnownNumbers } from './known-numbers.js';
import { BETWEEN_GROUPS, digitsOf, wholeNumber, withoutPrefix } from './phone-number.js';

/** A match in a text: its range, and the original that all its spellings stand for. */
export interface Spotted {
  readonly kind: Kind;
  readonly space: Space;
  readonly original: string;
  readonly start: number;
  readonly end: number;
}

export interface SpotOptions {
  readonly keepLoopback: boolean;
  /** Known numbers, for digits without a plus sign. Undefined while documents are being learnt. */
  readonly numbers?: KnownNumbers;
}

const LETTER = '\\u00c0-\\u1fff\\u3040-\\ud7ff';
const LABEL = `[A-Za-z0-9${LETTER}-]{1,63}`;
// The first quote must open a string: the text between a closing quote and the next one is not a name.
const QUOTED = /(?<![^\s<(,;:[])"(?! )[^"\\\r\n@<>]{1,64}"/.source;
const LOCAL = `(?:[\\w.+${LETTER}-]|%2[Bb]){1,256}|${QUOTED}`;
const PASSWORD = "[\\w.!~*'()&=+$,-]{1,64}";
/** Matches `"Ann Example" <sip:…>`. */
const DISPLAY_NAME = /"([^"\\\r\n@<>]{2,64})"(?= {0,2}<(?:sips?|tel):)/.source;
// A local part matches only at the start of a word, so that each run of letters is read once. Unlimited repetitions use
// `+` after a look-ahead, because the engine keeps a frame for each repetition of `{6,}` and its stack is small.
const SPOT = new RegExp(
  [
    /((?<![\w-])eyJ(?=[\w-]{5})[\w-]+\.(?=[\w-]{2})[\w-]+\.[\w-]*)/.source,
    /(?:(?<![A-Za-z])(?:Basic|Bearer)(?: |%20|\+)((?!(?:Basic|Bearer)\b)(?=[A-Za-z0-9._~+/-]{6})[A-Za-z0-9._~+/-]+=*))/
      .source,
    `(?:(?<=^|[^\\w.+%\\\\${LETTER}-]|%[0-9A-Fa-f]{2}|\\\\[nrt])(?<![\\w.+${LETTER}-](?:@|%40))(?:(sips?(?::|%3[Aa]))(${LOCAL})(?:(?::|%3[Aa])(${PASSWORD}))?|(${LOCAL}))(@|%40)(${LABEL}(?:\\.${LABEL}){0,8}))`,
    DISPLAY_NAME,
    /((?<![\w.\\%])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d))/.source,
    /((?<![\w:.\\%])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?:(?<=:\d{1,3})(?:\.\d{1,3}){3})?(?![\w:]))/.source,
    `((?:(?<![A-Za-z0-9+/])\\+|%2[Bb])[1-9]\\d{0,14}(?:[${BETWEEN_GROUPS}]{1,3}\\d{1,14}){0,6}(?!\\d))`,
    `((?<!\\d)\\(?\\d{1,15}(?:[${BETWEEN_GROUPS}]{1,2}\\d{2,14}){0,5}(?!\\d))`,
  ].join('|'),
  'g',
);

// Quick checks, because most texts contain no match: shapes with a typical sign, and shapes of digits only.
const SIGNED = /@|%40|[Tt][Ee][Ll](?::|%3[Aa])|eyJ|B(?:asic|earer)[ %+]|(?:\+|%2[Bb])[1-9]|::|:(?:[\dA-Fa-f]{1,4}:){3}/;
const APART = BETWEEN_GROUPS.replace('()', '');
const DIGITS = new RegExp(`\\d\\.\\d{1,3}\\.\\d|\\d{3}\\)?[${APART}]?[2-9]\\d\\d[${APART}]\\d{4}`);
const NONE: readonly never[] = [];

/** A quick check for a text of words and digits: false if it contains no shape. */
export const hasDigits = (text: string): boolean => DIGITS.test(text);

/** Finds everything in a text that has a recognizable shape. */
export function spot(text: string, options: SpotOptions): readonly Spotted[] {
  if (isTime(text)) return NONE;
  const isShaped = DIGITS.test(text) || SIGNED.test(text);
  if (!isShaped && !options.numbers?.mayBeIn(text)) return NONE;
  let found: Spotted[] | undefined;
  SPOT.lastIndex = 0;
  for (let match = SPOT.exec(text); match; match = SPOT.exec(text)) {
    const start = match.index;
    let end = SPOT.lastIndex;
    const [
      whole,
      jwt,
      credentials,
      scheme,
      sipLocal,
      password,
      mailLocal,
      sign = '',
      domain,
      name,
      v4,
      v6,
      plus,
      bare,
    ] = match;
    const local = sipLocal ?? mailLocal;
    let one: Spotted | undefined;
    if (jwt !== undefined) one = { kind: 'secret', space: 'secret', original: jwt, start, end };
    else if (credentials !== undefined)
      one = { kind: 'secret', space: 'secret', original: credentials, start: end - credentials.length, end };
    else if (local !== undefined && domain !== undefined) {
      const parts = addressParts({ whole, scheme, local, password, sign, domain, start });
      // Not an address: search again after its first part.
      if (parts.length === 0) end = start + (scheme?.length ?? 0) + (local[0] === '"' ? 1 : local.length);
      for (const part of parts) (found ??= []).push(part);
    } else if (name !== undefined) {
      // A number in quotes is matched as a number.
      if (/\p{L}/u.test(name) && !/\d{7}/.test(name))
        one = { kind: 'name', space: 'name', original: name, start: start + 1, end: end - 1 };
      else end = start + 1;
    } else if (v4 !== undefined) {
      if (v4.split('.').every((part) => Number(part) < 256) && !(isLocal4(v4) && options.keepLoopback))
        one = { kind: 'ip', space: 'ip', original: v4, start, end };
    } else if (v6 !== undefined) {
      const original = canonical6(v6);
      if (original && !(options.keepLoopback && (original === '::1' || original === '::')))
        one = { kind: 'ip', space: 'ip', original, start, end };
      else end = start + Math.max(v6.indexOf(':'), 1);
    } else if (plus !== undefined) one = international(plus, start) ?? known(plus, start, options);
    else if (bare !== undefined)
      one = known(bare, start, options) ?? northAmerican(text, bare, start) ?? dialled(text, bare, start);
    if (one) {
      (found ??= []).push(one);
      end = one.end;
    }
    SPOT.lastIndex = Math.max(end, start + 1);
  }
  return found ?? NONE;
}

interface AddressMatch {
  readonly whole: string;
  readonly scheme: string | undefined;
  readonly local: string;
  readonly password: string | undefined;
  /** `@` or `%40`. */
  readonly sign: string;
  readonly domain: string;
  readonly start: number;
}

/** `+12065550100@gateway` is a number and a host. Other addresses are one match, with or without `sip:`. */
function addressParts(match: AddressMatch): Spotted[] {
  const { whole, scheme, local: spelledLocal, password, sign, domain: spelledDomain, start } = match;
  const domain = spelledDomain.toLowerCase();
  const local = spelledLocal.replace(/%2b/gi, '+');
  const ip = isAddress4(domain);
  if (scheme === undefined && !ip && !/\.[^.]*[^.\d][^.]*$/.test(domain)) return [];
  const kind = scheme === undefined ? 'email' : 'sip';
  const end = start + whole.length;
  const beforeSign = end - spelledDomain.length - sign.length;
  const secret: Spotted[] =
    password === undefined
      ? []
      : [{ kind: 'secret', space: 'secret', original: password, start: beforeSign - password.length, end: beforeSign }];
  if (/^\+?\d{7,15}$/.test(local)) {
    const at = start + (scheme?.length ?? 0);
    const number = withoutPrefix(digitsOf(local));
    const parts: Spotted[] = [
      { kind: 'phone', space: 'phone', original: number, start: at, end: at + spelledLocal.length },
    ];
    parts.push(...secret, {
      kind: ip ? 'ip' : kind,
      space: ip ? 'ip' : 'host',
      original: domain,
      start: end - domain.length,
      end,
    });
    return parts;
  }
  // An earlier redaction replaced part of the address.
  if (/secret_\d|word_\d|Name\d/.test(local) || (/^example(?:\.com)?$/.test(domain) && /user\d+$/.test(local)))
    return secret;
  const address = `${local.toLowerCase()}@${domain}`;
  // The match includes the password.
  return [{ kind, space: 'address', original: address, start: start + (scheme?.length ?? 0), end }];
}

const isAddress4 = (text: string) =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256);

const isLocal4 = (text: string) => text.startsWith('127.') || text === '0.0.0.0';

function canonical6(text: string): string | undefined {
  if (!text.includes('::') && text.split(':').length < 8 && !text.includes('.')) return undefined;
  // Most matches are not addresses, and `URL` is slow to fail.
  return isIPv6(text) ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : undefined;
}

const GROUP = /\d+/g;

/** Matches a number with a plus sign, and as many groups as fit into a phone number. */
function international(text: string, start: number): Spotted | undefined {
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
  if (digits.length < 7) return undefined;
  return { kind: 'phone', space: 'phone', original: digits, start, end: start + end };
}

/** Matches a sequence of digit groups that is a number seen elsewhere. */
function known(text: string, start: number, { numbers }: SpotOptions): Spotted | undefined {
  if (!numbers || text.length < 7) return undefined;
  if (/^\d+$/.test(text)) {
    const original = numbers.meantBy(text);
    return original === undefined
      ? undefined
      : { kind: 'phone', space: 'phone', original, start, end: start + text.length };
  }
  const groups = [...text.matchAll(/\d+/g)];
  for (let first = 0; first < groups.length; first++) {
    let digits = '';
    let best: Spotted | undefined;
    for (let last = first; last < groups.length; last++) {
      const group = groups[last] as RegExpMatchArray & { index: number };
      digits += group[0];
      if (digits.length > 20) break;
      const original = digits.length < 7 ? undefined : numbers.meantBy(digits);
      if (original === undefined) continue;
      const from = start + (groups[first]?.index ?? 0);
      best = { kind: 'phone', space: 'phone', original, start: from, end: start + group.index + group[0].length };
    }
    if (best) return best;
  }
  return undefined;
}

/** Matches `tel:2065551234`. Digits after `tel:` are always a phone number. */
function dialled(text: string, spelled: string, start: number): Spotted | undefined {
  if (!/(?:^|[^a-z])tel(?::|%3a)$/i.test(text.slice(Math.max(start - 7, 0), start))) return undefined;
  const original = wholeNumber(spelled.trimEnd());
  return original === undefined
    ? undefined
    : { kind: 'phone', space: 'phone', original, start, end: start + spelled.trimEnd().length };
}

const NORTH_AMERICAN = new RegExp(
  `^(?:1[${APART}]?)?(?:\\([2-9]\\d\\d\\)[${APART}]?|[2-9]\\d\\d[${APART}])[2-9]\\d\\d[${APART}]\\d{4}`,
);

/** Matches (206) 555-0123, 206-555-0123 and 1-206-555-0123. */
function northAmerican(text: string, spelled: string, start: number): Spotted | undefined {
  if (spelled.length < 12 || /[\w.-]/.test(text[start - 1] ?? ' ')) return undefined;
  const match = NORTH_AMERICAN.exec(spelled);
  const after = spelled[match?.[0].length ?? 0];
  if (!match || (after !== undefined && /[\d-]/.test(after))) return undefined;
  const digits = digitsOf(match[0]);
  const original = digits.length === 10 ? `1${digits}` : digits;
  return { kind: 'phone', space: 'phone', original, start, end: start + match[0].length };
}
