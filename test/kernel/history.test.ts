import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHistory } from '../../src/kernel/execute/history.js';

describe('the kernel history', () => {
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

  it('returns the last n inputs', () => {
    expect(typed('a', 'b', 'c')({ hist_access_type: 'tail', n: 2 })).toEqual([
      [1, 2, 'b'],
      [1, 3, 'c'],
    ]);
  });

  it('returns a range of the current session or an earlier one', () => {
    typed('old 1', 'old 2');
    const ask = typed('new 1', 'new 2', 'new 3');
    expect(ask({ hist_access_type: 'range', session: 0, start: 2, stop: 3 })).toEqual([[2, 2, 'new 2']]);
    expect(ask({ hist_access_type: 'range', session: -1, start: 1, stop: 9 })).toHaveLength(2);
    expect(ask({ hist_access_type: 'range', session: 1, start: 1, stop: 2 })).toEqual([[1, 1, 'old 1']]);
  });

  it('matches a glob pattern, also across lines', () => {
    const ask = typed('const a = 1', 'a + 1\na + 2', 'b');
    expect(ask({ hist_access_type: 'search', pattern: 'a*2' })).toEqual([[1, 2, 'a + 1\na + 2']]);
    expect(ask({ hist_access_type: 'search', pattern: '?' })).toEqual([[1, 3, 'b']]);
  });

  it('answers quickly for a pattern with many stars', () => {
    const ask = typed('a'.repeat(2000), `${'a'.repeat(2000)}b`);
    const begin = performance.now();
    expect(ask({ hist_access_type: 'search', pattern: `${'*a'.repeat(12)}*b` })).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  it('matches the special characters of a regular expression literally', () => {
    expect(typed('f(x)[0]', 'f')({ hist_access_type: 'search', pattern: 'f(x)[0]' })).toHaveLength(1);
  });

  it('returns the last of equal inputs when the request asks for unique ones', () => {
    expect(typed('x', 'y', 'x')({ hist_access_type: 'search', pattern: '*', unique: true })).toEqual([
      [1, 2, 'y'],
      [1, 3, 'x'],
    ]);
  });

  it('adds an empty output when the request asks for outputs', () => {
    expect(typed('x')({ hist_access_type: 'tail', n: 1, output: true })).toEqual([[1, 1, ['x', null]]]);
  });

  it('is readable only by its owner', () => {
    typed('secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('skips a line that a crash left incomplete', () => {
    typed('whole');
    writeFileSync(file, `${readFileSync(file, 'utf8')}[1,2,"to`);
    expect(typed()({ hist_access_type: 'tail', n: 9 })).toEqual([[1, 1, 'whole']]);
  });
});
