import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { digest, verify_signature as verifyAnywhere } from '../../src/client/webhooks/fetch-signature.js';
import { verify_signature as verifyInNode } from '../../src/client.js';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';

const KEY = 'PSK_0123456789abcdef';

/** The requests of a call to a number whose documents are on a local server, as that server received them. */
async function requests(handler: 'relay_script' | 'laml_webhooks') {
  const swml = JSON.stringify({ version: '1.0.0', sections: { main: ['answer', 'hangup'] } });
  const cxml = '<Response><Gather action="/more" timeout="1"><Say>Hi</Say></Gather></Response>';
  const server = await receiver(() => ({ body: handler === 'relay_script' ? swml : cxml }));
  const sandbox = createSandbox({ signing_key: KEY });
  const platform = sandbox.client();
  const [number] = (await platform.phone_numbers.list()).data;
  const url = `${server.url}/document?x=1`;
  if (handler === 'relay_script') await platform.phone_numbers.set_swml_webhook(number?.id ?? '', url);
  else await platform.phone_numbers.set_cxml_webhook(number?.id ?? '', url);
  await sandbox.ring(number?.number ?? '', { digits: ['1'] });
  await server.close();
  await sandbox.close();
  return server.received.map(({ target, headers, body }) => ({ url: `${server.url}${target}`, headers, body }));
}

describe.each([
  ['patchbay/client', verifyInNode],
  ['patchbay/client/fetch', verifyAnywhere],
])('verify_signature of %s', (_, verify_signature) => {
  it.each(['relay_script', 'laml_webhooks'] as const)('accepts what the sandbox signs (%s)', async (handler) => {
    const received = await requests(handler);
    expect(received.length).toBeGreaterThan(0);
    for (const one of received) {
      expect(verify_signature(one, KEY)).toBe(true);
      expect(verify_signature({ ...one, headers: new Headers(one.headers as never) }, KEY)).toBe(true);
      expect(verify_signature({ ...one, body: Buffer.from(String(one.body)) }, KEY)).toBe(true);
      // Whatever is changed, nothing of it is accepted.
      expect(verify_signature(one, `${KEY}x`)).toBe(false);
      expect(verify_signature({ ...one, url: `${one.url}&y=2` }, KEY)).toBe(false);
      expect(verify_signature({ ...one, body: `${one.body}&To=1` }, KEY)).toBe(false);
      expect(verify_signature({ ...one, headers: {} }, KEY)).toBe(false);
      for (const [name, value] of Object.entries(one.headers))
        if (/signature$/.test(name)) {
          const headers = { ...one.headers, [name]: String(value).replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a')) };
          expect(verify_signature({ ...one, headers }, KEY)).toBe(false);
        }
    }
  });

  it('checks a JSON body of cXML by the hash in its URL', () => {
    const body = '{"a":1}';
    const signed = {
      url: 'https://acme.org/x?bodySHA256=015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862',
      headers: { 'content-type': 'application/json', 'X-Platform-Signature': '' },
      body,
    };
    // HMAC-SHA1 of the URL with the key, in Base64, computed with openssl.
    signed.headers['X-Platform-Signature'] = 'v81gEf7skb9kRN8UztCH9fXA53Q=';
    expect(verify_signature(signed, KEY)).toBe(true);
    expect(verify_signature({ ...signed, body: '{"a":2}' }, KEY)).toBe(false);
  });

  it('explains wrong use instead of returning false', () => {
    const request = { url: 'https://acme.org/', headers: {} };
    expect(() => verify_signature(request, '')).toThrow('key is missing');
    expect(() => verify_signature({ ...request, url: '/path' }, KEY)).toThrow('url must be the whole URL');
    const parsed = { ...request, headers: { 'x-platform-signature': 'x' }, body: { To: '1' } as never };
    expect(() => verify_signature(parsed, KEY)).toThrow('body must be the raw body');
  });
});

it('the digests of patchbay/client/fetch are those of Node.js, for each length around a block', () => {
  for (const hash of ['sha1', 'sha256'] as const)
    for (const length of [...Array(140).keys(), 1000, 70_000]) {
      const bytes = randomBytes(length);
      const expected = createHash(hash).update(bytes).digest('hex');
      expect([length, Buffer.from(digest(hash, bytes)).toString('hex')]).toEqual([length, expected]);
    }
});

it('both accept a key of any length, and a body with any character', () => {
  const body = '\ufeff{"name":"Zoë 😀"}';
  for (const length of [1, 63, 64, 65, 200]) {
    const key = 'k'.repeat(length);
    const [url, hmac] = ['https://acme.org/x', (text: string) => createHmac('sha256', key).update(text).digest('hex')];
    const request = { url, headers: { 'x-platform-sha256-signature': hmac(`${url}${body}`) } };
    for (const verify of [verifyInNode, verifyAnywhere])
      for (const raw of [body, Buffer.from(body)]) expect(verify({ ...request, body: raw }, key)).toBe(true);
  }
});
