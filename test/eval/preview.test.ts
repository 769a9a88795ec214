import { afterEach, describe, expect, it } from 'vitest';
import { createEvaluator } from '../../src/eval/index.js';

/** Effects of code that the preview must not run. */
const effects: unknown[] = [];
const later = () => new Promise((resolve) => setImmediate(resolve));

const SET_UP = `
const note = (what) => { effects.push(what); return what; };
let count = 1;
const settings = { name: 'Ada', get computed() { return note('getter'); } };
const list = [3, 1, 2];
const table = new Map([['one', 1]]);
const pattern = /a/g;
const bytes = new Uint8Array([1, 2]);
const steps = [1, 2][Symbol.iterator]();
const numbers = (function* () { note('generator'); yield 1; })();
const spy = new Proxy({}, { get: () => note('trap'), ownKeys: () => [note('keys')] });
const thenable = { then(resolve) { note('then'); resolve(1); } };
const waits = async () => { await null; note('after await'); };
const rejects = async () => { throw new Error('rejected'); };
const lazy = async () => thenable;
class Counter { static #count = 0; static next() { return ++this.#count; } constructor(value) { this.value = value; } }
const slow = () => { for (;;); };
const deep = (n) => n + deep(n + 1);
const triple = (n) => n * 3;
const huge = 'x'.repeat(200_000);
const nested = { list: Array.from({ length: 10_000_000 }, (_, index) => index) };
class Odd { get [Symbol.toStringTag]() { return note('tag'); } toString() { return note('text'); } }
const odd = new Odd();
`;

async function evaluator() {
  const session = createEvaluator({ globals: { effects } });
  await session.run(SET_UP);
  return session;
}
const session = await evaluator();
afterEach(() => void effects.splice(0));

/** Tries again after a time limit, which a busy machine reaches early. */
async function shown(source: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const text = session.preview(source);
    if (text !== undefined) return text;
    await session.run('0');
  }
  return undefined;
}

const SHOWN = [
  ['1 + 2', '3'],
  ['count', '1'],
  ['count + 1 // the next', '2'],
  ['(settings.name)', "'Ada'"],
  ['settings', "{ name: 'Ada', computed: [Getter] }"],
  ['{ a: count }', '{ a: 1 }'],
  ['list.map((one) => one * 2)', '[ 6, 2, 4 ]'],
  ['[...list].sort()', '[ 1, 2, 3 ]'],
  ['[,1]', '[ <empty>, 1 ]'],
  ['table', "Map(1) { 'one' => 1 }"],
  ['new Set(list)', 'Set(3) { 3, 1, 2 }'],
  ['table.get("one")', '1'],
  ['bytes', 'Uint8Array(2) [ 1, 2 ]'],
  ['[pattern]', '[ [RegExp] ]'],
  ['triple(4)', '12'],
  ['triple', '[Function: triple]'],
  ['Counter', '[class Counter]'],
  ['new Counter(7)', 'Counter { value: 7 }'],
  ['new Date(0)', '1970-01-01T00:00:00.000Z'],
  ['new RangeError("far")', '[RangeError: far]'],
  ['Object.create(null)', '[Object: null prototype] {}'],
  ['"it\'s " + 1', '"it\'s 1"'],
  ["'a\\n' + count", '"a\\n1"'],
  ['[[[[1]]]]', '[ [ [Array] ] ]'],
  ['-0 * 1', '-0'],
  ['null ?? Symbol.iterator', 'Symbol(Symbol.iterator)'],
  ['JSON.stringify({ a: 1 })', '"{\\"a\\":1}"'],
  ['({ "two words": 1, $_b2: 2 })', "{ 'two words': 1, $_b2: 2 }"],
  ['odd', 'Odd {}'],
  ['[].concat(list, list, list, list, list, list, list)', `[ ${'3, 1, 2, '.repeat(6)}3, 1, … ]`],
] as const;

const HIDDEN = [
  ...[
    '',
    '1',
    '"text"',
    '() => 1',
    'class {}',
    'count +',
    'const a = 1',
    'count; count',
    'missing',
    'undefined',
    'null.x',
  ],
  ...['count as number', 'await 1', '1_000_000 * 2', 'import("node:fs")', 'void 0', '2n ** 99n', 'huge.length'],
];

