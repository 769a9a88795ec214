import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { History, newer, older, type Walk } from '../../src/repl/history/index.js';
import { bundledScript } from '../support/bundled-script.js';

const source = join(import.meta.dirname, '../../src/repl/history/index.ts');
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-history-'));
  file = join(folder, 'state', 'history.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the history file', () => {
  it('keeps whole statements across sessions', () => {
    const first = new History(file);
    first.add('const a = 1');
    first.add('function f() {\n  return a\n}');
    expect(new History(file).entries).toEqual(['const a = 1', 'function f() {\n  return a\n}']);
  });
  it('is readable only by its owner', () => {
    new History(file).add('1');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
  it('appends to the lines of another window', () => {
    const [one, two] = [new History(file), new History(file)];
    expect([one.entries, two.entries]).toEqual([[], []]);
    one.add('one');
    two.add('two');
    one.add('three');
    expect(new History(file).entries).toEqual(['one', 'two', 'three']);
  });
  it('skips incomplete and unknown lines', () => {
    new History(file).add('good');
    appendFileSync(file, '{"statement":"to\n[1]\nnull\n{"statement":5}\n{"statement":"also good"}\n');
    expect(new History(file).entries).toEqual(['good', 'also good']);
  });
  it('reads only the end of a very long file', () => {
    new History(file).add('first');
    appendFileSync(file, `${JSON.stringify({ statement: 'x'.repeat(600_000) })}\n{"statement":"last"}\n`);
    expect(new History(file).entries).toEqual(['last']);
  });
  it('renames a file that is too long and still reads its end', () => {
    new History(file).add('first');
    const long = `${JSON.stringify({ statement: 'x'.repeat(100_000) })}\n`;
    appendFileSync(file, `${long.repeat(50)}{"statement":"before"}\n`);
    const history = new History(file);
    expect(history.entries.at(-1)).toBe('before');
    history.add('after');
    expect(statSync(file).size).toBeLessThan(100);
    expect(new History(file).entries.slice(-2)).toEqual(['before', 'after']);
  });
  it('keeps the statements of windows that write at the same time', async () => {
    const module = pathToFileURL(bundledScript(source)).href;
    const writer = `import { History } from ${JSON.stringify(module)};
      const history = new History(process.argv[1]);
      for (let i = 0; i < 40; i += 1) history.add(process.argv[2] + i + 'x'.repeat(5000));`;
    const windows = ['a', 'b', 'c'].map((name) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', writer, file, name]),
    );
    await Promise.all(windows);
    const kept = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).statement as string);
    const expected = ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 40 }, (_, i) => `${name}${i}`));
    expect(kept.map((statement) => statement.replace(/x+$/, '')).sort()).toEqual(expected.sort());
  });
  it('skips a statement that starts with a space or repeats the last one', () => {
    const history = new History(file);
    for (const statement of ['1', '1', ' token = "secret"', '']) history.add(statement);
    expect(readFileSync(file, 'utf8')).toBe('{"statement":"1"}\n');
  });
  it('knows in a later session which statements failed last', () => {
    const first = new History(file);
    for (const statement of ['a', 'b', 'c', ' hidden']) first.add(statement);
    for (const [statement, ok] of [
      ['a', false],
      ['a', true],
      ['b', false],
      ['c', true],
      [' hidden', false],
    ] as const)
      first.ended(statement, ok);
    const later = new History(file);
    expect(['a', 'b', 'c'].map(later.hasFailed)).toEqual([false, true, false]);
    expect(later.entries).toEqual(['a', 'b', 'c']);
    expect(readFileSync(file, 'utf8')).not.toContain('hidden');
    later.ended('b', true);
    expect(new History(file).hasFailed('b')).toBe(false);
  });
  it('stays in memory without a file', () => {
    const history = new History();
    history.add('1');
    expect(history.entries).toEqual(['1']);
  });
});

describe('browsing the history', () => {
  const entries = ['one', 'two'];
  it('stops at the first statement', () => {
    const first = older(entries, undefined, '');
    const second = older(entries, first?.walk, 'two');
    expect([first?.text, second?.text, older(entries, second?.walk, 'one')]).toEqual(['two', 'one', undefined]);
  });
  it('returns to the draft', () => {
    const back = older(entries, undefined, 't');
    expect(back?.text).toBe('two');
    expect(newer(entries, back?.walk)).toEqual({ walk: undefined, text: 't' });
  });
  it('keeps a draft with which no statement starts', () => {
    expect(older(entries, undefined, 'zzzz')).toBeUndefined();
    expect(newer(entries, undefined)).toBeUndefined();
  });
  it('continues before a statement of the history', () => {
    expect(older(entries, undefined, 'two')?.text).toBe('one');
  });
  it('has nothing newer than the draft', () => {
    expect(newer(entries, undefined as Walk | undefined)).toBeUndefined();
  });
});
