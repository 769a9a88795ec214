import { isSameSecret } from '../http/index.js';

export interface Credentials {
  readonly token: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** Whether a request carries one of them: `Bearer`, or `Basic`. */
export function isLetIn(header: string | undefined, { token, user, password }: Credentials): boolean {
  const expected = [
    ...(token === undefined ? [] : [`Bearer ${token}`]),
    ...(user === undefined || password === undefined
      ? []
      : [`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`]),
  ];
  // All are compared: which of them was wrong does not show in the time it takes.
  return expected.map((one) => isSameSecret(header ?? '', one)).includes(true);
}
