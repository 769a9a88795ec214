import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import {
  createOrdinals,
  createRedactor,
  DEFAULT_POLICY,
  type RedactorOptions,
  readPolicy,
} from '../../src/redact/index.js';
import { type Random, seeded } from '../support/random.js';
import { SPELLINGS } from '../support/secret-spellings.js';

const NAMED = { ...DEFAULT_POLICY, names: ['$.data[*].name', '$..caller_name'] };

function redact<T>(documents: readonly T[], options: RedactorOptions = { policy: NAMED }): T[] {
  const redactor = createRedactor(options);
  documents.forEach((document, i) => void redactor.learn(document, `entry ${i + 1}`));
  return documents.map((document, i) => redactor.replace(document, `entry ${i + 1}`));
}

it('keeps a word that an address has as its password in ordinary text', () => {
  const [address, text] = redact(['connect to postgres://admin:postgres@db.example.com/x', 'postgres is slow']);
  expect(address).not.toContain(':postgres@');
  expect(text).toBe('postgres is slow');
});

describe('one original', () => {
  it('is the same number in every spelling, with country code and length kept', () => {
    const spelled = [
      '+12065551234',
      '(206) 555-1234',
      '206-555-1234',
      '%2B12065551234',
      'tel:+1 206 555 1234',
      '12065551234',
    ];
    expect(redact(spelled)).toEqual([
      '+12005550100',
      '(200) 555-0100',
      '200-555-0100',
      '%2B12005550100',
      'tel:+1 200 555 0100',
      '12005550100',
    ]);
  });

  it('learnt late is replaced early', () => {
    const [early] = redact<unknown>([{ note: 'Ada Lovelace rang' }, { data: [{ name: 'Ada Lovelace' }] }]);
    expect(early).toEqual({ note: 'Name1 rang' });
  });

  it.each([
    [
      'an address',
      'https://bob:hunter22@h.invalid/to/%2B12065551234?token=abcdefgh&q=1',
      'https://secret_1:secret_2@h.invalid/to/%2B12005550100?token=secret_3&q=1',
    ],
    ['a form', 'To=%2B12065551234&AuthToken=abcdefgh', 'To=%2B12005550100&AuthToken=secret_1'],
    [
      'a JSON string in a JSON string',
      JSON.stringify({ a: JSON.stringify({ password: 'abcdefgh' }) }),
      JSON.stringify({ a: JSON.stringify({ password: 'secret_1' }) }),
    ],
    [
      'a SIP address',
      'sip:ada@corp.invalid;transport=tcp and ada@corp.invalid',
      'sip:user1@example.com;transport=tcp and user1@example.com',
    ],
    [
      'an address with a quoted local part',
      'to "ann lee"@acme.invalid, sip:"ann lee"@ACME.invalid and "+12065551234"@en',
      'to user1@example.com, sip:user1@example.com and "+12005550100"@en',
    ],
    [
      'quotes around something else',
      '"ann" <ann@acme.invalid>, see "@acme.invalid" or "x"@en',
      '"ann" <user1@example.com>, see "@acme.invalid" or "x"@en',
    ],
    [
      'IP addresses',
      '93.1.2.3, 10.1.2.3, 127.0.0.1, 2a00:1450::5, 12:34:56',
      '192.0.2.1, 10.255.0.1, 127.0.0.1, 2001:db8::1, 12:34:56',
    ],
    [
      'base64',
      Buffer.from('call +12065551234 now').toString('base64'),
      Buffer.from('call +12005550100 now').toString('base64'),
    ],
    [
      'a form with half a surrogate pair',
      'To=%2b12065551234&token=ab\ud800cdefg\ud800',
      'To=%2b12005550100&token=secret_1',
    ],
    ['a token of three parts', 'x eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.abc-def', 'x eyJhbGciOiJub25lIn0.e30.n1'],
  ])('is replaced in %s', (_where, text, expected) => {
    expect(redact([{ text }])).toEqual([{ text: expected }]);
  });

  it('is the display name of a person, and not the label of a resource', () => {
    const webhook = { type: 'swml_webhook', display_name: 'https://h.invalid/hello', name: 'Night shift' };
    const subscriber = { display_name: 'Ann of Sales', subscriber: { email: 'x', display_name: 'Ann of Sales' } };
    const asked = { display_name: 'Ann of Sales', user_name: 'bob.l' };
    expect(redact<unknown>([asked, webhook, subscriber], {})).toEqual([
      { display_name: 'Name2', user_name: 'Name1' },
      webhook,
      { display_name: 'Name2', subscriber: { email: 'x', display_name: 'Name2' } },
    ]);
  });

  it('leaves paging cursors, ids, times and counts alone', () => {
    const plain = {
      page_token: 'PA1234567',
      id: '550e8400-e29b-41d4-a716-446655440000',
      at: '2024-01-02T03:04:05Z',
      max_tokens: 512,
    };
    expect(redact([plain])).toEqual([plain]);
  });

  it('keeps its replacement in the next file when the table is carried along', () => {
    const table = createOrdinals();
    redact(['+12065551234', '+12065551235'], { table });
    expect(redact(['+12065551235'], { table })).toEqual(['+12005550101']);
  });
});

