import { describe, expect, it } from 'vitest';
import { createRedactor, LeakError, secretCutter } from '../../src/redact/index.js';
import { seeded } from '../support/random.js';
import { sampled } from '../support/rotation.js';
import { PLACES, SPELLINGS } from '../support/secret-spellings.js';

const SECRETS = {
  'with signs and letters of others': 'p&ss<w>ö\'r"d/é`\\1',
  'with what looks like escapes': 'a%41b\\x41&amp;c\\n',
  'in lines': '-----BEGIN KEY-----\nabc+/def\nghi==\n-----END KEY-----',
  'of words': 'PTsecretsecret',
};
const ALL = Object.entries(SECRETS);

function redact<T>(document: T, secret: string): T {
  const redactor = createRedactor({ secrets: [secret] });
  redactor.learn(document, 'entry 1');
  const redacted = redactor.replace(document, 'entry 1');
  redactor.gate().check(redacted, JSON.stringify(redacted), 'entry 1');
  return redacted;
}

/** The first secret has a sign for each spelling. Every run takes a part of the spellings of each, which differ. */
const spellingsFor = (secret: string) => {
  const which = Object.values(SECRETS).indexOf(secret);
  return sampled(Object.entries(SPELLINGS), (_, at) => (at + which) % (which === 0 ? 3 : 12) === 0);
};

describe.each(ALL)('a known secret %s', (_what, secret) => {
  it.each(spellingsFor(secret))('is found as %s, in every place', (_how, spell) => {
    const spelled = spell(secret);
    for (const [place, around] of Object.entries(PLACES)) {
      const once = redact({ text: around(spelled) }, secret);
      expect(once.text, place).not.toContain(spelled);
      expect(redact(once, secret), place).toEqual(once);
      // The same holds while recording.
      expect(secretCutter([secret]).text(around(spelled)), place).not.toContain(spelled);
    }
  });

  it.each(spellingsFor(secret))('is redacted in an output that shows it as %s', (_how, spell) => {
    const output = { kind: 'output', text: `{ a: '${spell(secret)}' }` };
    expect(redact(output, secret).text).not.toContain(spell(secret));
  });
});

it.each([
  ['a host in small letters', 'MyTenant.Example.org', 'https://mytenant.example.org/x'],
  ['other ends of lines', 'one secret\ntwo secret', 'a one secret\r\ntwo secret b'],
  ['the other way round', 'one secret\r\ntwo secret', 'a one secret\ntwo secret b'],
  ['without the line end of its file', 'ends-in-a-line\n', 'x=ends-in-a-line;'],
  ['a plus sign between two strings', 'first-half-second', "a = 'first-half' +\n  '-second'"],
  ['UTF-8 read as Latin-1', 'geheimnisströmung', Buffer.from('geheimnisströmung').toString('latin1')],
])('a known secret is found through %s', (_how, secret, text) => {
  expect(redact({ text }, secret).text).toMatch(/secret_1/);
});

it('a known secret is found in bytes, in whatever encoding', () => {
  const secret = 'pässwörd-geheim';
  for (const encoding of ['utf8', 'latin1'] as const) {
    const bytes = Buffer.concat([Buffer.from([0, 255, 254, 7]), Buffer.from(secret, encoding), Buffer.from([0, 200])]);
    const { base64 } = redact({ base64: bytes.toString('base64') }, secret);
    const left = Buffer.from(base64, 'base64');
    expect([left.includes(Buffer.from(secret, encoding)), left.includes('secret_1')]).toEqual([false, true]);
  }
});

/** What programs pack: a document, a form, an address, with the secret as each writes it. */
const DOCUMENTS: Readonly<Record<string, (secret: string) => string>> = {
  JSON: (token) => JSON.stringify({ token }),
  'JSON in JSON': (token) => JSON.stringify({ body: JSON.stringify({ token }) }),
  'JSON with \\/': (token) => JSON.stringify({ token }).replaceAll('/', '\\/'),
  'JSON in ASCII': (token) => JSON.stringify({ token }).replace(/[^ -~]/g, unicode),
  'JSON in ASCII with \\/': (token) =>
    JSON.stringify({ token })
      .replace(/[^ -~]/g, unicode)
      .replaceAll('/', '\\/'),
  'an address': (token) => `token=${encodeURIComponent(token)}&a=1`,
  'an address in small letters': (token) =>
    `token=${encodeURIComponent(token).replace(/%../g, (sign) => sign.toLowerCase())}&a=1`,
  'an address with its slashes': (token) => `/a/${encodeURIComponent(token).replaceAll('%2F', '/')}/b`,
  'all of an address': (token) => encodeURI(`https://h.invalid/${token}`),
  'a form': (token) => new URLSearchParams({ token, a: '1' }).toString(),
  XML: (token) => `<token>${token.replace(/[&<>]/g, (sign) => XML[sign] as string)}</token>`,
  'an attribute': (token) => `<t a="${token.replace(/[&<>"']/g, (sign) => XML[sign] as string)}"/>`,
  'without the end of its line': (token) => `token=${token.trim()};`,
};
const XML: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
};
const unicode = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Every stretch that may be base64 or hexadecimal, unpacked. */
const unpacked = (text: string): string =>
  (text.match(/[\w+/=-]{8,}/g) ?? [])
    .flatMap((run) => ['base64' as const, 'hex' as const].map((how) => Buffer.from(run, how).toString()))
    .join('\n');

