/**
 * Whether the value of a header, a query parameter or a variable is a credential. One word of the name must mean a
 * credential, and the last one must not describe a property of it, such as its file, its id or its age.
 */
export function isCredentialName(name: string): boolean {
  if (NOT_HEADERS.test(name)) return false;
  const words = nameWords(name);
  if (ABOUT_A_CREDENTIAL.has(words.at(-1) ?? '')) return false;
  return words.some((word, index) => {
    const before = words[index - 1] ?? '';
    if (STRONG.test(word)) return !(/tokens?$/.test(word) && COUNTS_AND_CURSORS.has(before));
    if (/^keys?$/.test(word)) return !ORDINARY_KEYS.has(before);
    return WEAK.has(word) || (word === 'string' && /^conn(?:ection)?$/.test(before));
  });
}

/** The same for an environment variable, where some words mean a credential and a few well-known names do not. */
export function isCredentialVariable(name: string): boolean {
  if (ORDINARY_VARIABLES.has(name.toUpperCase())) return false;
  return isCredentialName(name) || VARIABLE_WORDS.has(nameWords(name).at(-1) ?? '') || /webhook_url$/i.test(name);
}

/** The same check for a query parameter, where services use some names of their own. */
export const isCredentialParameter = (name: string): boolean => /^app_?id$/i.test(name) || isCredentialName(name);

/** The words of a name in lower case: `dbPassword2` becomes `db` and `password`. */
export const nameWords = (name: string): readonly string[] =>
  name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

const MAX_NAME_LENGTH = 128;

/** Also match as part of a longer word: `PGPASSWORD`, `authtoken`. */
const STRONG =
  /^(?!secretar|tokeni[sz])\w*(?:tokens?|secrets?|passw(?:or)?ds?|passphrase|passcode|apikeys?|accesskey|secretkey|credentials?|authorization|connectionstring)/;
/** Match only as a whole word, because words such as `author` and `spinner` contain some of them. */
const WEAK: ReadonlySet<string> = new Set(
  'auth pass pwd pw pin otp totp cred creds dsn jwt bearer cookie cookies sig signature'.split(' '),
);
/** As the last word, these mean that the value describes a credential but is not one. */
const ABOUT_A_CREDENTIAL: ReadonlySet<string> = new Set([
  ...'file path dir folder home sock socket askpass helper agent pid'.split(' '),
  ...'url uri host hostname port endpoint domain tenant realm region provider issuer audience'.split(' '),
  ...'name user username id ids type kind method mode scheme algorithm alg version format prefix suffix'.split(' '),
  ...'header field label hint policy scope scopes map bindings board enabled disabled required'.split(' '),
  ...'expiry expires expiration ttl lifetime timeout age interval rotation length size limit max min count'.split(' '),
]);
const COUNTS_AND_CURSORS: ReadonlySet<string> = new Set([
  ...'page next prev previous continuation cursor sync'.split(' '),
  ...'max min num total prompt completion input output cached reasoning'.split(' '),
]);
const ORDINARY_KEYS: ReadonlySet<string> = new Set(
  'public primary foreign partition sort cache surrogate hot idempotency routing'.split(' '),
);
/** CORS headers and WebSocket handshake headers contain no credentials. */
const NOT_HEADERS = /^(?:access-control-|sec-websocket-)/i;
/** As the last word of a variable: `GH_PAT`, `STRIPE_SK`, `SLACK_WEBHOOK`. */
const VARIABLE_WORDS: ReadonlySet<string> = new Set('pat sk mnemonic salt seed session webhook'.split(' '));
const ORDINARY_VARIABLES: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'GOOGLE_APPLICATION_CREDENTIALS']);
