import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Compares digests, so that the time reveals neither the content nor the length of the secret. */
export function secretMatcher(secret: string): (given: string) => boolean {
  const expected = digest(secret);
  return (given) => timingSafeEqual(digest(given), expected);
}

export const isSameSecret = (given: string, secret: string): boolean => secretMatcher(secret)(given);

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Creates a random secret, for a server without a secret from the user. */
export const newSecret = (encoding: 'base64url' | 'hex' = 'base64url'): string => randomBytes(24).toString(encoding);

export interface BasicAuth {
  readonly username: string;
  readonly password: string;
}

export function isAuthorized(header: string | undefined, { username, password }: BasicAuth): boolean {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return isSameSecret(header ?? '', expected);
}
