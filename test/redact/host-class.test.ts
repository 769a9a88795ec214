import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, hostClass, redactDocuments } from '../../src/redact/index.js';
import { seeded } from '../support/random.js';

function redact(text: string): string {
  const placed = { place: 'entry 1', document: { url: text, again: text } };
  const { gate } = redactDocuments([placed], { policy: { ...DEFAULT_POLICY, keep_loopback: false } });
  gate.check(placed.document, JSON.stringify(placed.document), 'entry 1');
  expect(placed.document.again).toBe(placed.document.url);
  return placed.document.url;
}

const random = seeded(7);
const byte = () => random.below(256);
const group = () => (1 + random.below(65_535)).toString(16);
const ADDRESSES: Readonly<Record<string, () => string>> = {
  public: () =>
    random.pick([`93.${byte()}.${byte()}.${byte()}`, `172.32.${byte()}.${byte()}`, `2a00:${group()}::${group()}`]),
  private: () =>
    random.pick([
      `10.${byte()}.${byte()}.${byte()}`,
      `172.${16 + random.below(16)}.${byte()}.${byte()}`,
      `192.168.${byte()}.${byte()}`,
      `100.${64 + random.below(64)}.${byte()}.${byte()}`,
      `fd${(byte() | 256).toString(16).slice(1)}:${group()}::${group()}`,
      `::ffff:10.0.${byte()}.${byte()}`,
    ]),
  'link-local': () => random.pick([`169.254.${byte()}.${byte()}`, `fe80::${group()}:${group()}`]),
  loopback: () => random.pick([`127.${byte()}.${byte()}.${byte()}`, '0.0.0.0', '::1']),
};
const NAMES: Readonly<Record<string, readonly string[]>> = {
  public: ['pbx.acme.org', 'localhost.acme.org', 'acme.local.org'],
  private: ['pbx.corp.internal', 'pbx.lan', 'nas.home.arpa'],
  'link-local': ['pbx.local', 'PBX.Office.Local'],
  loopback: ['localhost', 'app.localhost'],
};
const written = (address: string) => (address.includes(':') ? `[${address}]` : address);
const hostOf = (url: string) => new URL(url.replace(/^sips?:(.*@)?/, 'http://')).hostname;

describe.each(Object.keys(ADDRESSES))('an address that is %s', (name) => {
  const addresses = Array.from({ length: 200 }, () => ADDRESSES[name]?.() ?? '');

  it('is of the same class after redaction', () => {
    for (const address of addresses) {
      const url = redact(`http://${written(address)}:8080/hook`);
      expect(hostClass(hostOf(url)), `${address} became ${url}`).toBe(name);
      expect(redact(url)).toBe(url);
    }
  });

  it('is of the same class in a SIP address', () => {
    for (const address of addresses.filter((one) => !one.includes(':')))
      for (const user of ['ann', '+12065551234']) {
        const text = redact(`sip:${user}@${address}`);
        expect(text).not.toContain(user);
        expect(hostClass(hostOf(text)), `${address} became ${text}`).toBe(name);
        expect(redact(text)).toBe(text);
      }
  });

  it('is of the same class as a name', () => {
    for (const host of NAMES[name] ?? []) {
      expect(hostClass(host)).toBe(name);
      expect(hostClass(hostOf(redact(`https://${host}/hook`)))).toBe(name);
      for (const user of ['ann', '+12065551234']) {
        const text = redact(`sip:${user}@${host}`);
        expect(hostClass(hostOf(text)), `${host} became ${text}`).toBe(name);
        expect(redact(text)).toBe(text);
      }
    }
  });
});

it('two addresses of one network stay two', () => {
  const text = '10.0.0.5 10.0.0.6 10.0.0.5 192.168.0.5 169.254.169.254';
  expect(redact(text)).toBe('10.255.0.1 10.255.0.2 10.255.0.1 10.255.0.3 169.254.255.1');
});
