import { digitsOf, withoutPrefix } from '../../replace/phone-number.js';
import { isReplacedDomain } from '../../replace/replacements.js';
import { isIPv4 } from './ip.js';
import { nothing, type Shape, type ShapePart, whole } from './shape.js';

const LETTER = '\\u00c0-\\u1fff\\u3040-\\ud7ff';
const LABEL = `[A-Za-z0-9${LETTER}-]{1,63}`;
// The first quote must open a string: the text between a closing quote and the next one is not a name.
const QUOTED = /(?<![^\s<(,;:[])"(?! )[^"\\\r\n@<>]{1,64}"/.source;
const LOCAL = `(?:[\\w.+${LETTER}-]|%2[Bb]){1,256}|${QUOTED}`;
const PASSWORD = "[\\w.!~*'()&=+$,-]{1,64}";

/** The values in an address. `…_host` and `number` occur where the user is a phone number. */
type Part = 'email' | 'email_host' | 'sip' | 'sip_host' | 'ip' | 'number' | 'password';

/** An e-mail or SIP address. It matches only at the start of a word, so that each run of letters is read once. */
export const ADDRESS: Shape<Part> = {
  pattern: `(?<=^|[^\\w.+%\\\\${LETTER}-]|%[0-9A-Fa-f]{2}|\\\\[nrt])(?<![\\w.+${LETTER}-](?:@|%40))(?:(sips?(?::|%3[Aa]))(${LOCAL})(?:(?::|%3[Aa])(${PASSWORD}))?|(${LOCAL}))(@|%40)(${LABEL}(?:\\.${LABEL}){0,8})`,
  sign: '@|%40',
  read({ start, end, groups: [, scheme, user, password, mailbox, at = '@', domain = ''] }) {
    const local = user ?? mailbox ?? '';
    const parts = partsOf({ scheme, local, password, at, domain, start, end });
    if (parts.length > 0) return { parts, next: end };
    // Not an address: search again after its first part.
    return nothing(start + (scheme?.length ?? 0) + (local[0] === '"' ? 1 : local.length));
  },
};

interface AddressMatch {
  readonly scheme: string | undefined;
  readonly local: string;
  readonly password: string | undefined;
  /** `@` or `%40`. */
  readonly at: string;
  readonly domain: string;
  readonly start: number;
  readonly end: number;
}

/** The version of a package, or the file name of an image for screens of high resolution. */
const NOT_A_DOMAIN = /^\d+\.\d+[.-]|^\dx\.(?:avif|gif|jpe?g|png|svg|webp)$/;

/** `+12065550100@gateway` is a number and a host. Other addresses are one value, with or without `sip:`. */
function partsOf({ scheme, local: written, password, at, domain: writtenDomain, start, end }: AddressMatch) {
  const domain = writtenDomain.toLowerCase();
  const local = written.replace(/%2b/gi, '+');
  const isIp = isIPv4(domain);
  if (scheme === undefined && !isIp && (!/\.[^.]*[^.\d][^.]*$/.test(domain) || NOT_A_DOMAIN.test(domain))) return [];
  const kind = scheme === undefined ? 'email' : 'sip';
  const from = start + (scheme?.length ?? 0);
  const parts: ShapePart<Part>[] = [];
  const passwordEnd = end - writtenDomain.length - at.length;
  if (password !== undefined)
    parts.push({ part: 'password', original: password, start: passwordEnd - password.length, end: passwordEnd });
  if (/^\+?\d{7,15}$/.test(local)) {
    const number = withoutPrefix(digitsOf(local));
    parts.unshift({ part: 'number', original: number, start: from, end: from + written.length });
    parts.push({ part: isIp ? 'ip' : `${kind}_host`, original: domain, start: end - domain.length, end });
    return parts;
  }
  // An earlier redaction replaced part of the address.
  if (
    /secret_\d|word_\d|Name\d/.test(local) ||
    ((domain === 'example' || isReplacedDomain(domain)) && /user\d+$/.test(local))
  )
    return parts;
  // The value includes the password.
  return [{ part: kind, original: `${local.toLowerCase()}@${domain}`, start: from, end } as const];
}

export const DISPLAY_NAME: Shape<'whole'> = {
  pattern: /"([^"\\\r\n@<>]{2,64})"(?= {0,2}<(?:sips?|tel):)/.source,
  sign: '[Tt][Ee][Ll](?::|%3[Aa])',
  read({ start, end, groups: [, name = ''] }) {
    // A number in quotes is matched as a number.
    return /\p{L}/u.test(name) && !/\d{7}/.test(name) ? whole(start + 1, end - 1, name) : nothing(start + 1);
  },
};
