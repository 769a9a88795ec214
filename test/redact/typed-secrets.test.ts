// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates belong to the code under test
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { KnownSecrets, redactDocuments } from '../../src/redact/index.js';
import { sampled } from '../support/rotation.js';

/** The input as the history keeps it. */
const kept = (source: string) => new KnownSecrets().input(source);

function parses(source: string): boolean {
  try {
    transformSync(source, { loader: 'ts', format: 'esm', logLevel: 'silent' });
    return true;
  } catch {
    return false;
  }
}

describe('typed code is kept without', () => {
  it.each([
    ['items of a list under a plural name', 'tokens = ["Abc123xyz", "Def456uvw"]', 'tokens = ["[cut]", "[cut]"]'],
    ['values of a plural field', "f({ apiTokens: ['Abc123xyz'] })", "f({ apiTokens: ['[cut]'] })"],
    [
      'values of an object under a plural name',
      "tokens = { main: 'Abc123xyz', other: { deep: 'Def456uvw' } }",
      "tokens = { main: '[cut]', other: { deep: '[cut]' } }",
    ],
    [
      'values of an object under a credential name',
      "const creds = { user: 'anna7', pass: 'Abc123xyz' }",
      "const creds = { user: '[cut]', pass: '[cut]' }",
    ],
    ['a token in a line comment', '// token: Abc123xyz', '// token: [cut]'],
    ['a token in a comment after code', 'run() // api_key=Abc123xyz', 'run() // api_key=[cut]'],
    ['a token in a block comment', '/* password: Abc123xyz */ run()', '/* password: [cut] */ run()'],
    ['a token in a doc comment', '/**\n * X-Api-Key: Abc123xyz\n */', '/**\n * X-Api-Key: [cut]\n */'],
    ['a hole after Bearer', 'h = `Bearer ${"Abc123xyz"}`', 'h = `Bearer ${"[cut]"}`'],
    ['a hole after Basic', 'h = `Basic ${btoa("ann:Abc123xyz")}`', 'h = `Basic ${btoa("[cut]")}`'],
    [
      'a choice in a hole after Bearer',
      "h = `Bearer ${live ? 'Abc123xyz' : 'Def456uvw'}`",
      "h = `Bearer ${live ? '[cut]' : '[cut]'}`",
    ],
    ['a text added to Bearer', "h = 'Bearer ' + 'Abc123xyz'", "h = 'Bearer ' + '[cut]'"],
    ['a list that begins with Bearer', "h = ['Bearer', 'Abc123xyz'].join(' ')", "h = ['Bearer', '[cut]'].join(' ')"],
    [
      'a hole after the name of a parameter',
      'u = `https://x.test/?api_key=${"Abc123xyz"}`',
      'u = `https://x.test/?api_key=${"[cut]"}`',
    ],
    ['a text added to the name of a header', "h = 'X-Api-Key: ' + 'Abc123xyz'", "h = 'X-Api-Key: ' + '[cut]'"],
    ['the password for btoa', 'btoa("user:Abc123xyz")', 'btoa("user:[cut]")'],
    ['the password for btoa in pieces', "btoa('user' + ':' + 'Abc123xyz')", "btoa('user' + ':' + '[cut]')"],
    ['the password for btoa in a template', 'btoa(`user:${"Abc123xyz"}`)', 'btoa(`user:${"[cut]"}`)'],
    [
      'the password for a buffer that becomes base64',
      "Buffer.from('user:Abc123xyz').toString('base64')",
      "Buffer.from('user:[cut]').toString('base64')",
    ],
    [
      'the password for a buffer, in UTF-8, that becomes base64url',
      "Buffer.from('user:Abc123xyz', 'utf8').toString('base64url')",
      "Buffer.from('user:[cut]', 'utf8').toString('base64url')",
    ],
    ['pw', "pw = 'Abc123xyz'", "pw = '[cut]'"],
    [
      'a field that ends in pw',
      "f({ userPw: 'Abc123xyz', db_pw: 'Def456uvw' })",
      "f({ userPw: '[cut]', db_pw: '[cut]' })",
    ],
    ['pin', "pin = '4711'", "pin = '[cut]'"],
    ['a pin as a number', 'f({ pin: 4711, name: 4712 })', "f({ pin: '[cut]', name: 4712 })"],
    ['otp', 'const otp = 123456', "const otp = '[cut]'"],
    ['a password as a number', 'password: 20010911', "password: '[cut]'"],
    ['a number with separators', 'pin = 47_11', "pin = '[cut]'"],
    ['db_pass', "db_pass = 'Abc123xyz'", "db_pass = '[cut]'"],
    ['MYSQL_PWD', "process.env.MYSQL_PWD = 'Abc123xyz'", "process.env.MYSQL_PWD = '[cut]'"],
    ['a password in an address', "connect('redis://:Abc123xyz@db/x')", "connect('redis://:[cut]@db/x')"],
    ['a token in an address', "fetch('https://a1b2c3d4e5f6g7h8@x.test/')", "fetch('https://[cut]@x.test/')"],
    [
      'a header of another service',
      "fetch(u, { headers: { 'x-functions-key': 'Abc123xyz', accept: 'text/html' } })",
      "fetch(u, { headers: { 'x-functions-key': '[cut]', accept: 'text/html' } })",
    ],
    [
      'a header that is set',
      "headers.set('Ocp-Apim-Subscription-Key', 'Abc123xyz')",
      "headers.set('Ocp-Apim-Subscription-Key', '[cut]')",
    ],
    [
      'headers as pairs',
      "new Headers([['x-functions-key', 'Abc123xyz']])",
      "new Headers([['x-functions-key', '[cut]']])",
    ],
    ['a variable of the environment', "process.env.X_KEY = 'Abc123xyz'", "process.env.X_KEY = '[cut]'"],
    ['a variable in brackets', "process.env['X_KEY'] = 'Abc123xyz'", "process.env['X_KEY'] = '[cut]'"],
    ['variables of a child', "spawn('x', { env: { X_KEY: 'Abc123xyz' } })", "spawn('x', { env: { X_KEY: '[cut]' } })"],
    ['an exported variable', 'export X_KEY=Abc123xyz', 'export X_KEY=[cut]'],
    ['an exported variable in quotes', 'export X_KEY="Abc123xyz"', 'export X_KEY="[cut]"'],
    ['a command that exports', "exec('export X_KEY=Abc123xyz && run')", "exec('export X_KEY=[cut] && run')"],
    ['an environment file', "f('PORT=8080\\nNINJAS_KEY=Abc123xyz\\n')", "f('PORT=8080\\nNINJAS_KEY=[cut]\\n')"],
    ['a key in a query', "fetch('https://x.test/?key=Abc123xyz&page=2')", "fetch('https://x.test/?key=[cut]&page=2')"],
    [
      'appid in a query',
      'fetch(`https://x.test/?q=Rome&appid=Abc123xyz`)',
      'fetch(`https://x.test/?q=Rome&appid=[cut]`)',
    ],
  ])('%s', (_, source, expected) => {
    expect(kept(source)).toBe(expected);
    if (parses(source)) expect(parses(kept(source)), kept(source)).toBe(true);
  });
});

