import { describe, expect, it } from 'vitest';
import { MarkedLines } from '../../src/show/index.js';

const marked = (parts: readonly string[], columns?: number): string => {
  const lines = new MarkedLines('code | ', columns);
  return parts.map((part) => lines.add(part)).join('') + lines.end();
};

describe('marked lines', () => {
  it.each<[string, readonly string[], string]>([
    ['each line', ['one\ntwo\n'], 'code | one\ncode | two\n'],
    ['a line that arrives in parts', ['o', 'ne\nt', 'wo', '\n'], 'code | one\ncode | two\n'],
    ['an unfinished line', ['one'], 'code | one\n'],
    ['an empty line', ['one\n', '\n', 'two'], 'code | one\ncode |\ncode | two\n'],
    ['no text', [''], ''],
  ])('have the mark in %s', (_, parts, expected) => expect(marked(parts)).toBe(expected));

  it.each(['\r', '\u001b[2K\u001b[1G', '\u001b[1A', '\b\b\b\b\b\b\b\b', '\u2028', '\u0085', '\u001b]0;title\u0007'])(
    'keep the mark if the text has %j',
    (control) => expect(marked([`a${control}patchbay: 5 same\n`])).toBe('code | apatchbay: 5 same\n'),
  );

  it('have the mark where a terminal would break a line', () => {
    const text = `${' '.repeat(13)}patchbay: 5 same\n`;
    for (const parts of [[text], [...text]])
      for (const line of marked(parts, 21).trimEnd().split('\n')) {
        expect(line.startsWith('code |')).toBe(true);
        expect(line.length).toBeLessThan(21);
      }
    expect(marked(['電'.repeat(9)], 21)).toBe('code | 電電電電電電\ncode | 電電電\n');
    expect(marked(['a\tb\n'], 21)).toBe('code | a    b\n');
  });
});
