import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';

const benches: Bench[] = [];
afterEach(() => Promise.all(benches.splice(0).map((bench) => bench.close())));
const newBench = () => {
  const bench = createBench();
  benches.push(bench);
  return bench;
};

/** Returns the text that the prompt shows for an input. */
async function shownBy(bench: Bench, source: string, columns = 80): Promise<string> {
  const outcome = await bench.run(source);
  if (!outcome.ok) return `! ${(outcome.error as Error).message}`;
  return outcome.value === undefined ? '' : showText(outcome.value, { columns, zone: 'UTC' });
}

const ROWS = "Array.from({ length: 50 }, (_, at) => ({ id: 'row' + (at + 1), name: 'Row ' + (at + 1) }))";

describe.each(['.more', 'it'])('%s', (more) => {
  it('shows the next rows of a long list, and says where the list ends', async () => {
    const bench = newBench();
    const first = await shownBy(bench, ROWS);
    expect(first).toContain('row20');
    expect(first).not.toContain('row21');
    expect(first).toMatch(/\nrows 1–20 of 50 · \.more shows the next/);
    expect(await shownBy(bench, more)).toMatch(/^name +id\nRow 21 [\s\S]*\nRow 40 .*\nrows 21–40 of 50 · \.more/);
    expect(await shownBy(bench, more)).toMatch(/\nRow 41 [\s\S]*\nRow 50 .*\nrows 41–50 of 50$/);
    expect(await shownBy(bench, more)).toBe('There is no more: this was the end of 50 rows.');
    expect(await shownBy(bench, '_.length')).toBe('50');
  });
  it('shows the next page of the client, which becomes the last value', async () => {
    const bench = newBench();
    const first = await shownBy(bench, 'await platform.logs.voice.list({ page_size: 6 })');
    expect(first).toContain('6 items · .more shows the next page');
    const second = await shownBy(bench, more);
    expect(second).toContain('6 items');
    expect(second.split('\n')[1]).not.toBe(first.split('\n')[1]);
    expect(await shownBy(bench, '_.data.length')).toBe('6');
    await shownBy(bench, '(await platform.logs.voice.list({ page_size: 10 }))');
    expect(await shownBy(bench, more)).toContain('5 items');
    expect(await shownBy(bench, more)).toBe('There is no more: this was the end of 5 rows.');
  });
  it('shows the next part of a long list of numbers and of a long text', async () => {
    const bench = newBench();
    expect(await shownBy(bench, 'Array.from({ length: 250 }, (_, at) => at)')).toContain('items 1–100 of 250 · .more');
    expect(await shownBy(bench, more)).toMatch(/^\[\s+100, [\s\S]* 199\s+\]\nitems 101–200 of 250 · \.more/);
    expect(await shownBy(bench, "'a'.repeat(6_400) + 'b'.repeat(10)")).toContain('characters 1–6,400 of 6,410');
    expect(await shownBy(bench, more)).toBe("'bbbbbbbbbb'\ncharacters 6,401–6,410 of 6,410");
    await shownBy(bench, "Array.from({ length: 90 }, (_, at) => 'line ' + (at + 1)).join('\\n')");
    expect(await shownBy(bench, more)).toMatch(/^'line 81\\n[^']*line 90'\ncharacters /);
  });
  it('counts a long line as the rows that it fills', async () => {
    const bench = newBench();
    const shown = await shownBy(bench, "('x'.repeat(800) + '\\n').repeat(50)");
    expect(shown).toContain('characters 1–');
    expect(shown.length).toBeLessThan(80 * 81);
    await bench.run("'x'.repeat(1e5)");
    for (let at = 6_400; at < 1e5; at += 6_400)
      expect(await shownBy(bench, more)).toContain(`–${Math.min(at + 6_400, 1e5).toLocaleString('en')} of 100,000`);
  });
  it('leaves characters of two code units whole', async () => {
    const bench = newBench();
    await shownBy(bench, "'a'.repeat(6_399) + '😀b'");
    expect(await shownBy(bench, more)).toMatch(/^'b'\n/);
  });
  it('explains when there is nothing to continue', async () => {
    const bench = newBench();
    expect(await shownBy(bench, more)).toBe('! there are no results yet');
    await bench.run('({ a: 1 })');
    expect(await shownBy(bench, more)).toContain('! the last value is not a list, a page or a text.');
    await bench.run('[1, 2]');
    await bench.run('.mode');
    expect(await shownBy(bench, more)).toBe('There is no more: this was the end of 2 items.');
  });
});

describe('.page', () => {
  it('prints all of the last value where there is no pager', async () => {
    const bench = newBench();
    expect(await shownBy(bench, '.page')).toBe('! there are no results yet');
    await shownBy(bench, ROWS);
    await shownBy(bench, '.more');
    const text = await shownBy(bench, '.page');
    expect(text).toMatch(/Row 1 [\s\S]*Row 50 /);
    expect(text).not.toContain('.more');
  });
  it('passes the last value to the pager of the front end', async () => {
    const shown: unknown[] = [];
    const bench = createBench({ showInPager: async (value) => void shown.push(value) });
    benches.push(bench);
    await bench.run('[1, 2]');
    expect(await shownBy(bench, '.page')).toBe('');
    expect(shown).toEqual([[1, 2]]);
  });
});

