import { expect, it } from 'vitest';
import { secretCutter } from '../../src/redact/index.js';

const SECRET = 'p@ss/word+"1"';
const { text, value } = secretCutter([SECRET, undefined, '', 'abc']);

it.each([
  ['raw', SECRET],
  ['URL-encoded', encodeURIComponent(SECRET)],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64url', Buffer.from(SECRET).toString('base64url')],
  ['inside a JSON string', JSON.stringify(SECRET).slice(1, -1)],
])('cuts a secret that is %s', (_how, spelling) => {
  expect(text(`before ${spelling} after`)).toBe('before [cut] after');
});

it('cuts through structures, keys and cycles, and leaves the original alone', () => {
  const original: Record<string, unknown> = { list: [`x${SECRET}`], [SECRET]: 1, number: 2 };
  original.self = original;
  const copy = value(original);
  expect(copy).toMatchObject({ list: ['x[cut]'], '[cut]': 1, number: 2 });
  expect(copy.self).toBe(copy);
  expect(original.list).toEqual([`x${SECRET}`]);
});

it('leaves words alone that are too short to be secrets', () => {
  expect(text('abc')).toBe('abc');
});

it('replaces short secrets as whole values if shortToo is set', () => {
  const short = secretCutter(['a.c'], { shortToo: true });
  expect(['a.c', 'x?key=a.c&b=a.cd', 'Bearer a.c', 'on a.c', 'key=abc'].map(short.text)).toEqual([
    '[cut]',
    'x?key=[cut]&b=a.cd',
    'Bearer [cut]',
    'on a.c',
    'key=abc',
  ]);
  expect(short.value({ key: 'a.c' })).toEqual({ key: '[cut]' });
});

it('cannot be made to set a prototype', () => {
  expect(Object.getPrototypeOf(value(JSON.parse('{"__proto__":{"a":1}}')))).toBe(Object.prototype);
});
