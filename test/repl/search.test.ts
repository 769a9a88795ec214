// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test contains templates
import { describe, expect, it } from 'vitest';
import { highlighted } from '../../src/repl/editor/index.js';
import { beginSearch, continuation, searched, searchedOlder } from '../../src/repl/history/index.js';

const entries = ['await platform.queues.list()', 'const a = 1', 'await platform.queues.get(id)', 'a + 1'];

describe('a search in the history', () => {
  it('finds the latest statement first, then older ones, and stays at the oldest', () => {
    let search = searched(entries, beginSearch(entries, 'draft'), 'queues');
    expect(search.found).toBe(entries[2]);
    search = searchedOlder(entries, search);
    expect(search.found).toBe(entries[0]);
    expect(searchedOlder(entries, search).found).toBe(entries[0]);
    expect(search.draft).toBe('draft');
  });

  it('restarts when the query changes and finds nothing for an empty query', () => {
    const search = searchedOlder(entries, searched(entries, beginSearch(entries, ''), 'queues'));
    expect(searched(entries, search, 'queues.G').found).toBe(entries[2]);
    expect(searched(entries, search, 'zebra').found).toBeUndefined();
    expect(searched(entries, search, '').found).toBeUndefined();
  });
});

describe('the suggested rest of an earlier input', () => {
  it('comes from the latest statement with the same start', () => {
    expect(continuation(entries, 'await platform.qu')).toBe('eues.get(id)');
    expect(continuation(entries, 'const a = 1')).toBe('');
    expect(continuation(entries, 'a')).toBe('');
    expect(continuation(['if (x) {\n  y()\n}'], 'if')).toBe(' (x) {');
  });
});

describe('highlighting', () => {
  const pieces = (text: string, cursor = 0) => {
    let from = 0;
    return highlighted(text, cursor).map(({ to, style }) => {
      const piece = [text.slice(from, to), style];
      from = to;
      return piece;
    });
  };

  it('marks keywords, strings, numbers, comments and commands', () => {
    expect(pieces("const a = 'b' + 12 // c")).toEqual([
      ['const', 'keyword'],
      [' a = ', 'plain'],
      ["'b'", 'string'],
      [' + ', 'plain'],
      ['12', 'number'],
      [' ', 'plain'],
      ['// c', 'comment'],
    ]);
    expect(pieces('.mode sandbox')).toEqual([
      ['.mode', 'command'],
      [' sandbox', 'plain'],
    ]);
  });

  it('reads regular expressions and the code in templates', () => {
    expect(pieces('`a${await 1}b` / /"/')).toEqual([
      ['`a', 'string'],
      ['${', 'plain'],
      ['await', 'keyword'],
      [' ', 'plain'],
      ['1', 'number'],
      ['}', 'plain'],
      ['b`', 'string'],
      [' / ', 'plain'],
      ['/"/', 'string'],
    ]);
    expect(pieces('`${f(1)}`', 8).filter(([, style]) => style === 'pair')).toEqual([
      ['${', 'pair'],
      ['}', 'pair'],
    ]);
  });

  it('marks the bracket at the cursor and its partner, but not inside strings', () => {
    expect(pieces("f(g(')'), [1])", 14).filter(([, style]) => style === 'pair')).toEqual([
      ['(', 'pair'],
      [')', 'pair'],
    ]);
    expect(pieces('f(', 2).filter(([, style]) => style === 'pair')).toEqual([]);
  });

  it('covers every character of any input', () => {
    for (const text of [
      '"open',
      '`a${b',
      '/* open',
      '\\',
      '日本語 = "x"',
      'a\n  b',
      '((((',
      '}}}}',
      '',
      'x'.repeat(50_000),
    ])
      expect(highlighted(text, 3).at(-1)?.to ?? 0).toBe(text.length);
  });
});
