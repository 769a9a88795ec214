// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test contains templates
import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { codeTokens } from '../../src/javascript/tokens.js';
import { createRedactor } from '../../src/redact/index.js';
import { type Random, seeded } from '../support/random.js';
import { sampled } from '../support/rotation.js';

const SECRET = 'p\'ss`w/"örd{1';

function redact(code: string, secrets: readonly string[] = [SECRET]): string {
  const redactor = createRedactor({ secrets });
  const document = { kind: 'input', code };
  redactor.learn(document, 'entry 1');
  const redacted = redactor.replace(document, 'entry 1');
  redactor.gate().check(redacted, JSON.stringify(redacted), 'entry 1');
  return redacted.code;
}

const parses = (code: string) => parse(code, { ecmaVersion: 'latest', sourceType: 'module' });

describe('a typed input', () => {
  it.each([
    ["f('p\\'ss`w/\"örd{1')", "f('secret_1')"],
    ['f(`p\'ss\\`w/"\\xf6rd{1 ${a} b`)', 'f(`secret_1 ${a} b`)'],
    ['f("p\'ss`w\\/\\"\\u{f6}rd{1")', 'f("secret_1")'],
    ['/^p\'ss`w\\/"\\u00f6rd\\{1$/u.test(a / 2 / 3)', '/^secret_1$/u.test(a / 2 / 3)'],
    ['// p\'ss`w/"örd{1\nf()', '// secret_1\nf()'],
    ['/* p\'ss`w/"örd{1 */ f()', '/* secret_1 */ f()'],
    ["f('p\\'ss`w' + '/\"örd{1')", "f('secret_1' + 'secret_1')"],
    ['if (x) /token=abcdef123456/.test(y)', 'if (x) /token=secret_2/.test(y)'],
    ['const r = /Bearer abcdef123456/g', 'const r = /Bearer secret_2/g'],
    ["const token = 'it\\'s mine'", "const token = 'secret_2'"],
    ["call('\\x41da@corp.invalid', '\\u002b12065551234')", "call('user1@example.com', '\\u002b12005550100')"],
    ['dial(+12065551234, 12065551234)', 'dial(+12005550100, 12005550100)'],
    [
      "go('https://bob:hunter22@h.invalid/?token=abcdefgh')",
      "go('https://secret_4:secret_2@h.invalid/?token=secret_3')",
    ],
    ['const password=483920175; f(a)', 'const password=900000002; f(a)'],
    ['const token=makeToken(a)', 'const token=makeToken(a)'],
    ['.call 206-555-1234 ada@corp.invalid', '.call 200-555-0100 user1@example.com'],
  ])('%s becomes %s', (code, expected) => {
    expect(redact(code)).toBe(expected);
    expect(redact(redact(code))).toBe(expected);
  });

  it('keeps operators, even if a secret contains code', () => {
    const code = "const a = ['1', '2']; f(0x12345678, b.hunter22, c - d);";
    const redacted = redact(code, ["1', '2", '12345678', 'hunter22', 'c - d']);
    expect(redacted).toBe("const a = ['secret_1', 'secret_1']; f(_90000002, b.secret_3, secret_4);");
    parses(redacted);
  });

  it('is left when no literal and no name in it can be cut', () => {
    expect(() => redact('f(() => {})', [') => {'])).toThrow('entry 1: code: a secret would be left');
  });
});

it.each([
  ['a / b / c', ''],
  ['a = /b/ / /c/', '/b/ /c/'],
  ['return /[/]/.test(x)', '/[/]/'],
  ['if (a) /b/.exec(c)', '/b/'],
  ['f(a) / b / c', ''],
  ['i++ / b / c', ''],
  ['`a${ /b/ }c${ d / e }` / 2', '/b/'],
  ['x.return / b / c', ''],
  ['{}\n/b/.test(c)', '/b/'],
])('the regular expressions in %s are %s', (source, expected) => {
  const found = codeTokens(source).filter(({ kind }) => kind === 'regex');
  expect(found.map(({ start, end }) => source.slice(start, end)).join(' ')).toBe(expected);
});

it('is read in time that depends on its length alone', () => {
  const unclosed = ['"\\'.repeat(200_000), "'\\'".repeat(200_000), '/['.repeat(200_000), '`${'.repeat(50_000)];
  const begun = process.cpuUsage();
  for (const source of unclosed) codeTokens(source);
  expect(process.cpuUsage(begun).user).toBeLessThan(20e6);
});

const SIGNS = 'abcXYZ019+/=&%"\\\'`@ #?{}()[]-.*é漢';

/** Programs of strings, templates, regular expressions and comments, with people and secrets in them. */
function program(random: Random, secret: string): string {
  const said = (): string =>
    random.pick([
      secret,
      `x${secret}y`,
      '+12065551234',
      '(206) 555-1234',
      'ada@corp.invalid',
      'token=abcdef123456/',
      'Bearer abcdef123456/',
      'https://bob:hunter22@h.invalid/x?token=abc123def',
      '{"password":"it\'s"}',
      '10.0.0.7',
      random.text(9, SIGNS),
    ]);
  const escaped = (text: string) =>
    text.replace(/[\s\S]/g, (char) => {
      const code = char.charCodeAt(0).toString(16);
      const ways = [char, char, char, `\\u${code.padStart(4, '0')}`, `\\u{${code}}`];
      if (code.length <= 2) ways.push(`\\x${code.padStart(2, '0')}`);
      return /[\\'"`$/^*+?.()[\]{}|-]/.test(char) ? random.pick(ways.slice(3)) : random.pick(ways);
    });
  const regex = () => said().replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => (sign === '-' ? '\\x2d' : `\\${sign}`));
  const expression = (depth: number): string => {
    const inner = () => (depth > 2 ? 'a' : expression(depth + 1));
    return random.pick([
      () => `'${escaped(said())}'`,
      () => `"${escaped(said())}"`,
      () => JSON.stringify(said()),
      () => `\`${escaped(said())} \${${inner()}} ${escaped(said())}\``,
      () => `/${regex()}x/${random.pick(['', 'g', 'u', 'iu'])}`,
      () => `/[${random.pick(['/', 'a-f'])}]+(${regex()})?\\/\\d{2}/.test(${inner()})`,
      () => `(${inner()} / 2 / b)`,
      () => `[${inner()}, ${inner()}]`,
      () => `{ token: ${inner()}, "x-api-key": ${inner()} }`,
      () => `call(${inner()}, +12065551234)`,
      () => `'${escaped(said())}' + "${escaped(said())}"`,
    ])();
  };
  const comment = () =>
    said()
      .replace(/\*\//g, '')
      .replace(/[\n\r]/g, '');
  return Array.from({ length: 1 + random.below(5) }, (_, i) =>
    random.pick([
      () => `const v${i} = ${expression(0)};`,
      () => `// ${comment()}\nlet token${i} = ${expression(0)}`,
      () => `/* ${comment()} */ if (a) /${regex()}x/.test(b);`,
      () => `f(${expression(0)}, ${expression(1)})`,
    ])(),
  ).join('\n');
}

it.each(sampled([...Array(150).keys()], (seed) => seed < 30))('a program is a program afterwards (seed %i)', (seed) => {
  const random = seeded(seed);
  const secret = `S${random.text(5 + random.below(9), SIGNS)}t`;
  const code = program(random, secret);
  parses(code);
  const once = redact(code, [secret]);
  expect(() => parses(once), `${code}\n---\n${once}`).not.toThrow();
  expect(once).not.toContain(secret);
  expect(redact(once, [secret])).toBe(once);
});
