import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

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
  // Each is compared, as digests: how far a guess was right shows in no time.
  return expected.map((one) => timingSafeEqual(digest(header ?? ''), digest(one))).includes(true);
}

export const newToken = (): string => randomBytes(24).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();
