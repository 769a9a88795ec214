import { isCredentialName, isCredentialVariable, nameWords } from '../../detect/credential-name.js';
import { fieldRoles } from '../../detect/field-role.js';

/** What a name in code belongs to, where that changes its meaning. */
export type Naming = 'variable' | 'text' | 'plain';

/**
 * Whether a value with this name in code is a secret. Code has more such names than data: the history stays on this
 * machine, and one string less in it costs little.
 */
export function isSecretName(name: string, naming: Naming = 'plain'): boolean {
  if (naming === 'variable' || /^[A-Z]+_[A-Z_\d]*PWD$/.test(name)) return isCredentialVariable(name);
  if (naming === 'text' && name.includes('-') && isCredentialName(name)) return true;
  // `token2` is one more token; `secret_2` is what redaction writes in place of one.
  const plain = name.replace(/(?<=[a-z])\d+$|(?<!secret)_\d+$/i, '');
  if (isSecretField(plain)) return true;
  if (/(?:token|credential|cookie|jwt)s$/i.test(plain))
    return !nameWords(plain).some((word) => COUNTED.has(word)) && isSecretField(plain.slice(0, -1));
  return isShortName(plain);
}

/** Whether a number under this name is a secret, too. */
export const mayBeNumber = (name: string): boolean =>
  isShortName(name.replace(/_?\d+$/, '')) || /passw(?:or)?d$|passphrase$|pin_?code$/i.test(name);

/** `userPw`, `db_pass`, `PIN`: only as the last word of a name, so that `spinner` and `bypass` are ordinary. */
const isShortName = (name: string) => SHORT.has(nameWords(name).at(-1) ?? '');

const SHORT: ReadonlySet<string> = new Set('pw pin otp totp pass pwd passcode'.split(' '));
const COUNTED: ReadonlySet<string> = new Set(
  'max min num total prompt completion input output cached reasoning'.split(' '),
);

const roleOf = fieldRoles([
  ...['bearer', 'auth', 'cred', 'creds', 'credential', 'credentials'],
  ...['connection_string', 'dsn', 'search_engine_id', 'embedding_key'],
]);

const isSecretField = (name: string) => {
  const role = roleOf(name);
  return role === 'secret' || role === 'credentials';
};
