import { describe, expect, it } from 'vitest';
import { isSameSecret, listen, newSecret } from '../../src/http/index.js';
import { isStrongSecret } from '../../src/http/secrets/strength.js';
import { closedAfterTest } from '../support/closed-after-test.js';

describe('a secret', () => {
  it.each([
    '',
    'short',
    'a-long-secret',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'abababababababababababab',
    'abcdefghijklmnopqrstuvwxyz',
    'zyxwvutsrqponmlkjihgfedcba',
    '1234567890123456',
    '1122334455667788',
    'qwertyuiopasdfghjklzxcvbnm',
    'passwordpassword',
    'password12345678',
    'P4ssw0rd-P4ssw0rd-P4ssw0rd',
    'changemechangeme',
    'secret-token-for-admin',
    'x7Kq x7Kq x7Kq x7Kq x7Kq',
  ])('%j is weak', (secret) => {
    expect(isStrongSecret(secret)).toBe(false);
  });

  it.each(['hX7-2kQv9-Lm4Rt0', '3f6a0c52-9d41-4e7b-8a16-c05d2b97e384', 'correct horse battery staple'])(
    '%j is strong',
    (secret) => {
      expect(isStrongSecret(secret)).toBe(true);
    },
  );

  it('of ours is strong, each time another', () => {
    const made = Array.from({ length: 500 }, (_, index) => newSecret(index % 2 ? 'hex' : 'base64url'));
    expect(made.every(isStrongSecret)).toBe(true);
    expect(new Set(made).size).toBe(500);
  });

  it('of a megabyte is checked at once', () => {
    const started = performance.now();
    for (const text of ['a', 'ab', '1234', 'password']) isStrongSecret(text.repeat(2 ** 18));
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('is the same as itself alone', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true);
    for (const other of ['', 'ab', 'abd', 'abcd', 'ABC']) expect(isSameSecret(other, 'abc')).toBe(false);
  });
});

describe('a server with a weak secret', () => {
  const served = { send: async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) }) };

  it.each([
    ['listens to other machines', { host: '0.0.0.0' }],
    ['has the name of another machine', { hosts: ['agent.example'] }],
  ])('does not start when it %s', async (_, options) => {
    const secrets = { 'server.auth_token': 'password1234' };
    await expect(listen(served, { ...options, secrets })).rejects.toThrow(
      /^server\.auth_token is too weak for a server that other machines reach \(.+\): it needs at least 16 characters, not counting repeats, sequences and common words\. Make one: openssl rand -base64 24$/,
    );
    const strong = { 'server.auth_token': newSecret(), 'server.auth_password': undefined };
    closedAfterTest(await listen(served, { ...options, secrets: strong }));
  });

  it('starts on loopback', async () => {
    closedAfterTest(await listen(served, { hosts: ['localhost'], secrets: { token: 'weak' } }));
  });
});
