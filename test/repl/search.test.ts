// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test contains templates
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { highlighted } from '../../src/repl/editor/index.js';
import { beginSearch, chosen, continuation, type Search, searched } from '../../src/repl/history/index.js';
import { matchRow } from '../../src/repl/view/search-list.js';

const entries = ['await platform.queues.list()', 'const a = 1', 'await platform.queues.get(id)', 'a + 1'];

describe('a search in the history', () => {
  const found = ({ matches, selected }: Search) => matches[selected];
  it('lists the latest statement first, chooses older ones, and stays at the ends', () => {
    let search = searched(entries, beginSearch(entries, 'draft'), 'QUEUES');
    expect(search.matches).toEqual([entries[2], entries[0]]);
    expect(found(search)).toBe(entries[2]);
    search = chosen(search, 1);
    expect(found(search)).toBe(entries[0]);
    expect(found(chosen(search, 1))).toBe(entries[0]);
    expect(found(chosen(chosen(search, -1), -1))).toBe(entries[2]);
    expect(search.draft).toBe('draft');
  });

  it('lists each statement once', () => {
    expect(beginSearch(['a', 'b', 'a'], '').matches).toEqual(['a', 'b']);
  });

  it('restarts when the query changes, and chooses nothing for an empty query', () => {
    const search = chosen(searched(entries, beginSearch(entries, ''), 'queues'), 1);
    expect(found(searched(entries, search, 'queues.G'))).toBe(entries[2]);
    expect(searched(entries, search, 'zebra')).toMatchObject({ matches: [], selected: -1 });
    const empty = searched(entries, search, '');
    expect([empty.matches.length, empty.selected]).toEqual([4, -1]);
    expect(found(chosen(empty, 1))).toBe(entries[3]);
  });
});

describe('a row of a match', () => {
  it.each([
    ['let queue = 1', 'QUE', 30, ['let ', 'que', 'ue = 1']],
    ['a(\n  queue\n)', 'queue', 30, ['a( ⏎ ', 'queue', ' ⏎ )']],
    ['await platform.calling.play(id, { play: [] })', 'play: [', 20, ['d, { ', 'play: [', '] })']],
    ['x'.repeat(60), 'y', 20, ['', '', `${'x'.repeat(19)}…`]],
    ['f(a[0])', 'a[0]', 20, ['f(', 'a[0]', ')']],
  ])('of %j shows the part around %j in %i columns', (statement, query, width, [before, hit, after]) => {
    const row = matchRow(statement, query, width);
    expect([row.hit, row.after]).toEqual([hit, after]);
    expect(row.before.endsWith(before as string)).toBe(true);
    expect(stringWidth(row.before + row.hit + row.after)).toBeLessThanOrEqual(width);
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