const EFFECTS = [
  ...['count = 2', 'count++', 'other = 1', 'settings.name = 1', 'delete settings.name', 'settings.computed'],
  ...[
    'list.push(1)',
    'list.sort()',
    'list.length = 0',
    'Reflect.apply(list.push, list, [1])',
    '((one) => { one[0] = 9 })(list)',
  ],
  ...[
    'table.set(1, 1)',
    'table.clear()',
    'pattern.test("a")',
    '"aa".replace(pattern, "b")',
    'bytes.fill(0)',
    'bytes[0] = 9',
  ],
  ...['steps.next()', '[...steps]', 'numbers.next()', '[...numbers]', 'spy.a', 'spy', 'Counter.next()', 'note(1)'],
  ...['String({ toString: () => note(1) })', '[1].map(note)', 'JSON.parse("[1]", note)', 'new Proxy({}, {})'],
  ...['waits()', '[waits()]', 'rejects()', 'lazy()', '[lazy()]', 'lazy().constructor', '(async () => thenable)()'],
  ...[
    'Promise.resolve(thenable)',
    'new Promise(note)',
    'queueMicrotask(note)',
    'setTimeout(note)',
    'process.nextTick(note)',
  ],
  ...[
    'eval("note(1)")',
    'Function("effects.push(1)")()',
    '(() => { try { note(1) } catch { return 1 } finally { note(2) } })()',
  ],
  ...[
    'console.log(1)',
    'process.exit(3)',
    'process.chdir("/")',
    'process.env.ADDED = "1"',
    'fetch("http://127.0.0.1:9")',
  ],
  ...[
    'process.stdout.write("x")',
    'require("node:fs").writeFileSync("made", "")',
    'Object.assign(settings, { name: 1 })',
  ],
  ...[
    'Object.freeze(list)',
    'crypto.getRandomValues(bytes)',
    'Math.random()',
    'globalThis.made = 1',
    'Error.stackTraceLimit = 1',
  ],
];

describe('a preview', () => {
  it.each(SHOWN)('of %j is %j', async (source, text) => {
    expect(await shown(source)).toBe(text);
    expect(effects).toEqual([]);
  });

  it.each(HIDDEN)('is not shown for %j', (source) => {
    expect(session.preview(source)).toBeUndefined();
  });

  it('ends before each side effect', async () => {
    const read = () =>
      session.run('JSON.stringify([count, settings.name, list, [...table], pattern.lastIndex, [...bytes]])');
    const before = await read();
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    const names = [session.names(), Object.keys(process.env), Reflect.ownKeys(globalThis), process.cwd()];
    for (const source of EFFECTS) {
      expect(session.preview(source), source).toBeUndefined();
      await later();
      expect(effects, source).toEqual([]);
    }
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
    expect([session.names(), Object.keys(process.env), Reflect.ownKeys(globalThis), process.cwd()]).toEqual(names);
    expect(await read()).toEqual(before);
    expect(await session.run('[...steps, ...numbers, Counter.next()]')).toEqual({ value: [1, 2, 1, 1] });
  });

  it.each(['slow()', 'deep(1)', '/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")'])(
    'of %j ends at its limit',
    async (source) => {
      const begunMs = performance.now();
      expect(session.preview(source)).toBeUndefined();
      expect(performance.now() - begunMs).toBeLessThan(5_000);
      expect(await shown('1 + 1')).toBe('2');
    },
  );

  it('pauses after a slow one until the next input', async () => {
    // One native function, which no limit ends.
    session.preview('nested.list.toSorted()');
    expect(session.preview('1 + 1')).toBeUndefined();
    expect(await shown('1 + 1')).toBe('2');
  });

  it('creates no value that is created when it is first used', () => {
    let created = 0;
    const globals = {
      get late() {
        created += 1;
        return { name: 'late' };
      },
    };
    const other = createEvaluator({ globals, deferred: ['late'] });
    expect(other.preview('late.name')).toBeUndefined();
    expect(created).toBe(0);
  });
});