describe('the list of replaced values', () => {
  it('has the kind, count, first place and replacement, and no secret', () => {
    const redactor = createRedactor({ secrets: ['PTsecretsecret'] });
    const document = { to: '+12065551234', again: '+12065551234 PTsecretsecret' };
    redactor.learn(document, 'entry 1');
    redactor.replace(document, 'entry 1');
    expect(redactor.replaced()).toEqual([
      { kind: 'secret', count: 1, place: undefined, replacement: 'secret_1', isDoubtful: false },
      { kind: 'phone', count: 2, place: 'entry 1: to', replacement: '+12005550100', isDoubtful: false },
    ]);
  });

  it('redacts field names in the place of a value', () => {
    const redactor = createRedactor();
    const document = { '+12065551234': { 'ada@corp.invalid': { password: 'abcdefgh' } } };
    redactor.learn(document, 'entry 1');
    redactor.replace(document, 'entry 1');
    const places = ['entry 1: +12005550100.user1@example.com.password', 'entry 1', 'entry 1: +12005550100'];
    const replaced = redactor.replaced();
    expect(replaced.map(({ place }) => place)).toEqual(places);
    // Reading the list changes nothing.
    expect(redactor.replaced()).toEqual(replaced);
  });
});

describe('a policy file', () => {
  it('changes only the keys that it contains', async () => {
    expect(await readPolicy('phone: false\nnames: ["$.data[*].name"]')).toMatchObject({
      phone: false,
      email: true,
      names: ['$.data[*].name'],
    });
  });
  it.each([
    ['phone: maybe', /^p\.yaml: phone: .*boolean/],
    ['names: [name]', /^p\.yaml: names\.0: write a path such as/],
    ['a: &a 1\nb: *a', /./],
    ['phones: true', /^p\.yaml: unknown key "phones"\. The keys of a policy are secret, phone, .* and keep$/],
    ['- phone', /^p\.yaml: not a policy\. .*key: value/],
    ['cut: [enough, xy]', /^p\.yaml: cut\.1: give at least 3 characters\. .* it would match in other words$/],
    [`cut: ["${'x'.repeat(257)}"]`, /^p\.yaml: cut\.0: give at most 256 characters$/],
    ['keep: [""]', /^p\.yaml: keep\.0: give at least 1 character/],
    [`secret_fields: ["${'x'.repeat(65)}"]`, /^p\.yaml: secret_fields\.0: give at most 64 characters$/],
  ])('with %j is one clear error with the fix', async (text, expected) => {
    await expect(readPolicy(text, 'p.yaml')).rejects.toThrow(expected);
  });
  it('does not repeat invalid values that may be confidential', async () => {
    for (const text of ['cut: [pw]', 'cut: {pw: 1}', 'secret_fields: pw', 'keep: pw'])
      await expect(readPolicy(text)).rejects.toThrow(/^(?!.*pw)/s);
  });
  it('without names finds those of the defaults', async () => {
    const [redacted] = redact([{ caller_name: 'Ada Lovelace' }], { policy: await readPolicy('ip: false') });
    expect(redacted).toEqual({ caller_name: 'Name1' });
  });
  it('keeps a number and an address however they are written in it', async () => {
    for (const keep of ['+12069876543', '"12069876543"', '(206) 987-6543', '+1 206-987-6543']) {
      const policy = await readPolicy(`keep: [${keep}, ann@acme.ORG, Al]`);
      const document = { to: '+12069876543', from: '+12069876544', text: '206-987-6543 Ann@acme.org bob@acme.org' };
      expect(redact([document], { policy })).toEqual([
        { to: '+12069876543', from: '+12005550100', text: '206-987-6543 Ann@acme.org user1@example.com' },
      ]);
    }
  });
});

