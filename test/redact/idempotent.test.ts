import { describe, expect, it } from 'vitest';
import { LeakError, redactDocuments } from '../../src/redact/index.js';
import { type Random, seeded } from '../support/random.js';
import { sampled } from '../support/rotation.js';

const SECRETS = ['PTsecret+secret', 'p&ss<w>ö\'r"d/é`\\1'];

function redact<T>(document: T): T {
  const placed = { place: 'entry 1', document };
  const { gate } = redactDocuments([placed], { secrets: SECRETS });
  gate.check(placed.document, JSON.stringify(placed.document), 'entry 1');
  return placed.document;
}

/** Undefined if the gate refuses the document, because the signs between two fields hide a secret. */
function redactedOrRefused<T>(document: T): T | undefined {
  try {
    return redact(document);
  } catch (error) {
    if (error instanceof LeakError) return undefined;
    throw error;
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

// What looks like something to replace, almost does, or did before it was replaced.
const PIECES = [
  ...['+1', '+', '1', '206', '555', '0100', '1234', '2065551234', '12065551234', '+12065551234', '(206) 555-1234'],
  ...['00', '011', '+49', '+353 1', '+12', '+1206555012', '+120655501001', '+12065550100', '12005550100', '0', '999'],
  ...['%2B', '%40', '%41', '%25', '%2525', '@', 'a@b.cd', 'ann@corp.org', 'user1@example.com', 'host1.example.com'],
  ...['sip:', 'sips:', 'tel:', 'sip:user:pw@host.example', 'sip:ann@10.0.0.1;transport=tcp', '<', '>'],
  ...['"Ann Example" <sip:ann@corp.org>', '"', "'", '\\', '\\"', '\\u0041', '\\n', '\n', '\r\n', ' ', '.', '-', '_'],
  ...['=', '&', '?', '/', ':', '::', '://', 'http://', 'https://u:p@h.org/x?token=abcdefgh', '{"token":"abcdefgh"}'],
  ...['{"to":"+12065551234"}', '[cut]', 'secret_1', 'Name1', 'word_1', 'Bearer ', 'Basic ', 'Bearer abcdefghi', 'eyJ'],
  ...['eyJaaaaa.bbb.ccc', '10.1.2.3', '192.0.2.1', '2a00::1', '::1', '2001:db8::1', '1:2:3:4:5:6:7:8', 'ä', '😀'],
  ...['\ud800', '\udc00', '\0', 'token=', 'password: "', 'to=', 'api_key', 'PTsecret+secret', '{', '}', '[', ']', ','],
  ...[base64('call +12065551234 now'), base64('PTsecret+secret'), Buffer.from('PTsecret+secret').toString('hex')],
  ...['`', '${', 'data: ', '\u00a0', '\u2011', '\u2028'],
];

/** Pieces, and characters of any kind. */
const pieces = (random: Random) =>
  Array.from({ length: 1 + random.below(8) }, () =>
    random.below(6) === 0
      ? String.fromCharCode(random.below(random.below(2) === 0 ? 65_536 : 128))
      : random.pick(PIECES),
  ).join('');

const FIELDS = ['a', 'to', 'token', 'note', 'caller_name', 'Authorization'];
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, ''));

/** As it is, or in JSON, base64, an address, a form, a string. */
function packed(random: Random, depth = 0): string {
  const inside = () => packed(random, depth + 1);
  switch (depth > 2 ? 0 : random.below(9)) {
    case 4:
      return JSON.stringify({ [random.pick(FIELDS)]: inside() });
    case 5:
      return base64(inside());
    case 6:
      return `http://h.org/p?x=${encoded(inside())}`;
    case 7:
      return `a=${encoded(inside())}&token=abcdefgh`;
    case 8:
      return `see ${JSON.stringify(inside())} and`;
    default:
      return pieces(random);
  }
}

function documentOf(random: Random): unknown {
  const text = () => packed(random);
  switch (random.below(5)) {
    case 0:
      return { base64: Buffer.from(text(), random.pick(['utf8', 'latin1'])).toString('base64') };
    case 1:
      return { base64: Buffer.from(Array.from({ length: 60 }, () => random.below(256))).toString('base64') };
    case 2:
      return {
        ...{ to: text(), token: text(), caller_name: text(), Authorization: text(), [text()]: text() },
        note: [text(), random.below(1e9) * 1000],
      };
    default:
      return { text: text() };
  }
}

