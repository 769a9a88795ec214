import { nothing, type Reading, type ShapePart } from '../shapes/shape.js';
import { canBeSecret, looksSecret, STATES } from './looks-secret.js';
import type { SecretShape } from './token-format.js';

const HEADER_NAMES = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
  'api-key',
  'apikey',
];
/** `Authorization`, `authorization` and `AUTHORIZATION`. */
const headerSpellings = (name: string) => [
  name,
  name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()),
  name.toUpperCase(),
];
const SCHEME = /(?:\\? |%20|\+|\t)*(?<quote>\\*["'])?(?:(?<scheme>[A-Za-z][\w-]{1,30})(?:\\? |%20|\+)+(?=[^\s"'`]))?/y;
const LINE = /[^\r\n"'`]{0,4096}/y;
const CREDENTIALS = /[^\s"'`\\,;<>]{4,4096}/y;
/** Parameters of a scheme with several: `Digest`, `OAuth` and signatures of requests. */
const PARAMETER =
  /(?:response|cnonce|oauth_token|oauth_signature|oauth_consumer_key|signature|hmac|mac)=\\*"?(?<value>[^\s",\\]{6,512})/gi;
const SCHEMES = /^(?:basic|bearer|token|apikey|api-key|negotiate|ntlm|hawk|key)$/i;

/** A header in a command or a text. */
export const HEADER: SecretShape<'value'> = {
  pattern: `(?<![\\w-])(?:${HEADER_NAMES.flatMap(headerSpellings).join('|')})\\\\*["'\`]?[ ]?:`,
  heads: [...new Set(HEADER_NAMES.flatMap(headerSpellings).map((name) => name.slice(0, 3)))],
  read({ text, start, end }) {
    if (/^(?:set-)?cookie/i.test(text.slice(start, end))) return cookie(text, end);
    SCHEME.lastIndex = end;
    const { quote, scheme = '' } = SCHEME.exec(text)?.groups ?? {};
    const from = SCHEME.lastIndex;
    if (scheme !== '' && !SCHEMES.test(scheme)) return parameters(text, from);
    CREDENTIALS.lastIndex = from;
    const [value = ''] = CREDENTIALS.exec(text) ?? [];
    // A quote that opens after the colon and closes after the value shows that it is one, as in a literal of a program.
    const isQuoted = quote !== undefined && text.startsWith(quote, from + value.length);
    const isLong = value.length >= 8 && canBeSecret(value) && !STATES.has(value);
    const isSecret = looksSecret(value) || (isLong && (isQuoted || (scheme !== '' && /[^a-z]/.test(value))));
    return isSecret ? one(value, from) : nothing(end);
  },
};

function parameters(text: string, from: number): Reading<'value'> {
  LINE.lastIndex = from;
  const [, line = ''] = /^([^\r\n]{0,2048})/.exec(text.slice(from, from + 2048)) ?? [];
  const parts: ShapePart<'value'>[] = [...line.matchAll(PARAMETER)].map(({ 0: whole, groups, index }) => {
    const value = groups?.value ?? '';
    const end = from + index + whole.length;
    return { part: 'value', original: value, start: end - value.length, end };
  });
  return { parts: parts.filter(({ original }) => canBeSecret(original)), next: from + line.length };
}

/** Attributes of `Set-Cookie`. */
const ATTRIBUTES = /^(?:path|domain|expires|max-age|samesite|priority)$/i;
/** Cookies that identify a session. */
const SESSION = /sess|^s?sid$|[._-]sid$|sid$|auth|token|jwt|csrf|xsrf|login|remember/i;

function cookie(text: string, from: number): Reading<'value'> {
  LINE.lastIndex = from;
  const [line = ''] = LINE.exec(text) ?? [];
  const parts = [...line.matchAll(/([\w.-]{1,64})=([^;\s\\]{6,})/g)].flatMap(
    ({ 1: name = '', 2: value = '', index }): ShapePart<'value'>[] => {
      const start = from + index + name.length + 1;
      const isSecret = !ATTRIBUTES.test(name) && (looksSecret(value) || (SESSION.test(name) && canBeSecret(value)));
      return isSecret ? [{ part: 'value', original: value, start, end: start + value.length }] : [];
    },
  );
  return { parts, next: from + line.length };
}

const one = (value: string, start: number): Reading<'value'> => ({
  parts: [{ part: 'value', original: value, start, end: start + value.length }],
  next: start + value.length,
});
