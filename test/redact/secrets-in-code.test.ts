import { describe, expect, it } from 'vitest';
import { secretsInCode } from '../../src/redact/code/secrets-in-code.js';

/** The input with every secret in it as a bullet. */
function kept(source: string): string {
  let text = '';
  let end = 0;
  for (const one of secretsInCode(source)) {
    text += `${source.slice(end, one.start)}•`;
    end = one.end;
  }
  return text + source.slice(end);
}

describe('a secret in code', () => {
  it('is found behind a comment as long as a file', () => {
    expect(kept(`// ${'x '.repeat(200_000)}\ntoken = 'abcdef'`)).toMatch(/token = '•'$/);
  });

  it.each([
    ["createClient({ token: 'PT-1234' })", "createClient({ token: '•' })"],
    ['new RestClient({ "project": "p", "token": "PT-1234" })', 'new RestClient({ "project": "p", "token": "•" })'],
    ["const apiKey: string = 'abcdef'", "const apiKey: string = '•'"],
    ["var token =\n  'abcdef'\nvar name = 'ann'", "var token =\n  '•'\nvar name = 'ann'"],
    ["process.env.PLATFORM_API_TOKEN = 'abcdef'", "process.env.PLATFORM_API_TOKEN = '•'"],
    ["process.env['API_TOKEN'] ??= `abcdef`", "process.env['API_TOKEN'] ??= `•`"],
    ["password: 'abc' + 'def', name: 'ann'", "password: '•' + '•', name: 'ann'"],
    ["token: live ? 'abcdef' : 'ghijkl', page: 'two'", "token: live ? '•' : '•', page: 'two'"],
    ["{ secret: ['abcdef', 'ghijkl'], name: 'ann' }", "{ secret: ['•', '•'], name: 'ann' }"],
    ["headers.set('x-api-key', 'abcdef')", "headers.set('x-api-key', '•')"],
    ["api.setToken('abcdef')", "api.setToken('•')"],
    [
      "fetch(url, { headers: { Authorization: 'Bearer abcdef' } })",
      "fetch(url, { headers: { Authorization: 'Bearer •' } })",
    ],
    ["h = 'Bearer abc.def-123'", "h = 'Bearer •'"],
    [`token: \`Bearer $\{first}-and-more\``, `token: \`Bearer $\{first}•\``],
    ["connect('postgres://ann:pa55@db/x')", "connect('postgres://ann:•@db/x')"],
    ["fetch('https://x.test/?api_key=abcdef&page=2')", "fetch('https://x.test/?api_key=•&page=2')"],
    ["'X-Api-Key: abcdef'", "'X-Api-Key: •'"],
    ["'ghp_abcdefghijklmnopqrstuvwx'", "'•'"],
    ["// don't: token = 'abcdef'\nname = 'ann'", "// don't: token = '•'\nname = 'ann'"],
    ["/* isn't */ token = 'abcdef'", "/* isn't */ token = '•'"],
    ["token = 'it\\'s long'; name = 'ann'", "token = '•'; name = 'ann'"],
    ["f({ token: 'unfinished", "f({ token: '•"],
    [`JSON.parse('{"api_key": "abcdef"}')`, `JSON.parse('{"api_key": "•"}')`],
    [`fetch(u, { body: '{"token":"abc=def ghi","page":"two"}' })`, `fetch(u, { body: '{"token":"•","page":"two"}' })`],
    ['"{\\"token\\":\\"abc\\\\ndef\\"}"', '"{\\"token\\":\\"•\\"}"'],
    [`\`{ "name": "$\{name}", "password": "abc def" }\``, `\`{ "name": "$\{name}", "password": "•" }\``],
    [`"{'body': '{\\"token\\":\\"abcdef\\"}'}"`, `"{'body': '{\\"token\\":\\"•\\"}'}"`],
    [`'{"body":"{\\\\"token\\\\":\\\\"abcdef\\\\"}"}'`, `'{"body":"{\\\\"token\\\\":\\\\"•\\\\"}"}'`],
    [`'{"secrets": ["abc]def", "ghijkl"]}'`, `'{"secrets": ["•", "•"]}'`],
    [`'{"Authorization": "Bearer abc def"}'`, `'{"Authorization": "Bearer •"}'`],
    [`"{ 'token': 'abcdef' }"`, `"{ 'token': '•' }"`],
    [`eval("token = 'abcdef'")`, `eval("token = '•'")`],
    [`'export API_KEY="abc def"'`, `'export API_KEY="•"'`],
    [`'{"token": "unfinished`, `'{"token": "•`],
  ])('%s', (source, expected) => expect(kept(source)).toBe(expected));
});

