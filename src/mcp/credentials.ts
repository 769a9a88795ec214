import { isSameSecret } from '../http/index.js';

export interface Credentials {
  readonly token: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export function isAuthorized(header: string | undefined, { token, user, password }: Credentials): boolean {
  const expected = [
    ...(token === undefined ? [] : [`Bearer ${token}`]),
    ...(user === undefined || password === undefined
      ? []
      : [`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`]),
  ];
  // Compares with all of them, so that the response time does not show which one failed.
  return expected.map((one) => isSameSecret(header ?? '', one)).includes(true);
}
