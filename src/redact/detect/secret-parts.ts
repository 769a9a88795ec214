import { attempt } from '../../util/index.js';

/** The secret itself, and its parts: the token after a scheme, the password of a connection string or `Basic`. */
export function secretParts(secret: string): readonly string[] {
  const parts = [secret, ...credentialsIn(secret)];
  return [...new Set(parts.map((part) => part.trim()))].filter(Boolean);
}

/** Passwords in a URL or connection string. A user with `leastToken` characters and a digit may be a token. */
export function connectionSecrets(text: string, leastToken = LEAST_TOKEN): readonly string[] {
  const parts: string[] = [];
  const [, user = '', password] = USER_INFO.exec(text) ?? [];
  if (password !== undefined) parts.push(password, ...decoded(password));
  else if (user.length >= leastToken && /\d/.test(user)) parts.push(user, ...decoded(user));
  for (const [, , value = ''] of text.matchAll(SETTING)) parts.push(value, ...decoded(value));
  return parts.filter(Boolean);
}

function credentialsIn(secret: string): readonly string[] {
  const [, scheme, credentials] = WITH_SCHEME.exec(secret) ?? [];
  if (credentials === undefined) return connectionSecrets(secret, 1);
  if (!/^basic$/i.test(scheme ?? '')) return [credentials];
  const pair = Buffer.from(credentials, 'base64').toString();
  return pair.includes(':') ? [credentials, pair, pair.slice(pair.indexOf(':') + 1)] : [credentials];
}

const WITH_SCHEME = /^(Basic|Bearer|Token|Digest|ApiKey)\s+(\S[\s\S]*)$/i;
/** Matches up to the last `@` before the path, because a password may contain one. */
const USER_INFO = /^[a-z][\w+.-]*:\/\/([^:@/?#\s]*)(?::([^/?#\s]*))?@/i;
/** Matches `password=…` in a query or a list of settings, and `AccountKey=…`. */
const SETTING =
  /(?:^|[?&;\s])(password|passwd|pwd|secret|token|api_?key|access_?token|account_?key|shared_?access_?key|sig)\s*=\s*([^&;\s]+)/gi;
/** User names are shorter, or contain no digit. */
const LEAST_TOKEN = 12;

const decoded = (text: string): string[] => attempt(() => [decodeURIComponent(text)]) ?? [];