describe.each(
  [...Object.values(SECRETS), 'pa"ss\\word99', 'pa/ss/word99', 'pass word+99\n'].map(
    (secret, at) => [secret, at] as const,
  ),
)('the known secret %j', (secret, which) => {
  it.each(sampled(Object.entries(DOCUMENTS), (_, at) => at === which))(
    'is cut out of packed %s, wherever that stands',
    (_how, write) => {
      const document = write(secret);
      for (const how of ['base64', 'base64url', 'hex'] as const) {
        const run = Buffer.from(document).toString(how);
        for (const text of [run, `see ${run} end`, `<https://h.invalid/?a=${encodeURIComponent(run)}>; rel="next"`]) {
          const entry = { text, base64: Buffer.from(`\0\u00ff${text}`, 'latin1').toString('base64') };
          const redacted = redact(entry, secret);
          expect(redact(redacted, secret)).toEqual(redacted);
          const bytes = Buffer.from(redacted.base64, 'base64').toString('latin1');
          for (const left of [redacted.text, bytes, secretCutter([secret]).text(text)])
            expect(unpacked(decodeURIComponent(left)), text).not.toContain(spelledIn(document, secret));
        }
      }
    },
  );
});

/** The spelling of the secret in the document: the part that differs from a document with another secret. */
const spelledIn = (document: string, secret: string) => {
  const other = Object.values(DOCUMENTS).map((write) => [write(secret), write('')] as const);
  const [, empty = ''] = other.find(([written]) => written === document) ?? [];
  let front = 0;
  while (document[front] === empty[front]) front++;
  return document.slice(front, document.length - (empty.length - front));
};

it.each(sampled([...Array(80).keys()], (seed) => seed < 8))(
  'nothing the last look sees is left by redaction (seed %i)',
  (seed) => {
    const random = seeded(seed);
    const secret = `S${random.text(6 + random.below(12), 'abAB01 +/=%&"\\\'`<é漢\n-')}t`;
    const spell = () => {
      let text = secret;
      for (let i = random.below(3); i >= 0; i--) text = random.pick(Object.values(SPELLINGS))(text);
      return random.pick(Object.values(PLACES))(text);
    };
    const document = {
      kind: 'http',
      url: `https://h.invalid/?a=${encodeURIComponent(spell())}`,
      json: { a: spell(), nested: JSON.stringify({ b: spell() }) },
      text: `${spell()}${spell()}`,
      base64: Buffer.from(`\0${spell()}\u00ff`, random.pick(['utf8', 'latin1'] as const)).toString('base64'),
    };
    const once = redact(document, secret);
    expect(redact(once, secret)).toEqual(once);
  },
);

describe('a leak', () => {
  it('is reported with its entry and its field, without its value', () => {
    const gate = createRedactor({ secrets: ['PTsecretsecret'] }).gate();
    const document = { request: { body: { text: ['x', 'PT%73ecretsecret'] } } };
    const check = () => gate.check(document, JSON.stringify(document), 'a.ndjson, entry 3');
    expect(check).toThrow(LeakError);
    expect(check).toThrow(/^a\.ndjson, entry 3: request\.body\.text\.1: a secret would be left .*nothing was written/);
  });
  it('in the name of a field is reported without the name', () => {
    const gate = createRedactor({ secrets: ['PTsecretsecret'] }).gate();
    expect(() => gate.check({ a: { PTsecretsecret: 1 } }, '{"a":{"PTsecretsecret":1}}', 'entry 1')).toThrow(
      /^entry 1: the name of a field in a: a secret/,
    );
  });
});
