import { isCredentialName } from '../credential-name.js';
import { isOrdinaryWord } from '../ordinary-words.js';

/** A variable of a shell, a template or an editor, a word in angle brackets, or one sign for each character. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

const PLACEHOLDER =
  /^(?:\w+\s+)?(?:\$\{?\w+\}?|\$\([\s\S]*\)|%\w+%|\{\{[^}]*\}\}|<[^>]*>|\$|@[\w./-]+|[*.•…x-]+|[A-Za-z]{1,4}[-_]?(?:…|\.{3}))$/i;

/** `YOUR_TOKEN`, `PASSWORD`: the name of a value, as help texts write it. */
const NAME_OF_A_VALUE = /^[A-Z]+(?:[_-][A-Z]+)*$/;

/** Whether a text that is given as a secret can be one: it is not a placeholder, and not redacted already. */
export const canBeSecret = (text: string): boolean =>
  text.length >= 3 &&
  !isPlaceholder(text) &&
  !NAME_OF_A_VALUE.test(text) &&
  !/^(?:\[cut\]|\[card\]|secret_\d+$)/.test(text);

const MIN_LENGTH = 6;
const DATE = /^\d{4}-\d\d(?:-\d\d|$)/;
const PATH = /^(?:\.{0,2}|~)\/|:\/\//;
/** `field_2` and `value_10` are names of code. */
const NAME_IN_CODE = /^[a-z]+(?:_[a-z]+)*_\d{1,2}$/;
const KNOWN_WORD =
  /^(?:oauth-?[12]|pkcs-?\d+|x-?509|ed25519|rsa-?\d{4}|aes-?\d{3}|argon2\w{0,2}|bcrypt|scrypt|fido2)$/i;

/**
 * Whether a word can be nothing but a secret: letters and digits together, or a sign that words do not have. A word in a
 * sentence must pass this, because `is`, `:` and the name of an option are followed by ordinary words as well.
 */
export function looksSecret(word: string): boolean {
  if (word.length < MIN_LENGTH || !canBeSecret(word) || isOrdinaryWord(word)) return false;
  if (DATE.test(word) || PATH.test(word) || NAME_IN_CODE.test(word) || KNOWN_WORD.test(word)) return false;
  if (/^[A-Za-z_]+\d{0,2}$/.test(word) && isCredentialName(word)) return false;
  return (/\d/.test(word) && /[A-Za-z]/.test(word)) || /[A-Za-z\d][!@#$%^*=?~][A-Za-z\d]/.test(word);
}

/** Whether a text has the length and the signs of a random value. The ids of resources are not secrets. */
export const isRandom = (text: string): boolean =>
  text.length >= MIN_RANDOM &&
  !UUID.test(text) &&
  !DATE.test(text) &&
  /^[\w.~+/=-]+$/.test(text) &&
  hasBoth(text) &&
  canBeSecret(text);

const MIN_RANDOM = 16;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const hasBoth = (text: string) => /\d.*\d/.test(text) && /[A-Za-z].*[A-Za-z]/.test(text);

/** Whether a text is as long as the codes that a person gets by SMS. The codes of errors have 3 to 5 digits. */
export const isOneTimeCode = (text: string): boolean => /^\d{6,8}$/.test(text);

/** Whether the value of a parameter can be a secret: a short number or word, the name of a field and a constant cannot. */
export const isOpaque = (text: string): boolean =>
  text.length >= MIN_LENGTH &&
  canBeSecret(text) &&
  !/^(?:\d{1,9}|[a-z]{1,8}|[a-z]+(?:[_.-][a-z]+)+|[A-Z]+(?:_[A-Z0-9]+)*|[a-z]{2}[_-][A-Z]{2}|true|false)$/.test(text) &&
  !DATE.test(text);

/** A state of a secret, in quotes. */
export const STATES: ReadonlySet<string> = new Set(
  'required missing invalid expired empty wrong incorrect unset null none undefined optional secret default string number boolean true false unknown valid'.split(
    ' ',
  ),
);
