import { createContext, Script } from 'node:vm';
import { seeded } from './random.js';

/** Inputs that stop in the middle of something; each one once kept the check busy for ever, or could have. */
export const UNFINISHED = [
  ...[
    '/abc',
    '\\',
    '0x',
    '/',
    '0b',
    '0o',
    '/[',
    '/a\\',
    'x = /abc',
    'x! / 2',
    '\\u',
    '\\u{',
    '"\\u{',
    '"\\x',
    '#',
    'a #',
  ],
  ...['class A { #', '0xg', 'a\\u', '/a/gg', '1e', '1_', '1a', '08n', '/(/', '`${', '`\\u{', '/*', '@', '<div>'],
];

/** Pieces of code that need their own rule in a tokenizer, finished and unfinished. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  regex: ['/', '/a/', '/[/', '/]/', '/\\/', '/(?<n>', '/(?:', '/a/gimsuyvd', '/[a-', '/(((', '/a|', '/*a', '//'],
  escapes: ['\\', '\\u', '\\u{', '\\u{110000}', '\\x', '\\x4', '\\0', '\\u0069f', '\\\n', '\\\\', '\\"'],
  numbers: ['0', '0x', '0b2', '0o9', '1e', '1e+', '1_', '08n', '.', '..', '1.', '.5', '9n', '0xfg', '1a', '00'],
  strings: ["'", '"', "'a'", '"a"', "'\\'", '"\\"', "'\\x'"],
  templates: ['`', '${', '`${', '}`', '`\\', `\`a\${b}c\``, '$', '{'],
  jsx: ['<div>', '</div>', '<a b={', '/>', '<>', '</>', '&amp;', '<T,>', '<T>('],
  names: ['#', '#a', 'this.#b', 'class A {', 'a', 'of', 'async', 'await', 'yield', 'let', 'as', 'satisfies', 'enum'],
  words: ['return', 'typeof', 'if (', 'while (a)', 'for (', 'case', 'new', 'import', 'export', 'function', 'get', '=>'],
  unicode: [
    '\u{1f600}',
    '\ud800',
    '\udc00',
    'é',
    'e\u0301',
    '\u2028',
    '\u2029',
    '\u200d',
    '\ufeff',
    '\u202e',
    '𝒳',
    '\0',
  ],
  nesting: ['(', ')', '[', ']', '{', '}', '((', '[{', '})'],
  signs: [
    '=',
    '==',
    '!',
    '?',
    '?.',
    '??',
    ':',
    ',',
    ';',
    '+',
    '++',
    '-',
    '*',
    '**',
    '%',
    '&',
    '|',
    '^',
    '~',
    '@',
    '...',
  ],
  space: [' ', '  ', '\n', '\r', '\r\n', '\t', '\f', '<!--', '-->', '#!'],
};
const ALL = Object.values(PIECES).flat();

/** Up to 40 pieces each; the same ones for the same seed. */
export function* unfinishedCode(seed: number, count: number): Generator<string> {
  const random = seeded(seed);
  const kinds = Object.values(PIECES);
  for (let i = 0; i < count; i++) {
    // Half of the inputs stay with few kinds: that builds long runs of one thing.
    const few = Array.from({ length: 2 }, () => random.pick(kinds)).flat();
    const from = random.below(2) === 0 ? ALL : few;
    let text = '';
    for (let length = 1 + random.below(40); length > 0; length--) text += random.pick(from);
    yield text;
  }
}

/** Each piece, and pairs of pieces, again and again up to a length. */
export function* longRuns(
  seed: number,
  pairs: number,
  length: number,
): Generator<readonly [name: string, text: string]> {
  const random = seeded(seed);
  const run = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  for (const piece of ALL) yield [piece, run(piece)];
  for (const quote of ["'", '"', '`', '/']) for (const piece of ALL) yield [quote + piece, quote + run(piece)];
  for (const quote of ["'", '"', '`'])
    for (const piece of ALL) yield [quote + piece + quote, quote + run(piece) + quote];
  for (let i = 0; i < pairs; i++) {
    const piece = random.pick(ALL) + random.pick(ALL) + (random.below(2) === 0 ? '' : random.pick(ALL));
    yield [piece, run(piece)];
  }
}

const CALL = new Script('work()');

/** Runs work that may hang: it fails after `limitMs` instead of holding up all tests. */
export function inTime<T>(work: () => T, limitMs: number): T {
  return CALL.runInContext(createContext({ work }), { timeout: limitMs });
}
