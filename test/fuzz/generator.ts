import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { OutsideParser } from '../support/parsers/index.js';
import { type Random, seeded } from '../support/random.js';

/** A hostile input that can be made in any size. */
export interface Pathology {
  readonly name: string;
  make(bytes: number): string | Buffer;
}

const repeated = (piece: string) => (bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
const numbered = (piece: (at: number) => string) => (bytes: number) =>
  Array.from({ length: Math.max(1, Math.floor(bytes / piece(100).length)) }, (_, index) => piece(index)).join('');
/** Opened as often as closed. */
const nested = (open: string, inner: string, close: string) => (bytes: number) => {
  const levels = Math.max(1, Math.floor(bytes / (open.length + close.length)));
  return open.repeat(levels) + inner + close.repeat(levels);
};

const CHARACTERS = [
  ...'"\'`[]{}()<>&*!|?%@,:;-#~^$+=/\\.0a \t\n\r\0_',
  '\u00e9',
  '\u{1f600}',
  '\ufeff',
  '\u202e',
  '\x1b',
];
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language
const PIECES = [
  ...[
    '[]',
    '{}',
    '()',
    '[1,',
    '{"a":',
    '"a":',
    '"",',
    '\\"',
    '\\u0041',
    '\\ud800',
    '1e',
    '-1,',
    'true,',
    '[[],',
    'null ',
  ],
  ...[
    '- ',
    '? ',
    ': ',
    '- - ',
    '&a ',
    '*a ',
    '!!a ',
    '!<a> ',
    '|\n',
    '>\n',
    'a: ',
    'a:\n',
    '---\n',
    '...\n',
    '%a\n',
    '#a\n',
    '<<: *a\n',
  ],
  ...[
    '<a>',
    '</a>',
    '<a ',
    '<a b="',
    "<a b='",
    '<a b=c ',
    '<!--',
    '-->',
    '<![CDATA[',
    '<?',
    '<!DOCTYPE ',
    '&amp;',
    '&#x;',
    '&a',
  ],
  ...[
    '<p>',
    '<table>',
    '<td>',
    '<li><ul>',
    '<script>',
    '</script',
    '<title>',
    '<b><i>',
    '<a href="/a">',
    '<br>',
    '<form>',
  ],
  ...['a=b&', '%41', '%', '&a=', '+', 'a.b.', '..', '//', '/a', 'a/', '[0]', '//a', '[a]', '@a', 'a|', 'a or ', '::a'],
  ...[
    '${',
    '%{',
    '@{',
    '${a}',
    '@{expr ',
    '@{echo ',
    '$ARGUMENTS ',
    '!`',
    '${lc:',
    'lc:',
    'enc:',
    'not(',
    '((',
    '1+',
    '2**',
    '-',
    'a?',
    'a*',
    '(a|a)',
    '(a+)+',
    '[^',
    '\\1',
    '*a',
    '**/',
  ],
  ...[
    '/*',
    '*/',
    '// ',
    '```\n',
    '```ts\n',
    '`${',
    "'\\",
    '=> ',
    'a<',
    'function ',
    '@a ',
    'if(',
    'async ',
    '0x',
    'a\n',
    ' \n',
    '\r\n',
    '\\\n',
    '# a\n',
    '| a ',
  ],
  ...[
    'Bearer ',
    'token=',
    '+15551234567 ',
    '1.2.3.4 ',
    'a@b.c ',
    'sip:a@b ',
    'QUJD',
    'https://a ',
    '1 ',
    '555-',
    '(555) ',
    '::1 ',
  ],
  ...[
    'user-agent: a\n',
    'disallow: *\n',
    '\x1b[',
    '\x1b[200~',
    '\x1b]',
    '\x1bP',
    '\x1b[1;',
    '// %% 1\n',
    'a,b\n',
    'word ',
  ],
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

const laughs = (levels: number) => {
  const lines = Array.from(
    { length: levels },
    (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}*a${index}]`,
  );
  return ['a0: &a0 [x]', ...lines].join('\n');
};
const XML_LAUGHS = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(100)}">]><Response>${'&b;'.repeat(100)}</Response>`;

function runOf(piece: string): string {
  return `a run of ${JSON.stringify(piece)}`;
}
const TORN = 'a torn document';

const MADE: readonly Pathology[] = [
  { name: 'nested lists', make: nested('[', '1', ']') },
  { name: 'nested objects', make: nested('{"a":', '1', '}') },
  { name: 'nested parentheses', make: nested('(', '1', ')') },
  { name: 'nested elements', make: nested('<a>', 'b', '</a>') },
  { name: 'nested list of lists', make: nested('[[],', '1', ']') },
  { name: 'nested indents', make: (bytes) => indents(Math.floor(Math.sqrt(2 * bytes))) },
  { name: 'many keys of JSON', make: (bytes) => `{${numbered((at) => `"k${at}":1,`)(bytes)}"z":1}` },
  { name: 'many numeric keys of JSON', make: (bytes) => `{${numbered((at) => `"${at}":1,`)(bytes)}"z":1}` },
  { name: 'many keys of YAML', make: numbered((at) => `k${at}: 1\n`) },
  { name: 'many flow keys of YAML', make: (bytes) => ` {${numbered((at) => `k${at}: 1, `)(bytes)}z: 1}` },
  { name: 'many fields of a form', make: numbered((at) => `k${at}=1&`) },
  { name: 'many attributes', make: (bytes) => `<a ${numbered((at) => `k${at}="1" `)(bytes)}>` },
  { name: 'many names', make: numbered((at) => `k${at} `) },
  { name: 'duplicate keys of JSON', make: (bytes) => `{${repeated('"a":1,')(bytes)}"a":1}` },
  { name: 'prototype keys of JSON', make: (bytes) => `{${repeated('"__proto__":{"a":1},')(bytes)}"constructor":{}}` },
  { name: 'prototype keys of YAML', make: () => '__proto__: {a: 1}\nconstructor: {prototype: {a: 1}}\n' },
  { name: 'a huge number', make: (bytes) => `{"a":${'9'.repeat(bytes)}}` },
  { name: 'a huge exponent', make: (bytes) => `[1e${'9'.repeat(bytes)}]` },
  { name: 'a huge fraction', make: (bytes) => `0.${'1'.repeat(bytes)}` },
  { name: 'empty lists', make: (bytes) => `[${repeated('[],')(bytes)}[]]` },
  { name: 'numbers', make: (bytes) => `[${repeated('1,')(bytes)}1]` },
  { name: 'a long string', make: (bytes) => `{"a":"${'x'.repeat(bytes)}"}` },
  { name: 'an open string', make: (bytes) => `{"a":"${'x '.repeat(bytes / 2)}` },
  { name: 'a string of escapes', make: (bytes) => `{"a":"${'\\n'.repeat(bytes / 2)}"}` },
  { name: 'aliases of aliases', make: () => laughs(9) },
  { name: 'entities of XML', make: () => XML_LAUGHS },
  { name: 'invalid UTF-8', make: (bytes) => Buffer.alloc(bytes, 0xff) },
  { name: 'halves of UTF-8', make: (bytes) => Buffer.alloc(bytes, Buffer.from([0xf0, 0x9f, 0x98, 0x22])) },
  { name: 'UTF-16', make: (bytes) => Buffer.from(`\ufeff${'a: b\n'.repeat(bytes / 10)}`, 'utf16le') },
  { name: 'a gzip bomb', make: (bytes) => gzipSync(Buffer.alloc(bytes * 512)) },
  { name: 'a brotli bomb', make: (bytes) => brotliCompressSync(Buffer.alloc(bytes * 64)) },
  { name: 'gzip in gzip', make: (bytes) => gzipSync(gzipSync(Buffer.alloc(bytes * 512))) },
  { name: 'a torn gzip', make: (bytes) => gzipSync(Buffer.alloc(bytes)).subarray(0, 40) },
  { name: 'random bytes', make: (bytes) => randomBytes(seeded(bytes), bytes) },
  { name: 'random printable text', make: (bytes) => seeded(bytes).text(bytes, PRINTABLE) },
];
const PRINTABLE = ` !"#$%&'()*+,-./0123456789:;<=>?@ABCXYZ[\\]^_\`abcxyz{|}~\n`;

const indents = (levels: number) => Array.from({ length: levels }, (_, index) => `${' '.repeat(index)}a:`).join('\n');
const randomBytes = (random: Random, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, () => random.below(256)));

/** Runs of what opens a level, or begins something that must end. */
const BASIC_RUNS = ['[', '(', '{"a":', '"', '\\', '<a>', '<!--', '- ', '&a ', ' ', '\n', '%41', '/*', '`${'].map(runOf);

/** Whether an input is one of those that find most of the mistakes: nesting, many keys, odd bytes, packed data. */
export const isBasic = ({ name }: Pathology): boolean =>
  BASIC_RUNS.includes(name) || MADE.some((made) => made.name === name) || name === TORN;

/** The same inputs for every parser: long runs, deep nesting, many keys, odd bytes. */
const PATHOLOGIES: readonly Pathology[] = [
  ...[...new Set([...CHARACTERS, ...PIECES])].map((piece) => ({
    name: runOf(piece),
    make: repeated(piece),
  })),
  ...MADE,
];

/** Every pathology as it is, inside the valid documents of a parser, and its ordinary document torn or damaged. */
export function pathologiesFor(parser: OutsideParser): Pathology[] {
  const inside = (parser.around ?? []).flatMap((around, place) =>
    PATHOLOGIES.map(({ name, make }) => ({
      name: `${name} inside (${place + 1})`,
      make: (bytes: number) => around(make(bytes).toString()),
    })),
  );
  const torn = (bytes: number) => Buffer.from(parser.ordinary(bytes)).subarray(0, Math.floor(bytes * 0.7));
  return [...PATHOLOGIES, ...inside, { name: TORN, make: torn }];
}

/** One random input: hostile pieces and stretches of an ordinary document, in any order, some of it damaged. */
export function randomInput(parser: OutsideParser, random: Random, bytes: number): Buffer {
  const ordinary = Buffer.from(parser.ordinary(Math.min(bytes, 4096)));
  const parts: Buffer[] = [];
  for (let length = 0; length < bytes; length += (parts.at(-1) as Buffer).length || 1)
    parts.push(part(ordinary, random, bytes));
  const input = Buffer.concat(parts).subarray(0, bytes);
  if (random.below(3) === 0)
    for (let index = random.below(20); index > 0; index--) input[random.below(input.length)] = random.below(256);
  const around = parser.around ?? [];
  return around.length > 0 && random.below(2) === 0 ? Buffer.from(random.pick(around)(input.toString())) : input;
}

function part(ordinary: Buffer, random: Random, bytes: number): Buffer {
  const from = random.below(ordinary.length);
  if (random.below(3) === 0) return ordinary.subarray(from, from + 1 + random.below(200));
  const piece = random.pick(random.below(2) === 0 ? CHARACTERS : PIECES);
  // Mostly short, sometimes a run that fills the input.
  const times = random.pick([1, 1, 1, 2, 5, 30, Math.ceil(bytes / 4)]);
  return Buffer.from(piece.repeat(times));
}
