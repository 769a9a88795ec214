import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createEvaluator, userStack } from '../../src/eval/index.js';

const directory = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, text: string) {
  mkdirSync(dirname(join(directory, name)), { recursive: true });
  writeFileSync(join(directory, name), text);
}
file('near.mjs', 'export let count = 0; export const more = () => ++count;');
file(
  'typed.ts',
  'import { two } from "./deeper.js"; export enum One { A = 1 } export const sum: number = One.A + two;',
);
file('deeper.ts', 'export const two: number = 2;');
file('lib/h.ts', 'import { two } from "../deeper"; export const hi: string = "hi " + two;');
file('lib/index.ts', 'export { hi } from "./h"; export const folder: boolean = true;');
file('broken.ts', 'export const a: = 1;');
file(
  'view.tsx',
  'const React = { createElement: (...all: unknown[]) => all }; export const made: string = (<b>x</b>).join("-");',
);
file('data.json', '{ "a": 1 }');
file(
  'node_modules/only-esm/package.json',
  '{ "name": "only-esm", "type": "module", "exports": { "import": "./m.js" } }',
);
file('node_modules/only-esm/m.js', 'export const esm = true; export default class Only {}');
file('node_modules/old-cjs/package.json', '{ "name": "old-cjs", "main": "m.js" }');
file(
  'node_modules/old-cjs/m.js',
  'const all = {}; for (const name of ["hidden"]) all[name] = 1; module.exports = all;',
);

const evaluate = async (source: string) => (await createEvaluator({ directory }).run(source)).value;

describe('imports', () => {
  it('resolves packages and files from the directory, including ESM-only packages', async () => {
    expect(await evaluate('import Only, { esm } from "only-esm"; [Only.name, esm]')).toEqual(['Only', true]);
    expect(await evaluate('(await import("only-esm")).esm')).toBe(true);
    expect(await evaluate('import data from "./data.json" with { type: "json" }; data.a')).toBe(1);
    expect(await evaluate('require("./data.json").a')).toBe(1);
  });

  it.each(['main.cjs', 'main.cts'])('gives the script %s the names of CommonJS', async (name) => {
    const filename = join(directory, name);
    const evaluator = createEvaluator({ directory, globals: { found: {} } });
    const source = `const { deep } = { deep: require('./data.json').a };
      module.exports = { deep };
      Object.assign(found, { isMain: require.main === module, deep, __filename, __dirname, first: typeof exports });`;
    await evaluator.run(source, { script: true, filename });
    const { value } = await evaluator.run('[found, module.exports]');
    const found = { isMain: true, deep: 1, __filename: filename, __dirname: directory, first: 'object' };
    expect(value).toEqual([found, { deep: 1 }]);
  });

  it('loads TypeScript files with the ending .ts or .js', async () => {
    expect(await evaluate('import { sum } from "./typed.ts"; sum')).toBe(3);
    expect(await evaluate('(await import("./deeper.js")).two')).toBe(2);
  });

  it('resolves TypeScript files and folders without an ending, like bundlers', async () => {
    expect(await evaluate('import { hi } from "./lib/h"; hi')).toBe('hi 2');
    expect(await evaluate('import { folder } from "./lib"; folder')).toBe(true);
    expect(await evaluate('import { made } from "./view"; made')).toBe('b--x');
    expect(await evaluate('require("./lib/h.ts").hi')).toBe('hi 2');
  });

  it('names the input or file that imports a missing module', async () => {
    await expect(evaluate('import "./absent"')).rejects.toThrow(/Cannot find module '.*absent' imported from input-1$/);
    await expect(evaluate('require("./absent")')).rejects.toThrow(/^(?!.*\[patchbay\])/s);
  });

  it.each(['import "./broken.ts"', 'require("./broken.ts")'])(
    'reports a file with a syntax error: %s',
    async (source) => {
      const error = await evaluate(source).catch((thrown) => thrown);
      expect(error).toMatchObject({ name: 'SyntaxError', message: 'Unexpected "="', line: 1, column: 17 });
      expect(userStack(error)).toEqual([`at ${join(directory, 'broken.ts')}:1:17`]);
    },
  );

  it('binds live and read-only names, as in a module', async () => {
    const evaluator = createEvaluator({ directory });
    await evaluator.run('import { count, more } from "./near.mjs"; more(); more()');
    expect((await evaluator.run('count')).value).toBe(2);
  });

  it('finds exports of a CommonJS module that Node does not detect', async () => {
    expect(await evaluate('import { hidden } from "old-cjs"; hidden')).toBe(1);
    await expect(evaluate('import { other } from "old-cjs"')).rejects.toThrow(
      "does not provide an export named 'other'",
    );
  });

  it('lets importModule override static and dynamic imports', async () => {
    const importModule = (specifier: string) => (specifier === 'made-up' ? { default: 1, named: 2 } : undefined);
    const evaluator = createEvaluator({ importModule });
    expect((await evaluator.run('import one, { named } from "made-up"; [one, named]')).value).toEqual([1, 2]);
    expect((await evaluator.run('(await import("made-up")).named')).value).toBe(2);
    expect((await evaluator.run('(await import("node:path")).sep')).value).toBe('/');
    await expect(evaluator.run('import { absent } from "made-up"')).rejects.toThrow('no');
  });
});

