import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';

const folder = mkdtempSync(join(tmpdir(), 'source-'));
let bench: Bench;
beforeAll(async () => {
  writeFileSync(join(folder, 'own.ts'), '// own\nexport const far = (n: number): number =>\n  n + 1;\n');
  bench = createBench({ directory: folder });
  await bench.run("import { far } from './own.js'");
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

async function shown(source: string): Promise<string> {
  const outcome = await bench.run(source);
  return outcome.ok ? showText(outcome.value, { columns: 80 }) : `! ${(outcome.error as Error).message}`;
}

it('f?? shows the source of a function as it was typed, with its input and line', async () => {
  await bench.run('let before = 1\nfunction add(a: number, b: number): number {\n  return a + b;\n}');
  const text = await shown('add??');
  expect(text).toMatch(/^add\(a, b\)\nA function\.\n[\s\S]*\nSource · input-\d+:2\n/);
  expect(text).toContain('function add(a: number, b: number): number {\n');
  expect(await shown('add?')).not.toContain('Source');
});

it('f?? names the file and the line of an imported function', async () => {
  expect(await shown('far??')).toContain(`Source · ${join(folder, 'own.ts')}:2\n`);
  expect(await shown('far??')).toContain('n + 1');
});

it('f?? of a function without a source, and of a value, shows the help', async () => {
  expect(await shown('Math.max??')).toContain('The source is native code.');
  await bench.run('const bound = (() => 1).bind(null), plain = 1');
  expect(await shown('bound??')).toContain('The source is native code.');
  expect(await shown('plain??')).toBe(await shown('plain?'));
});

it('f?? of a long function shows the first lines, and runs no code of a class', async () => {
  await bench.run(`const long = () => [${'\n1,'.repeat(100)}]`);
  expect(await shown('long??')).toMatch(/… 41 more lines$/);
  await bench.run('var ran = 0; class Own { static get name() { return ++ran } static { ran = 0 } }');
  expect(await shown('Own??')).toContain('static get name');
  expect(await bench.run('ran')).toEqual({ ok: true, value: 0 });
});