describe('later code is kept without', () => {
  it('a secret that a later input mentions as a name, and still parses', () => {
    const secrets = new KnownSecrets();
    secrets.add('abcdefgh12345');
    const input = secrets.input('const x = { abcdefgh12345: 1 }; x.abcdefgh12345');
    expect(input).not.toContain('abcdefgh12345');
    expect(parses(input), input).toBe(true);
  });
});

describe('typed code keeps', () => {
  it.each([
    "spinner = 'circle-dots'",
    "const { pinned } = f({ pinned: 'always', pinning: 'never', shipping: 'express' })",
    'if (tokens.length > 4711) stop()',
    "tokens.map((token) => token.kind === 'word')",
    'const tokens = tokenize(text)',
    'max_tokens: 4096',
    'total_tokens = 123456',
    "keyboard = 'qwertz'",
    "keyboardLayout = { name: 'qwertz' }",
    "passenger = 'Anna Berg'",
    "bypass = 'corporate'",
    "compass: 'north'",
    "options = { opts: 'quick', stopped: 'later' }",
    'pin = 13',
    "btoa('hello world')",
    "btoa('time: 10:30 today')",
    "btoa('https://x.test/a')",
    'btoa(\'{"a":"b"}\')',
    "Buffer.from('user:name')",
    "Buffer.from('a:b').toString('utf8')",
    "const CACHE_KEY = 'session-list'",
    "process.env.PATH = '/usr/bin:/bin'",
    "process.env.KEYBOARD = 'qwertz-de'",
    "process.env.TOKEN_FILE = '/run/token.txt'",
    "process.env.PWD = '/home/ann'",
    'export const kinds = 5',
    "fetch('https://x.test/?page_token=Abc123xyz&keyword=garden')",
    "fetch('https://ann@x.test/')",
    "fetch('https://x.test/@annaberg1234/')",
    '// token: string',
    '// the token: it is in the header',
    '// the key: press Enter',
    '// see https://x.test/tokens for more',
    '`Bearer ${token}`',
    "'Bearer ' + token",
    "`a bearer of ${'news'}`",
    "say('the bearer', 'of news')",
    "'ordinary text with a pin, a pass and a key in it'",
  ])('%s', (source) => expect(kept(source)).toBe(source));
});

