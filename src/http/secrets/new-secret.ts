import { randomBytes } from 'node:crypto';

/** A secret that cannot be guessed, for a server whose user chose none. */
export const newSecret = (encoding: 'base64url' | 'hex' = 'base64url'): string => randomBytes(24).toString(encoding);
