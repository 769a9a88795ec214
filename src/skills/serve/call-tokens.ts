import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type TokenStatus = 'valid' | 'missing' | 'expired' | 'wrong';

interface TokenScope {
  readonly call_id: string;
  readonly tool: string;
}

/** Creates tokens for one call, one tool and a limited time. A call id may contain any characters. */
export class CallTokens {
  readonly #secret: string | Buffer;
  readonly #lifetimeMs: number;
  readonly #now: () => Date;

  constructor({ secret, lifetimeMs, now }: { secret?: string | undefined; lifetimeMs: number; now: () => Date }) {
    if (secret !== undefined && secret.length < 16) throw new TypeError('the secret must have at least 16 characters');
    this.#secret = secret ?? randomBytes(32);
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  make(scope: TokenScope): string {
    const expiry = String(this.#now().getTime() + this.#lifetimeMs);
    const nonce = randomBytes(9).toString('base64url');
    return `${expiry}.${nonce}.${this.#mac(scope, expiry, nonce).toString('base64url')}`;
  }

  check(token: string | null, scope: TokenScope): TokenStatus {
    if (!token) return 'missing';
    const [expiry = '', nonce = '', mac = '', ...more] = token.split('.');
    const given = Buffer.from(mac, 'base64url');
    const expected = this.#mac(scope, expiry, nonce);
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong';
    return Number(expiry) > this.#now().getTime() ? 'valid' : 'expired';
  }

  #mac({ call_id, tool }: TokenScope, expiry: string, nonce: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([call_id, tool, expiry, nonce]))
      .digest();
  }
}
