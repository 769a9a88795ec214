import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mappedNames } from '../../src/bench/assist/file-suggestions.js';
import { createEvaluator } from '../../src/eval/index.js';

const root = mkdtempSync(join(tmpdir(), 'paths-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
function file(name: string, text: string) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}
file(
  'app/tsconfig.json',
  '{\n  // comments and trailing commas are allowed\n  "extends": "./base.json",\n  "compilerOptions": { "baseUrl": "src", },\n}',
);
file('app/base.json', '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }');
file('app/src/lib/one.ts', "import { two } from '@/two'; export const one: number = two - 1;");
file('app/src/two.ts', 'export const two: number = 2;');
file('app/src/near.ts', 'export const near = true;');
file('app/node_modules/plain/package.json', '{ "name": "plain", "type": "module", "exports": "./m.js" }');
file('app/node_modules/plain/m.js', 'export const plain = true;');
file('none/tsconfig.json', '{ "compilerOptions": {} }');

const evaluate = async (source: string, directory = join(root, 'app')) =>
  (await createEvaluator({ directory }).run(source)).value;

it('imports through paths of tsconfig.json, also in imported files and from a subfolder', async () => {
  expect(await evaluate("import { one } from '@/lib/one'; one")).toBe(1);
  expect(await evaluate("(await import('@/two')).two", join(root, 'app', 'src', 'lib'))).toBe(2);
});

it('imports through baseUrl, and packages as before', async () => {
  expect(await evaluate("import { near } from 'near'; near")).toBe(true);
  expect(await evaluate("import { plain } from 'plain'; plain")).toBe(true);
  expect(await evaluate("typeof (await import('fs')).readFileSync")).toBe('function');
});

it('sees a change of a mapped file', async () => {
  file('app/src/two.ts', 'export const two: number = 22;');
  expect(await evaluate("(await import('@/lib/one')).one")).toBe(21);
});

it('says that a name without a file is not installed', async () => {
  await expect(evaluate("import 'no-such-package'", join(root, 'none'))).rejects.toThrow(
    'no-such-package is not installed here: npm install no-such-package',
  );
});

it('completes the names that tsconfig.json maps to files', async () => {
  const names = async (typed: string) =>
    (await mappedNames(typed, join(root, 'app'))).map(({ text }) => text).toSorted();
  expect(await names('@')).toEqual(['@/']);
  expect(await names('@/')).toEqual(['@/lib/', '@/near', '@/two']);
  expect(await names('@/lib/o')).toEqual(['@/lib/one']);
  expect(await names('./')).toEqual([]);
  expect(await mappedNames('@', join(root, 'none'))).toEqual([]);
});

describe('a module that does not exist', () => {
  const messageOf = (code: string) => evaluate(code).then(String, (error: Error) => error.message);
  file('alias/tsconfig.json', '{ "compilerOptions": { "paths": { "@app/*": ["./src/*"], "~conf": ["./conf.ts"] } } }');
  file('alias/src/menus/two.ts', 'export const two = 2;');

  it.each(['import "SPECIFIER"', 'await import("SPECIFIER")', 'require("SPECIFIER")'])(
    'is not installed, if it is a typo, in %s',
    async (form) => {
      const at = join(root, 'alias');
      const message = (specifier: string) =>
        evaluate(form.replace('SPECIFIER', specifier), at).then(String, (error: Error) => error.message);
      expect(await message('fs/promise')).toBe('Node.js has no module fs/promise. Did you mean node:fs/promises?');
      expect(await message('node:pth')).toBe('Node.js has no module pth. Did you mean node:path?');
      expect(await message('@ap/menus/two')).toBe('there is no module @ap/menus/two. Did you mean @app/menus/two?');
      expect(await message('@app/menus/tow')).toBe(
        'there is no file src/menus/tow, which @app/menus/tow means in tsconfig.json. Did you mean @app/menus/two?',
      );
      expect(await message('no-such-package/part')).toBe(
        'no-such-package is not installed here: npm install no-such-package',
      );
    },
  );

  it('has a package to install, and a module of Node.js with nearly its name', async () => {
    expect(await messageOf('import "crypt"')).toBe(
      'crypt is not installed here: npm install crypt. node:crypto is a module of Node.js.',
    );
  });

  it('is found through the config that the config extends', async () => {
    expect(await messageOf("import '@/none'")).toMatch(/^there is no file src\/none, which @\/none means/);
  });
});
