import { isSameSecret } from '../secrets/secret.js';

export interface BasicAuth {
  readonly username: string;
  readonly password: string;
}

export function isAuthorized(header: string | undefined, { username, password }: BasicAuth): boolean {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return isSameSecret(header ?? '', expected);
}
