import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHistory } from '../../src/kernel/execute/history.js';

describe('the history', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'history-'));
    file = join(folder, 'deeper', 'history.ndjson');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const typed = (...sources: string[]) => {
    const history = createHistory(file);
    for (const [index, source] of sources.entries()) history.add(index + 1, source);
    return (request: Record<string, unknown>) => history.answer(request).history;
  };

  it('gives the last n inputs', () => {
    expect(typed('a', 'b', 'c')({ hist_access_type: 'tail', n: 2 })).toEqual([
      [1, 2, 'b'],
      [1, 3, 'c'],
    ]);
  });

  it('gives a range of the present session or of an earlier one', () => {
    typed('old 1', 'old 2');
    const ask = typed('new 1', 'new 2', 'new 3');
    expect(ask({ hist_access_type: 'range', session: 0, start: 2, stop: 3 })).toEqual([[2, 2, 'new 2']]);
    expect(ask({ hist_access_type: 'range', session: -1, start: 1, stop: 9 })).toHaveLength(2);
    expect(ask({ hist_access_type: 'range', session: 1, start: 1, stop: 2 })).toEqual([[1, 1, 'old 1']]);
  });

  it('finds by a glob pattern, also over several lines', () => {
    const ask = typed('const a = 1', 'a + 1\na + 2', 'b');
    expect(ask({ hist_access_type: 'search', pattern: 'a*2' })).toEqual([[1, 2, 'a + 1\na + 2']]);
    expect(ask({ hist_access_type: 'search', pattern: '?' })).toEqual([[1, 3, 'b']]);
  });

  it('answers at once for a pattern with many stars', () => {
    const ask = typed('a'.repeat(2000), `${'a'.repeat(2000)}b`);
    const begin = performance.now();
    expect(ask({ hist_access_type: 'search', pattern: `${'*a'.repeat(12)}*b` })).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  it('takes the signs of a regular expression as themselves', () => {
    expect(typed('f(x)[0]', 'f')({ hist_access_type: 'search', pattern: 'f(x)[0]' })).toHaveLength(1);
  });

  it('keeps the last of equal inputs when asked for unique ones', () => {
    expect(typed('x', 'y', 'x')({ hist_access_type: 'search', pattern: '*', unique: true })).toEqual([
      [1, 2, 'y'],
      [1, 3, 'x'],
    ]);
  });

  it('adds an empty output where outputs are asked for', () => {
    expect(typed('x')({ hist_access_type: 'tail', n: 1, output: true })).toEqual([[1, 1, ['x', null]]]);
  });

  it('is written for its owner alone', () => {
    typed('secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('skips a line that a crash tore', () => {
    typed('whole');
    writeFileSync(file, `${readFileSync(file, 'utf8')}[1,2,"to`);
    expect(typed()({ hist_access_type: 'tail', n: 9 })).toEqual([[1, 1, 'whole']]);
  });
});
