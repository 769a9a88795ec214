import { isCredentialName, isCredentialVariable, nameWords } from '../../detect/credential-name.js';
import { fieldRules } from '../../detect/field-rules.js';

/** How a name is used in code: as an environment variable, as a string, or as an identifier. */
export type Naming = 'variable' | 'text' | 'plain';

/** More names count as secrets in code than in data: a wrong match removes only one string from the history. */
export function isSecretName(name: string, naming: Naming = 'plain'): boolean {
  if (name === 'PWD' || name === 'OLDPWD') return false;
  if (naming === 'variable' || /^[A-Z]+_[A-Z_\d]*PWD$/.test(name)) return isCredentialVariable(name);
  if (naming === 'text' && name.includes('-') && isCredentialName(name)) return true;
  // `token2` counts as `token`. `secret_2` does not, because redaction writes it in place of a secret.
  const plain = name.replace(/(?<=[a-z])\d+$|(?<!secret)_\d+$/i, '');
  if (isSecretField(plain)) return true;
  if (/(?:token|credential|cookie|jwt)s$/i.test(plain))
    return !nameWords(plain).some((word) => COUNTED.has(word)) && isSecretField(plain.slice(0, -1));
  return isShortName(plain);
}

export const mayBeNumber = (name: string): boolean =>
  isShortName(name.replace(/_?\d+$/, '')) || /passw(?:or)?d$|passphrase$|pin_?code$/i.test(name);

/** Only the last word of a name counts: `userPw` and `db_pass` match, `spinner` and `bypass` do not. */
const isShortName = (name: string) => SHORT.has(nameWords(name).at(-1) ?? '');

const SHORT: ReadonlySet<string> = new Set('pw pin otp totp pass pwd passcode'.split(' '));
const COUNTED: ReadonlySet<string> = new Set(
  'max min num total prompt completion input output cached reasoning'.split(' '),
);

const ruleOf = fieldRules({
  secret_fields: [
    ...['bearer', 'auth', 'cred', 'creds', 'credential', 'credentials'],
    ...['connection_string', 'dsn', 'search_engine_id', 'embedding_key'],
  ],
});

/** Other names have ordinary values too. */
const isSecretField = (name: string) => {
  const rule = ruleOf(name);
  return rule?.kind === 'secret' && !['random', 'code'].includes(rule.detector.value);
};
