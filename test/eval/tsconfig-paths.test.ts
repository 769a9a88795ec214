import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
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
  await expect(evaluate("import '@/none'")).rejects.toThrow('@/none');
  await expect(evaluate("import 'no-such-package'", join(root, 'none'))).rejects.toThrow(
    'no-such-package is not installed here: npm install no-such-package',
  );
});
