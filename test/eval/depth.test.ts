import { describe, expect, it } from 'vitest';
import { createEvaluator, namesOf, SourceError } from '../../src/eval/index.js';

describe('long and deep code', () => {
  it.each([
    ['a sum of 3,000 terms', Array(3_000).fill('1').join('+'), 3_000],
    ['a chain of 3,000 calls', `[]${'.concat(1)'.repeat(3_000)}.length`, 3_000],
    ['the same with an await', `await (async () => ${Array(3_000).fill('1').join('+')})()`, 3_000],
    ['brackets in brackets', `${'['.repeat(300)}${']'.repeat(300)}.length`, 1],
  ])('%s is a value', async (_what, source, value) => {
    expect((await createEvaluator().run(source)).value).toBe(value);
  });

  it('fails with a clear message when it is too deep', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const error = await createEvaluator()
      .run(deep)
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(SourceError);
    expect(error.message).toContain('nested too deeply');
    expect(namesOf(deep)).toBeUndefined();
  });
});

describe('the names of a piece of code', () => {
  it.each([
    ['a.b', ['a'], []],
    ['({ a: b, c, [d]: 1 })', ['b', 'c', 'd'], []],
    ['const { a, b: c = d } = e', ['a', 'c', 'd', 'e'], ['a', 'c']],
    ['f((_, i) => _ + i + own)', ['f', 'own'], []],
    ['function f(a) { var b; return a + b + f + g }', ['f', 'g'], ['f']],
    ['for (const x of xs) { let y = x; y }', ['xs'], []],
    ['if (a) { var late = 1 }', ['a', 'late'], ['late']],
    ['loop: for (;;) break loop', [], []],
    ["import { a as b } from 'x'; b", ['b'], ['b']],
    ['class A { m() { return A } static n = z }', ['z'], ['A']],
    ['try { a } catch (e) { e }', ['a'], []],
  ])('%s', (source, used, declared) => {
    const names = namesOf(source);
    expect([...(names?.used ?? [])].sort()).toEqual(used);
    expect([...(names?.declared ?? [])].sort()).toEqual(declared);
  });
});