const COUNTRIES = ['1206', '1415', '4420', '49170', '3361', '35386', '8190'];
const SIGNS = 'abcXYZ019+/=&%"\\\'@ #?é漢';

function document(random: Random, secret: string) {
  const phone = () =>
    `+${random.pick(COUNTRIES)}${2 + random.below(7)}${String(random.below(40)).padStart(6, '3')}`.slice(0, 12);
  const mail = () => `${random.pick(['ada', 'bob', 'o.k'])}${random.below(9)}@corp${random.below(3)}.invalid`;
  const name = random.pick(['Ada Lovelace', 'Zoë', 'Grace H.', "O'Brien", '漢字太郎']);
  const said = () => random.pick([phone(), mail(), name, secret, `sip:${mail()}`, '10.0.0.7', random.text(9, SIGNS)]);
  return {
    kind: 'input',
    code: `const who = ${JSON.stringify(`${said()} ${said()}`)}; const token = '${random.text(8, 'abc019')}'; call(who, "${phone()}", token);`,
    url: `https://h.invalid/${encodeURIComponent(said())}?to=${encodeURIComponent(phone())}&token=${encodeURIComponent(secret)}`,
    body: {
      json: {
        data: [{ name, to: phone(), from: phone() }],
        nested: JSON.stringify({ a: said(), b: JSON.stringify([said(), secret]) }),
      },
    },
    text: `${said()} and ${said()}; ${Buffer.from(`${random.text(random.below(4), 'abc')} ${secret} ${said()}`).toString('base64')}`,
  };
}

describe.each(Array.from({ length: 60 }, (_, seed) => seed))('a random document (seed %i)', (seed) => {
  const random = seeded(seed);
  const secret = `S${random.text(9 + random.below(9), SIGNS)}t`;
  const documents = Array.from({ length: 6 }, () => document(random, secret));
  const options = () => ({ policy: NAMED, secrets: [secret] });
  const once = redact(documents, options());

  it('is not changed by a second redaction', () => {
    expect(redact(once, options())).toEqual(once);
  });

  it('keeps relations, lengths and country codes', () => {
    const pairs = documents.flatMap((one, i) => {
      const [before, after] = [one.body.json.data[0]!, once[i]!.body.json.data[0]!];
      return [
        [before.to, after.to],
        [before.from, after.from],
      ] as [string, string][];
    });
    const map = new Map(pairs);
    expect(pairs.every(([before, after]) => map.get(before) === after)).toBe(true);
    expect(new Set(map.values()).size).toBe(map.size);
    expect(pairs.filter(([a, b]) => a.length !== b.length || a.slice(0, 2) !== b.slice(0, 2))).toEqual([]);
  });

  it('contains no known secret in any spelling, and code still parses', () => {
    const text = JSON.stringify(once);
    const spellings = Object.values(SPELLINGS).map((spell) => spell(secret));
    expect(spellings.filter((one) => text.includes(one))).toEqual([]);
    for (const { code } of once)
      expect(() => parse(code, { ecmaVersion: 'latest', sourceType: 'module' })).not.toThrow();
  });
});
