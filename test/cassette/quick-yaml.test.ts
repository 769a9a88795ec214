import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { quickYaml } from '../../src/cassette/format/quick-yaml.js';
import { TokenBudget } from '../../src/cassette/format/yaml-limits.js';
import { parseCassette, toYaml } from '../../src/cassette/index.js';
import { LimitError } from '../../src/util/index.js';
import { type Random, seeded } from '../support/random.js';
import { rotatedSeeds } from '../support/rotation.js';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures');
const quick = (text: string) => quickYaml(text, new TokenBudget());

/** The value in the library's reading, or undefined if the library or the reader of recordings refuses the text. */
function library(text: string): unknown {
  const document = parseDocument(text, { merge: false });
  return document.errors.length > 0 ? undefined : document.toJS();
}

const WORDS = [
  ...[
    'a',
    'north',
    'null',
    'Null',
    '~',
    'true',
    'TRUE',
    'yes',
    'off',
    '',
    ' ',
    '  a',
    'a ',
    'a: b',
    'a #b',
    '#a',
    '- a',
    '-',
  ],
  ...[
    '0',
    '-0',
    '07',
    '1.0',
    '1e5',
    '0x1f',
    '0o17',
    '.5',
    '5.',
    '+1',
    '.inf',
    '-.inf',
    '.nan',
    '1_000',
    '12345678901234567',
  ],
  ...[
    '+12065550100',
    '2025-06-02T09:00:00.000Z',
    '8103855f-ea8d-4871-83f0-83d6723881a7',
    '81038555-1111',
    '1:30',
    '12e03',
  ],
  ...[
    'a\nb',
    'a\n',
    'a\n\n',
    '\na',
    '\n',
    '  a\nb',
    'a\n  b\n',
    'a\n\n\nb',
    'a\n \nb',
    "it's",
    "'a'",
    '"a"',
    '\\',
    '\t',
    'a\tb',
  ],
  ...[
    '{}',
    '[]',
    '{a',
    '[a',
    '}',
    ',a',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    '?',
    '? a',
    ':',
    'a:',
    '::',
    '---',
    '...',
  ],
  ...[
    '\u0000',
    '\u001b[2J',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\ud800',
    '😀',
    'ä',
    '__proto__',
    '<<',
    '=',
    '\r',
    'a\r\nb',
    '/p?q=a&b',
  ],
  ...['x'.repeat(100), `${'word '.repeat(30)}end`, '(a)', '$x', '-a', '-1a', '--- a', '1 2', '0b1', '١'],
];

function randomValue(random: Random, depth = 0): unknown {
  const size = random.below(4);
  switch (random.below(depth > 4 ? 3 : 6)) {
    case 0:
      return random.pick([null, true, false, 0, -0, 1, -17, 1.5, 1e21, 1e-7, 2 ** 53, 0.1 + 0.2, 201]);
    case 3:
      return Array.from({ length: size }, () => randomValue(random, depth + 1));
    case 4:
    case 5:
      return mapOf(random, depth + 1);
    default:
      return random.pick(WORDS);
  }
}

const mapOf = (random: Random, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Array.from({ length: 1 + random.below(4) }, () => [
      random.below(3) ? `key_${random.below(9)}` : random.pick(WORDS),
      randomValue(random, depth),
    ]),
  );

const written = (value: unknown) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });

/** Characters that mean something in YAML, inserted or removed anywhere. */
function damaged(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const inserted = random.below(4)
    ? random.pick([...` \n\t:#-'"|>&*!{}[]?,%~.0a`, '\n  ', ': ', '- ', '---\n', '...\n'])
    : '';
  return text.slice(0, at) + inserted + text.slice(at + random.below(3));
}

describe('quickYaml', () => {
  it('reads each exchange of the fixtures like the library', () => {
    const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
    const texts = files
      .flatMap((file) => readFileSync(join(fixtures, file), 'utf8').split(/^---\n/m))
      .filter((text) => text.startsWith('kind: http\n'));
    expect(texts.length).toBeGreaterThan(100);
    const read = texts.map(quick);
    expect(read.filter((one) => one !== undefined).length / texts.length).toBeGreaterThan(0.9);
    for (const [i, value] of read.entries()) if (value) expect(value).toEqual(library(texts[i] as string));
  });

  it.each(rotatedSeeds(40))('reads generated documents like the library, or not at all (seed %i)', (seed) => {
    const random = seeded(seed);
    let count = 0;
    for (let i = 0; i < 100; i++) {
      const value = mapOf(random);
      const text = written(value);
      const read = quick(text);
      if (read === undefined) continue;
      count++;
      expect(read, text).toEqual(library(text));
    }
    expect(count).toBeGreaterThan(10);
  });

  it.each(rotatedSeeds(40))('reads damaged documents like the library, or not at all (seed %i)', (seed) => {
    const random = seeded(seed);
    for (let i = 0; i < 300; i++) {
      let text = written(mapOf(random));
      for (let changes = random.below(3); changes >= 0; changes--) text = damaged(random, text);
      const read = quick(text);
      if (read !== undefined) expect(read, JSON.stringify(text)).toEqual(library(text));
    }
  });

  it('reads JSON on one line, and leaves a key that is not unique to the library', () => {
    expect(quick('{"a": [1, "b"], "__proto__": {"c": null}}\n...\n')).toEqual(
      JSON.parse('{"a":[1,"b"],"__proto__":{"c":null}}'),
    );
    expect(() => quick('{"a": 1}\nb: 1')).toThrow('unexpected text after the end of the document');
    expect(library('{"a": 1}\nb: 1')).toBeUndefined();
    for (const text of ['{"a": 1, "a": 2}', '{"a": 1}\n# b', '{"a": 1}\n...\nb: 1', '{a: 1}', '{"a": 1} # b'])
      expect(quick(text)).toBeUndefined();
  });

  it.each([
    ['lines', `a:\n${'  - 1\n'.repeat(100_001)}`],
    ['JSON', JSON.stringify({ a: Array.from({ length: 100_001 }, () => 1) })],
  ])('refuses a document of %s with more than 100,000 values', (_what, text) => {
    expect(() => quick(text)).toThrow(LimitError);
  });
});

it('names the line of an invalid document after others', () => {
  const header = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;
  const text = `${toYaml({ header, documents: [] })}---\nkind: note\n...\n---\nkind: note\na: *b\n...\n`;
  expect(() => parseCassette(text, 'a.yaml')).toThrow(/^a\.yaml:\d+: an alias/);
  expect(() => parseCassette(text, 'a.yaml')).toThrow(
    `a.yaml:${text.slice(0, text.indexOf('*b')).split('\n').length}:`,
  );
});