it('`it` is a variable of the user where one exists', async () => {
  const bench = newBench();
  await bench.run('let it = 5');
  expect(await shownBy(bench, 'it')).toBe('5');
});

it('shows a page of the other kind as a table', async () => {
  const bench = newBench();
  expect(await shownBy(bench, 'await platform.compat.phone_numbers.list()')).toMatch(
    /\n\d+ more columns: .*\n_\.incoming_phone_numbers\[0\] shows them$/,
  );
});

describe('NAME? on a value', () => {
  const lines = async (source: string, name = 'x') => {
    const bench = newBench();
    expect(await bench.run(source)).toMatchObject({ ok: true });
    return shownBy(bench, `${name}?`);
  };
  it.each([
    ['const x = 5', 'A number: 5'],
    ['const x = null', 'null'],
    ["const x = 'one\\ntwo'", "A string: 7 characters, 2 lines.\n\n'one two'"],
    ['const x = [1, 2, 3, 4]', 'A list: 4 items.\n\n1, 2, 3, …'],
    [
      'const x = [{ id: "a", tags: [1] }]',
      "{2 fields}\n\nFields of the first item\n  id    string 'a'\n  tags  list [1]",
    ],
    [
      'const x = { a: 1, b: [1], c: { d: 1 }, e: null, f() {} }',
      'An object: 5 fields.\n\nFields\n  a  number 1\n  b  list [1]\n  c  object {1 field}\n  e  null\n  f  function',
    ],
    ['const x = new Map([[1, 2]])', 'An object: Map, Map(1).'],
    ['class A { n = 1 }; const x = new A()', 'An object: A, {1 field}.'],
    ['const x = (a: number, b = 2) => a', 'x(a, b = 2)\nA function.'],
    ['const x = Promise.resolve(1)', 'A promise, fulfilled with number. Use await x'],
    ['const x = new Promise(() => {})', 'A promise, pending.'],
    ["const x = Promise.reject(new Error('no')); x.catch(() => {}); 0", "A promise, rejected with 'no'."],
    ['const x = Promise.reject(7); x.catch(() => {}); 0', 'A promise, rejected with 7.'],
  ])('%s', async (source, text) => expect(await lines(source)).toContain(text));
  it('shows the fields of a large object in part, and counts the others', async () => {
    const text = await lines("const x = Object.fromEntries(Array.from({ length: 40 }, (_, at) => ['field' + at, at]))");
    expect(text).toContain('10 more fields: field30, field31,');
  });
  it('runs no getter, no method and no trap', async () => {
    const bench = newBench();
    await bench.run('var ran = []');
    await bench.run('const trap = (name) => () => { ran.push(name); return undefined }');
    await bench.run("const handler = new Proxy({}, { get: (_, name) => trap('proxy ' + String(name)) })");
    await bench.run(
      "class Odd { get [Symbol.toStringTag]() { ran.push('tag'); return 'x' } get length() { ran.push('length') } toString() { ran.push('string') } }",
    );
    await bench.run("Object.defineProperty(Odd.prototype, 'constructor', { get: trap('constructor') })");
    await bench.run('const proxy = new Proxy({}, handler), fn = new Proxy(() => 1, handler), odd = new Odd()');
    await bench.run("const held = { proxy, fn, odd, get own() { ran.push('own') } }, list = [odd, proxy, held]");
    await bench.run(
      'class Later extends Promise { static get [Symbol.species]() { ran?.push("species"); return Promise } }',
    );
    await bench.run('const later = Later.resolve(1), tagged = Promise.resolve(odd)');
    const before = await shownBy(bench, 'ran.length');
    for (const name of [
      'proxy',
      'fn',
      'odd',
      'held',
      'list',
      'later',
      'tagged',
      'held.own',
      'held.proxy',
      'list.length',
    ])
      expect(await shownBy(bench, `${name}?`)).not.toMatch(/^!/);
    expect(await shownBy(bench, 'ran.length')).toBe(before);
  });
  it('still reports a promise that is rejected later', async () => {
    const bench = newBench();
    await bench.run(
      'const later = Promise.withResolvers?.() ?? (() => { let reject; const promise = new Promise((_, no) => { reject = no }); return { promise, reject } })()',
    );
    await bench.run('const x = later.promise; 0');
    expect(await shownBy(bench, 'x?')).toContain('pending');
    const reported = new Promise((resolve) => process.once('unhandledRejection', resolve));
    await bench.run("later.reject(new RangeError('late')); 0");
    expect(await reported).toMatchObject({ message: 'late' });
  });
});
