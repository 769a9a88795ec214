import { nothing, type Reading, type ShapePart } from '../shapes/shape.js';
import { canBeSecret, looksSecret } from './looks-secret.js';
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
const SCHEME = /(?:\\? |%20|\+|\t)*(?:(?<scheme>[A-Za-z][\w-]{1,30})(?:\\? |%20|\+)+(?=[^\s"'`]))?/y;
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
    const { scheme = '' } = SCHEME.exec(text)?.groups ?? {};
    const from = SCHEME.lastIndex;
    if (scheme !== '' && !SCHEMES.test(scheme)) return parameters(text, from);
    CREDENTIALS.lastIndex = from;
    const [value = ''] = CREDENTIALS.exec(text) ?? [];
    const isSecret =
      looksSecret(value) || (scheme !== '' && value.length >= 8 && canBeSecret(value) && /[^a-z]/.test(value));
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

function cookie(text: string, from: number): Reading<'value'> {
  LINE.lastIndex = from;
  const [line = ''] = LINE.exec(text) ?? [];
  const parts: ShapePart<'value'>[] = [...line.matchAll(/=([^;\s\\]{6,})/g)].map(({ 1: value = '', index }) => ({
    part: 'value',
    original: value,
    start: from + index + 1,
    end: from + index + 1 + value.length,
  }));
  return { parts: parts.filter(({ original }) => looksSecret(original)), next: from + line.length };
}

const one = (value: string, start: number): Reading<'value'> => ({
  parts: [{ part: 'value', original: value, start, end: start + value.length }],
  next: start + value.length,
});
