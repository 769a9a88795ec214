import { randomBytes } from 'node:crypto';

/** Creates a random secret, for a server without a secret from the user. */
export const newSecret = (encoding: 'base64url' | 'hex' = 'base64url'): string => randomBytes(24).toString(encoding);