describe('words of HTTP and of encodings are not secrets', () => {
  const TOKEN = 'PTdeadbeef0123456789abcdef';

  it.each([
    [
      'the encoding of a buffer under a secret name',
      "const auth = Buffer.from('user:Abc123xyz').toString('base64')",
      "const auth = Buffer.from('[cut]').toString('base64')",
    ],
    [
      'the encoding of a buffer after a scheme',
      'h = { authorization: `Basic ${Buffer.from(`${project}:${token}`).toString("base64")}` }',
      'h = { authorization: `Basic ${Buffer.from(`${project}:${token}`).toString("base64")}` }',
    ],
    [
      'a hash and its encoding',
      "const token = createHmac('sha256', 'Abc123xyz').digest('base64url'), secret = digest('SHA-512', 'base64')",
      "const token = createHmac('sha256', '[cut]').digest('base64url'), secret = digest('SHA-512', 'base64')",
    ],
    [
      'a media type beside a credential',
      `auth = { Authorization: 'Bearer ${TOKEN}', 'content-type': 'application/json; charset=utf-8' }`,
      "auth = { Authorization: 'Bearer [cut]', 'content-type': 'application/json; charset=utf-8' }",
    ],
    [
      'a media type after a text that ends in the word secret',
      "h = { authorization: 'Bearer PT_TEST_SECRET', 'content-type': 'application/json', project: 'garden-project' }",
      "h = { authorization: 'Bearer [cut]', 'content-type': 'application/json', project: 'garden-project' }",
    ],
    [
      'a media type after a text of two words that ends in the word secret',
      "h = { authorization: 'Bearer Abc123xyz SECRET', 'content-type': 'application/json', project: 'garden-project' }",
      "h = { authorization: 'Bearer [cut]', 'content-type': 'application/json', project: 'garden-project' }",
    ],
    [
      'a method, header names and lists of media types in a request',
      "token = await ask('Abc123xyz', { method: 'DELETE', headers: ['X-Request-Id', 'Content-Type', 'text/html, */*;q=0.8'] })",
      "token = await ask('[cut]', { method: 'DELETE', headers: ['X-Request-Id', 'Content-Type', 'text/html, */*;q=0.8'] })",
    ],
  ])('%s', (_, source, expected) => expect(kept(source)).toBe(expected));

  it.each([
    'base64',
    'application/json',
    'DELETE',
    'Content-Type',
    'client_credentials',
    'UTF-16LE',
    'image/svg+xml',
    'video/mp4',
  ])('the value %s of a secret name is not looked for in other texts', (word) => {
    const secrets = new KnownSecrets({ MY_TOKEN: word });
    expect(secrets.input(`token = '${word}'`)).toBe("token = '[cut]'");
    expect(secrets.known).toEqual([]);
    expect(secrets.text(`in ${word} out`)).toBe(`in ${word} out`);
  });

  it.each(['text/Abc123xyz', 'application', 'base64Abc123', 'X-Api-Abc123', 'image/a?token=Abc123', 'DELETEME1'])(
    'but %s is a secret',
    (value) => {
      const secrets = new KnownSecrets();
      expect(secrets.input(`auth = read({ deep: '${value}' })`)).toBe("auth = read({ deep: '[cut]' })");
    },
  );

  it.each([
    ["{ name: 'X-Api-Key', value: 'Abc123xyz' }", "{ name: 'X-Api-Key', value: '[cut]' }"],
    ["new Map([['API Key', 'Abc123xyz']])", "new Map([['API Key', '[cut]']])"],
    ["new Headers([['Authorization', 'Bearer Abc123xyz']])", "new Headers([['Authorization', 'Bearer [cut]']])"],
  ])('the pair %s has one', (source, expected) => expect(kept(source)).toBe(expected));

  it('a recorded content type keeps its words', () => {
    const documents = [
      { kind: 'input', source: `auth = { Authorization: 'Bearer ${TOKEN}', 'content-type': 'application/json' }` },
      { kind: 'http', headers: { 'content-type': 'application/json; charset=utf-8' }, token: 'application/json' },
    ].map((document, i) => ({ document, place: `${i}` }));
    redactDocuments(documents);
    expect(documents[0]?.document.source).not.toContain(TOKEN);
    expect(documents[0]?.document.source).toContain("'content-type': 'application/json'");
    expect(documents[1]?.document.headers).toEqual({ 'content-type': 'application/json; charset=utf-8' });
  });
});

it('stays quick on long code full of names of credentials', () => {
  const pieces = ['`Bearer ${', 'btoa(', 'tokens = [', '// token: ', "'Bearer' + ", 'process.env.', 'Buffer.from('];
  for (const piece of sampled(pieces, (_, at) => at < 2)) {
    const source = piece.repeat(200_000 / piece.length);
    const begun = performance.now();
    kept(source);
    expect(performance.now() - begun, piece).toBeLessThan(5000);
  }
});
