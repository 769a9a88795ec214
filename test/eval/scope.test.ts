import { describe, expect, it } from 'vitest';
import { createEvaluator } from '../../src/eval/index.js';

const text = async (url: string) => new URL(url).pathname;

describe('the scope', () => {
  it('does not change globalThis or libraries with declarations and assignments', async () => {
    const evaluator = createEvaluator({ globals: { text } });
    const { URL: realURL, process: realProcess } = globalThis;
    await evaluator.run('const URL = 1; let process = 2; class Map {}; var Set; Promise = 3; console = 4; bare = 5');
    expect([globalThis.URL, globalThis.process, 'bare' in globalThis]).toEqual([realURL, realProcess, false]);
    expect((await evaluator.run('await text("http://a.example/b")')).value).toBe('/b');
  });

  it('has no arguments of the evaluator', async () => {
    const evaluator = createEvaluator();
    expect((await evaluator.run('[...arguments].length')).value).toBe(0);
    expect((await evaluator.run('(function () { return arguments.length })(1, 2)')).value).toBe(2);
  });

  it('is separate for each evaluator', async () => {
    const [one, two] = [createEvaluator(), createEvaluator()];
    await one.run('let mine = 1');
    await expect(two.run('mine')).rejects.toThrow('mine is not defined');
  });

  it('lists preloaded and declared names', async () => {
    const evaluator = createEvaluator({ globals: { platform: 1 } });
    await evaluator.run(
      'let a; function f() {} class C {} import * as path from "node:path"; var { v } = {}; enum E {}',
    );
    expect(evaluator.names().sort()).toEqual(['C', 'E', 'a', 'f', 'path', 'platform', 'require', 'v']);
  });

  it('does not list names that esbuild generated', async () => {
    const evaluator = createEvaluator();
    await evaluator.run('const dec = (v: any, c: any) => v; @dec class D { @dec x = 1 }');
    expect(evaluator.names().sort()).toEqual(['D', 'dec', 'require']);
  });

  it('peeks at a name without calling a getter', async () => {
    const globals = Object.defineProperty({}, 'lazy', { get: () => expect.fail('called'), enumerable: true });
    const evaluator = createEvaluator({ globals });
    await evaluator.run('const fixed = { a: 1 }; let open = 2; import { sep } from "node:path"');
    expect(evaluator.peek('lazy')?.get).toBeTypeOf('function');
    expect(evaluator.peek('fixed')).toMatchObject({ value: { a: 1 }, writable: false });
    expect(evaluator.peek('open')).toMatchObject({ value: 2, writable: true });
    expect(evaluator.peek('sep')).toMatchObject({ value: '/' });
    expect(evaluator.peek('nothing')).toBeUndefined();
  });

  it('creates the value of a deferred name once, when code or a peek first uses it', async () => {
    let created = 0;
    const globals = Object.defineProperty({}, 'late', { get: () => ({ number: ++created }), enumerable: true });
    const evaluator = createEvaluator({ globals, deferred: ['late'] });
    expect(evaluator.names()).toContain('late');
    await evaluator.run('1');
    expect(created).toBe(0);
    expect((await evaluator.run('[late.number, late.number]')).value).toEqual([1, 1]);
    expect(evaluator.peek('late')).toMatchObject({ value: { number: 1 }, writable: true });
  });

  it('assigns to a deferred name without creating its value', async () => {
    const globals = Object.defineProperty({}, 'late', { get: () => expect.fail('created'), enumerable: true });
    const evaluator = createEvaluator({ globals, deferred: ['late'] });
    expect((await evaluator.run('late = 2; late')).value).toBe(2);
  });

  it('allows a new declaration of a preloaded name, and keeps the old value when it fails', async () => {
    const evaluator = createEvaluator({ globals: { platform: 1 } });
    await expect(evaluator.run('const platform = await Promise.reject(new Error("no"))')).rejects.toThrow('no');
    expect((await evaluator.run('platform')).value).toBe(1);
    expect((await evaluator.run('const platform = 2; platform')).value).toBe(2);
  });

  it('accepts definitions from outside at any time', async () => {
    const evaluator = createEvaluator();
    await evaluator.run('const _ = 1');
    evaluator.define('_', 2);
    expect((await evaluator.run('_ += 1; _')).value).toBe(3);
  });
});
