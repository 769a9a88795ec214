import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvaluator, showTypedFunctions } from '../../src/eval/index.js';

const original = Function.prototype.toString;
beforeAll(showTypedFunctions);
afterAll(() => {
  Function.prototype.toString = original;
});

const run = async (source: string) =>
  (await createEvaluator({ globals: { SETUP: 1, h: () => 'h', g: () => 'g' } }).run(source)).value;

const FUNCTIONS = [
  'function f() { return g() }',
  'function fact(n) { return n < 2 ? 1 : n * fact(n - 1) }',
  'function $odd_näme(n) { return n ? $odd_näme(n - 1) : 0 }',
  'async function f() { await g(); return f }',
  'function* f() { yield g(); yield* f() }',
  'async function* f() { for await (const x of g()) yield x; await f }',
  'function f(a = g(), { b = h() } = {}, ...c) { return g(a, b, ...c) }',
  'function f() {\n  g()\n  h()\n  return g?.()?.x?.()\n}',
  'class A {}',
  'class A { #p = g(); static s = h(); get x() { return g(this.#p) } set x(v) { h(v) } }',
  'class A extends (class B {}) { constructor() { super(g()); g() } static { h() } async *m() { yield g() } }',
  'class A { static async make() { return new A(await g()) } [Symbol.iterator]() { return g() } }',
  'class A { static [await Promise.resolve("x")]() { return g() } }',
  'class A { static x = [typeof import.meta.url, import.meta] }',
];
const EXPRESSIONS = [
  '() => g()',
  'async () => await g()',
  'async () => {\n  await g()\n  await h()\n}',
  'async (x) => (await g(x)).y()',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a function
  'x => g`a${h()}b${`c${g(`d${h()}`)}`}`',
  'async () => (await import("node:fs")).statSync("x")',
  'async () => { import("node:fs").then(g); return import.meta.url }',
  '() => { import.meta.x = 5; return import.meta }',
  'function () { return g() }',
  'function named() { return named() }',
  'async function* () { yield* g() }',
  '() => { try { g() } catch ({ message }) { h(message) } finally { g() } }',
  '() => { if (g()) h(); else g(); for (const x of g()) h(x); while (g()) h() }',
  '() => { label: for (;;) { g(); break label } }',
  '() => { var a = g(), b; { var c = h() } return [a, b, c] }',
  '() => new (g())(h())',
  '() => g()()().x?.(h)',
  '() => (0, g)()',
  '() => (g)()',
  '() => g ? g() : h()',
  '() => { g() || h(); ({ a: g() }); [h()].map(g) }',
  '(a, b) => /* a comment: g() */ g(a) // and another',
  '() => "g() is a text" + g("f()")',
  '() => ({ __proto__: g(), get x() { return h() }, async *m() { yield g() } })',
  '() => { const g = () => 1; return g() }',
  '() => { typeof g(); void g(); delete g().x; !g() }',
  'async () => { for (const x of await g()) await h(x) }',
  'async () => { const { a = await g() } = await h(); return a }',
];

describe('the text of a function', () => {
  it.each(FUNCTIONS)('is the typed source: %s', async (source) => {
    const name = /(?:function\*?|class) ([^\s({]+)/.exec(source)?.[1];
    expect(await run(`${source}\nString(${name})`)).toBe(source);
  });

  it.each(EXPRESSIONS)('is the typed source: %s', async (source) => {
    const typed = source.replace(/ \/\/ and another$/, '');
    expect(await run(`const f = ${source}\n;f.toString()`)).toBe(typed);
    expect(await run(`const o = { f: ${typed} };\n\`\${o.f}\``)).toBe(typed);
  });

  it.each(['get x() { return g() }', 'm() { return g() }', 'async *m() { yield g() }', '[`m`]() { return g() }'])(
    'is the typed source of a method: %s',
    async (source) => {
      const text = 'const [d] = Object.values(Object.getOwnPropertyDescriptors(o)); String(d.get ?? d.value)';
      expect(await run(`const o = { ${source} }; ${text}`)).toBe(source);
    },
  );

  it('can be evaluated again', async () => {
    expect(await run('function up(n) { return n > 2 ? n : up(n + 1) }; new Function("return " + up + "; ")()(0)')).toBe(
      3,
    );
  });

  it('has no helpers of ours in TypeScript', async () => {
    expect(await run('const f = async (a: number) => (await g(a)).x; String(f)')).toBe('async (a) => (await g(a)).x');
  });

  it('is unchanged for other functions', async () => {
    expect(await run('[String(Math.max), String(Function.prototype.toString)]')).toEqual([
      'function max() { [native code] }',
      'function toString() { [native code] }',
    ]);
  });
});

describe('an error that the input catches', () => {
  const NAMES = 'const g = () => 5, h = async () => 5; ';
  it.each([
    ['g()()', '(intermediate value)(...) is not a function'],
    ['g().x()', '(intermediate value)(...).x is not a function'],
    ['g()[0].x', "Cannot read properties of undefined (reading 'x')"],
    ['new (g())()', '(intermediate value)(...) is not a constructor'],
    ['[...g()]', '(intermediate value) is not a function or its return value is not iterable'],
    ['for (const x of g()) x', '(intermediate value) is not a function or its return value is not iterable'],
    ['const [a] = g()', 'number 5 is not iterable (cannot read property Symbol(Symbol.iterator))'],
    ['for (const x of await h()) x', '(intermediate value) is not a function or its return value is not iterable'],
    ['for (const x of await {}) x', 'return value is not iterable'],
    ['for await (const x of await {}) x', 'is not a function'],
    ['[...await {}]', '(intermediate value) is not iterable'],
    ['const [a] = await {}', 'object is not iterable'],
    ['(await h())()', '(intermediate value) is not a function'],
    ['(await h()).x()', '(intermediate value).x is not a function'],
    ['import.meta.x()', '(intermediate value).x is not a function'],
    ['import("node:fs").x()', '(intermediate value)(...).x is not a function'],
    ['nosuch()', 'nosuch is not defined'],
    ['g.x()', 'g.x is not a function'],
    ['const n = 1; n()', 'n is not a function'],
    ['SETUP()', 'SETUP is not a function'],
    ['(() => g().x())()', '(intermediate value)(...).x is not a function'],
    ['g`a`.x()', '(intermediate value)(...).x is not a function'],
  ])('has a message without our helpers: %s', async (source, message) => {
    const text = `${NAMES}let said; try { ${source} } catch (e) { said = e.message + e.stack }; said`;
    const said = String(await run(text));
    expect(said).toContain(message);
    expect(said).not.toContain('patchbay');
  });
});

it('does not join a line to the one before it', async () => {
  const source =
    'const g = () => 5\nconst a = 1\ng()\nawait g()\nlet b = a\nimport("node:fs").then(g)\nlet c = b\nimport.meta.x = 7\nlet d = c\ng`x`\nd';
  expect(await run(source)).toBe(1);
  expect(await run('const g = () => [5]\nif (g()) g()\nelse g()\ng()[0] = 6\ng()')).toEqual([5]);
});
