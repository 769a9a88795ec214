import { describe, expect, it } from 'vitest';
import { mimeBundle, showText } from '../../src/show/index.js';

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

describe('a large value is shown as a head with its size', () => {
  it.each<[string, unknown, RegExp]>([
    ['a buffer', Buffer.alloc(1e8), /^<Buffer 00 .* 99999950 more bytes>$/],
    ['a typed array', new Float64Array(1e7), /^Float64Array\(10000000\) \[[\s\S]* 9999900 more items/],
    ['an object', fields(10_000), /k99: 99,\n {2}'…': 9,900 more fields\n}$/],
    ['an object in an object', { all: fields(600), one: 1 }, /'…': 500 more fields\n {2}},\n {2}one: 1\n}$/],
    ['an object in a list', [1, [fields(600)]], /'…': 500 more fields/],
    ['an object in a map', new Map([['a', fields(600)]]), /'…': 500 more fields/],
  ])('%s', (_name, value, expected) => {
    const before = process.cpuUsage();
    const text = showText(value);
    const { user, system } = process.cpuUsage(before);
    expect(text).toMatch(expected);
    expect(text.length).toBeLessThan(3_000);
    expect((user + system) / 1_000).toBeLessThan(500);
    expect((mimeBundle(value) as Record<string, string>)['text/plain']?.length).toBeLessThan(3_000);
  });
});

it('objects with fewer fields, getters and other values stay as they are', () => {
  expect(showText({ b: [fields(3)] })).toBe('{ b: [ { k0: 0, k1: 1, k2: 2 } ] }');
  expect(
    showText({
      get now() {
        throw new Error('read');
      },
    }),
  ).toBe('{ now: [Getter] }');
  const cyclic: Record<string, unknown> = { name: 'x' };
  cyclic.self = cyclic;
  expect(showText(cyclic)).toBe("<ref *1> { name: 'x', self: [Circular *1] }");
  expect(showText(fields(500)).split('\n')).toHaveLength(502);
});