const SPELLINGS: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join(''),
  (words) => words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(''),
  (words) => words.join('_'),
  (words) => words.join('_').toUpperCase(),
  (words) => `my_${words.join('_')}`,
  (words) => `${words.join('_')}2`,
];
const spelled = (names: string) =>
  names.split(', ').flatMap((name) => SPELLINGS.map((spell) => spell(name.split(' '))));

describe('a name', () => {
  it('says secret in each of its spellings', () => {
    const names = spelled(
      'token, secret, password, secret key, access key, secret access key, private key, api key, api secret, signing key, ' +
        'signing secret, encryption key, auth token, auth key, client secret, session token, master key, ssh key, ' +
        'account key, webhook secret, secret value, token value, refresh token, pass phrase, pin code',
    );
    expect(names.filter((name) => kept(`const ${name} = 'abcdef'`) !== `const ${name} = '•'`)).toEqual([]);
    expect(names.filter((name) => kept(`f('{"${name}": "abcdef"}')`) !== `f('{"${name}": "•"}')`)).toEqual([]);
  });
  it('says none in each of its spellings', () => {
    const names = spelled(
      'secretary, keyboard, key, public key, primary key, partition key, hot key, monkey, turkey, cache key, ' +
        'idempotency key, page token, max tokens, token count, password hint, access key id, author, passage, secret santa',
    );
    expect(names.filter((name) => kept(`const ${name} = 'abcdef'`) !== `const ${name} = 'abcdef'`)).toEqual([]);
  });
});

describe('no secret', () => {
  it.each([
    "platform.phone_numbers.list({ page_token: 'abcdef' })",
    "typeof token === 'string'",
    "token !== 'undefined'",
    'token: process.env.TOKEN',
    "token: process.env['PLATFORM_TOKEN']",
    "const { token, name = 'ann' } = await ask()",
    "max_tokens: 'many'",
    'const token = read()',
    "keys('token').map((token) => 'x')",
    "platform.calling.play(id, { play: [{ type: 'tts', params: { text: 'the token: soon' } }] })".replace(
      ': soon',
      ' soon',
    ),
    "authors: 'ann'",
    `JSON.parse('{"name": "ann", "keyboard": "qwerty", "page_token": "abcdef"}')`,
    `'she said: "the token" = it'`,
  ])('%s', (source) => expect(kept(source)).toBe(source));
});

it('stays quick on a long paste', () => {
  const source = `const list = [${"'abcdefgh: x', ".repeat(5000)}];\ntoken = 'abcdef'`;
  expect(secretsInCode(source).map(({ value }) => value)).toEqual(['abcdef']);
});

it('stays quick on a document that never ends', () => {
  const source = `f('${'"token":["abc '.repeat(20_000)}')`;
  expect(secretsInCode(source).length).toBeGreaterThan(0);
});

// In a shell, `//` starts no comment.
it.each([
  'curl https://acme.example.com/api/relay/rest/queues -u proj:hunter22secret',
  'curl -X POST https://acme.example.com/x --user proj:hunter22secret',
  "curl -u 'proj:hunter22secret' https://acme.example.com/x",
  'curl https://acme.example.com/x \\\n  -u proj:hunter22secret',
  '!echo curl https://acme.example.com/x -u proj:hunter22secret',
])('finds the password of a command after a URL: %s', (source) => {
  expect(secretsInCode(source).map(({ value }) => value)).toEqual(['hunter22secret']);
});

it('finds no password of a command in a comment about one', () => {
  expect(secretsInCode('// see https://acme.example.com/docs, -u is fine')).toEqual([]);
});