describe('a second redaction changes nothing', () => {
  it.each([1, 2, 3, 4])('of generated documents (seed %i)', (seed) => {
    const random = seeded(seed);
    const documents = Array.from({ length: 200 }, () => documentOf(random));
    for (const document of sampled(documents, (_, at) => at < 8)) {
      const once = redact(document);
      expect(redact(once), JSON.stringify(document)).toEqual(once);
    }
  });

  it.each([
    ['a number that a secret continues', '+12065550100150547365637265742b736563726574'],
    ['an address of IPv6 behind a backslash', '\\1:2:3:4:5:6:7:8'],
    ['an address of IPv6 behind a percent sign', '%25::1 and %2A00::1'],
    ['two addresses in one', 'sip:ann@corp.organn@corp.org'],
    ['an address that a backslash continues', '99\\ann@corp.org'],
    ['the word of a credential as a credential', 'Bearer Bearer abcdefghi'],
    ['a name that changes what a field is', { [`${'x'.repeat(130)}token=abcdefgh&token=abcdefgh`]: 'abcdefgh' }],
    ['a value that begins with a cut', { token: '[cut]PTsecret+secret' }],
    ['a replacement that is given as a credential', { Authorization: 'user1@example.com', to: 'user1@example.com' }],
  ])('of %s', (_what, text) => {
    const once = redact({ text });
    expect(redact(once)).toEqual(once);
  });
});

/** Commands with passwords, in quotes that open, close and stay open anywhere. */
const COMMAND_PIECES = [
  ...['curl -u ', 'curl --user ', 'mysql -p', 'sshpass -p ', 'http -a ', ' -H ', ' --data ', ' -u ', ' -p', 'bash -c '],
  ...["'", '"', '`', "\\'", '\\"', "$'", '\n', ' ', '\\\n', ' | ', ':', 'a:b', 'ann:', 'Zx9!qLm4', 'token=', ';'],
];

describe('redacts a command line whose quotes never close', () => {
  it.each([400, 1_000, 4_000])('of %i characters', (length) => {
    const line = 'curl -u \'ann:Zx9!qLm4\nmysql "';
    const { text } = redact({ text: line.repeat(Math.ceil(length / line.length)) });
    expect(text).not.toContain('Zx9!qLm4');
    expect(redact({ text })).toEqual({ text });
  });

  it.each(sampled([...Array(40).keys()], (seed) => seed < 4))('of generated pieces (seed %i)', (seed) => {
    const random = seeded(seed);
    for (let i = 0; i < 25; i++) {
      const made = Array.from({ length: 20 + random.below(200) }, () => random.pick(COMMAND_PIECES)).join('');
      const once = redactedOrRefused({ text: made });
      if (once) expect(redact(once), JSON.stringify(made)).toEqual(once);
    }
  });

  it.each([
    ['that begins in quotes and continues after them', `curl -u 'ann:Zx9!'qLm4 'b'`, `curl -u secret_3 'b'`],
    ['that begins before quotes', `curl -u ann:'Zx9!'qLm4 'b'`, `curl -u ann:secret_3 'b'`],
    ['that ends in quotes', `curl -u ann:Zx9!'qLm4' 'b'`, `curl -u ann:secret_3 'b'`],
    ['in two quotes', `curl -u 'ann:Zx9!'"qLm4" 'b'`, `curl -u secret_3 'b'`],
    ['in quotes', `curl -u 'ann:Zx9!qLm4' 'b'`, `curl -u 'ann:secret_3' 'b'`],
  ])('and keeps the other quotes of a password %s', (_what, line, redacted) => {
    expect(redact({ text: line }).text).toBe(redacted);
  });
});

it('redacts the parts of a URL in a template', () => {
  const once = redact({ text: 'https://h.invalid/?x=%2B12065551234$%7Bid%7D' });
  expect(once.text).toBe('https://h.invalid/?x=%2B12005550100$%7Bid%7D');
});

it('redacts values that are nested too deeply to walk', () => {
  let deep: unknown = { to: '+12065551234', token: 'abcdefgh', note: 'ann@corp.org' };
  for (let i = 0; i < 300; i++) deep = [deep];
  const text = JSON.stringify(redact(deep));
  expect(text).not.toMatch(/2065551234|abcdefgh|ann@corp/);
  expect(JSON.stringify(redact({ text: JSON.stringify(deep) }))).not.toMatch(/2065551234|abcdefgh|ann@corp/);
});

it('never takes a word of the format for a secret, a name or a credential elsewhere', () => {
  const document = {
    kind: 'http',
    request: { method: 'DELETE' },
    fault: 'timeout',
    note: 'Authorization: Bearer abcdefghi',
    fields: [{ token: 'Bearer' }, { token: 'DELETE' }, { password: 'timeout' }, { first_name: 'http' }],
  };
  expect(redact(document)).toMatchObject({ kind: 'http', request: { method: 'DELETE' }, fault: 'timeout' });
});
