import { isCredentialName } from '../credential-name.js';
import { nothing } from '../shapes/shape.js';
import { canBeSecret, looksSecret, STATES } from './looks-secret.js';
import type { SecretShape } from './token-format.js';

/** Names of secrets in a sentence. Each as it is written: at the start of a sentence, and in capitals. */
const NAMES = [
  'token',
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'secret',
  'api key',
  'access key',
  'auth key',
  'pin',
  'otp',
  'pwd',
  'pw',
  'credential',
];
const spellings = (name: string) => [name, name[0]?.toUpperCase() + name.slice(1), name.toUpperCase()];
const WORDS = NAMES.flatMap((name) => {
  const [first = '', key] = name.split(' ');
  const last = key === undefined ? '' : '[ _-]?(?:key|Key|KEY)';
  return spellings(first).map((word) => (name.length < 4 ? `(?<![A-Za-z])${word}(?![A-Za-z])` : `${word}${last}`));
});

const VALUE = `(?:(?<quote>\\\\*["'\`])(?<quoted>[^"'\`\\\\\\s]{3,512})\\k<quote>|(?<bare>[^\\s"'\`<>,;|&()[\\]{}]{4,512}))`;
/** The rest of a phrase after its name: `is S`, `was: S`, `: S`, `= S`. */
const REST = new RegExp(
  `(?<rest>(?!_\\d)[\\w-]{0,24})\\\\*["'\`]?(?:\\s{0,3}(?:=\\s{0,3}|:(?=[\\s"'\\\\])\\s{0,3})|\\s{1,3}(?:is|was|will be)(?: now)?:?\\s{1,3})${VALUE}`,
  'y',
);
/** The third character of a head for a name of two letters. */
const AFTER_SHORT = [':', '=', ' ', '"', "'"];
const BEFORE = /(?:(?<word>[A-Za-z]+)[ ])?(?<joined>[\w-]{0,32})$/;

/** A sentence such as `my token is S` or `password: S`. */
export const PHRASE: SecretShape<'value'> = {
  pattern: `(?:${WORDS.join('|')})`,
  heads: NAMES.flatMap((name) =>
    spellings(name).flatMap((word) => (word.length < 3 ? AFTER_SHORT.map((sign) => word + sign) : [word.slice(0, 3)])),
  ),
  read({ text, start, end }) {
    REST.lastIndex = end;
    const { rest = '', quoted, bare, quote = '' } = REST.exec(text)?.groups ?? {};
    const value = quoted ?? bare?.replace(/[.!?:]+$/, '') ?? '';
    if (value === '') return nothing(end);
    const { word = '', joined = '' } = BEFORE.exec(text.slice(Math.max(0, start - 64), start))?.groups ?? {};
    const name = `${joined}${text.slice(start, end).replace(' ', '_')}${rest}`;
    if (!isCredentialName(name) || (joined === '' && !isCredentialName(`${word}_${name}`))) return nothing(end);
    const isNumber = /pin|otp|pass(?:code|wd|word|phrase)|pwd?/i.test(name) && /^\d{4,12}$/.test(value);
    const isSecret =
      looksSecret(value) ||
      isNumber ||
      (quoted !== undefined && value.length >= 6 && !STATES.has(value) && canBeSecret(value));
    const to = REST.lastIndex - (quoted === undefined ? (bare?.length ?? 0) - value.length : quote.length);
    return isSecret
      ? { parts: [{ part: 'value', original: value, start: to - value.length, end: to }], next: to }
      : nothing(end);
  },
};