describe('a script', () => {
  const filename = join(directory, 'script.ts');
  const run = (source: string) => createEvaluator().run(source, { script: true, filename });

  it('can have exports and import.meta, and has no value', async () => {
    const evaluator = createEvaluator();
    const source = [
      '#!/usr/bin/env patchbay',
      'import { more } from "./near.mjs";',
      'export { basename } from "node:path";',
      'export * from "node:os";',
      'export const a: string = import.meta.filename;',
      'export function f() { return import.meta.url }',
      'export default class Named {}',
      'const local = 1; export { local };',
      'export type T = string;',
      '7',
    ];
    expect((await evaluator.run(source.join('\n'), { script: true, filename })).value).toBeUndefined();
    expect((await evaluator.run('[a, f(), Named.name, local, typeof more]')).value).toEqual([
      filename,
      `file://${filename}`,
      'Named',
      1,
      'function',
    ]);
  });

  it.each(['export default 5', 'export default function () {}', 'export default class {}', 'export default () => 1'])(
    'takes %j',
    async (source) => expect((await run(source)).value).toBeUndefined(),
  );

  it('awaits its last expression', async () => {
    await expect(run('const main = async () => { await 0; throw new Error("late") };\nmain()')).rejects.toThrow('late');
  });
});

describe('an edited file', () => {
  const read = async (source: string) => (await shared.run(source)).value;
  const shared = createEvaluator({ directory });

  it.each(['edited.ts', 'edited.mjs', 'edited.js', 'edited.tsx', 'edited.jsx'])('is loaded again: %s', async (name) => {
    for (const value of [1, 2, 3]) {
      file(`new/${name}`, `export const value = ${value};`);
      expect(await read(`import { value } from './new/${name}'; value`)).toBe(value);
      expect(await read(`(await import('./new/${name}')).value`)).toBe(value);
    }
  });

  it('is loaded again by the files that import it, and the others keep their state', async () => {
    const names = 'import { top } from "./graph/top"; import { Kept, kept } from "./graph/kept.ts"; [top, Kept, kept]';
    file(
      'graph/top.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file
      'import { middle } from "./middle.js"; import { kept } from "./kept"; kept.count++; export const top = `top ${middle}`;',
    );
    file(
      'graph/middle.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file
      'import { leaf } from "./leaf.ts"; import "./top.ts"; export const middle = `of ${leaf()}`;',
    );
    file('graph/leaf.ts', 'export const leaf = () => "one";');
    file('graph/kept.ts', 'export class Kept {} export const kept = { count: 0 };');
    const [top, Kept, kept] = (await read(names)) as [string, object, { count: number }];
    expect([top, kept.count]).toEqual(['top of one', 1]);
    expect(await read(names)).toEqual([top, Kept, kept]);
    expect(kept.count).toBe(1);
    file('graph/leaf.ts', 'export const leaf = () => "two";');
    const [next, sameClass, sameState] = (await read(names)) as [string, object, { count: number }];
    expect([next, sameState.count]).toEqual(['top of two', 2]);
    expect(sameClass).toBe(Kept);
    expect(sameState).toBe(kept);
  });

  it('is loaded again after an error in it, or in a file that was missing', async () => {
    file('fixed/a.ts', 'import { b } from "./b.ts"; export const a = b;');
    await expect(read('import { a } from "./fixed/a.ts"')).rejects.toThrow('Cannot find module');
    file('fixed/b.ts', 'export const b = ;');
    await expect(read('import { a } from "./fixed/a.ts"')).rejects.toThrow('Unexpected');
    file('fixed/b.ts', 'export const b = 5;');
    expect(await read('import { a } from "./fixed/a.ts"; a')).toBe(5);
  });

  it('has its own name in a stack', async () => {
    file('stack/throws.ts', 'export const boom = () => { throw new Error("first") };');
    await read('import { boom } from "./stack/throws.ts"');
    file('stack/throws.ts', '\nexport const boom = () => { throw new Error("second") };');
    const error = await read('import { boom } from "./stack/throws.ts"; boom()').then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.message).toBe('second');
    expect(userStack(error)[0]).toMatch(/^at boom \(file:.*\/stack\/throws\.ts:\d+:\d+\)$/);
  });
});

it('explains where JSX works', async () => {
  const says = 'Write JSX in a .tsx file that begins with import React from "react", and install react';
  await expect(evaluate('const el = <b>5</b>')).rejects.toThrow(`JSX does not work here. ${says}`);
  file('no-react.tsx', 'export const el = <b>5</b>;');
  await expect(evaluate('import { el } from "./no-react.tsx"')).rejects.toThrow(`React is not defined. ${says}`);
  await expect(evaluate('const a: number = ;')).rejects.toThrow('Unexpected ";"');
});

describe('an error in a file', () => {
  /** Compiling removes the lines of the types and the comment. */
  const failing = (name: string, comments = 1) =>
    file(
      name,
      `interface Given { readonly a: number }
type Other = { b: string };

${'// a comment\n'.repeat(comments)}export function fail(given: Given): never {
  const other: Other = { b: 'x' };
  throw new Error(other.b + given.a);
}
`,
    );
  const framesOf = async (source: string) =>
    createEvaluator({ directory })
      .run(source)
      .then(
        () => [],
        (error) => userStack(error).map((frame) => frame.replace(pathToFileURL(directory).href, directory)),
      );

  it.each(['fail.ts', 'fail.mts', 'fail.tsx'])('has the line and column of the source: %s', async (name) => {
    failing(name);
    const [own] = await framesOf(`import { fail } from './${name}'; fail({ a: 1 })`);
    expect(own).toBe(`at fail (${join(directory, name)}:7:9)`);
    // Compiled again, with other lines.
    failing(name, 3);
    const [again] = await framesOf(`import { fail } from './${name}'; fail({ a: 1 })`);
    expect(again).toBe(`at fail (${join(directory, name)}:9:9)`);
  });

  it('has the line and column of the source after require', async () => {
    failing('required.ts');
    const [own] = await framesOf("require('./required.ts').fail({ a: 1 })");
    expect(own).toMatch(/required\.ts:7:9\)$/);
  });
});
