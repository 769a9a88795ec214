import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { printClient } from '../../scripts/print-types/print-client.js';
import { operations } from '../../src/client/index.js';
import { compile } from '../support/compile.js';

const folder = mkdtempSync(join(import.meta.dirname, '..', '..', 'node_modules', '.exact-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { names, right, typos } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'support', 'consumer-calls.json'), 'utf8'),
) as Record<'names' | 'right' | 'typos', string[]>;
const head = `import { extra, PhoneCallHandler, RestClient } from './printed.js';\n${names.join('\n')}\nvoid [extra, PhoneCallHandler];\n`;
const first = head.split('\n').length;
writeFileSync(join(folder, 'printed.d.ts'), printClient(operations));
for (const [file, calls] of [
  ['right.ts', right],
  ['typos.ts', typos],
] as const)
  writeFileSync(join(folder, file), head + calls.map((call) => `void (${call});\n`).join(''));
const errors = compile(folder, ['right.ts', 'typos.ts'], { exactOptionalPropertyTypes: true });
/** The expressions of a file that do not compile. */
const refused = (file: string, calls: readonly string[]) => {
  const lines = new Set(errors.filter((one) => one.file === file).map(({ line }) => line - first));
  return calls.filter((_, index) => lines.has(index));
};

it('rejects each of at least 40 calls and reads with a misspelt name', () => {
  expect(typos.length).toBeGreaterThanOrEqual(40);
  expect(typos.filter((call) => !refused('typos.ts', typos).includes(call))).toEqual([]);
});

it('accepts at least 40 right calls and reads, also with exactOptionalPropertyTypes', () => {
  expect(right.length).toBeGreaterThanOrEqual(40);
  expect(errors.filter(({ file }) => file === 'right.ts')).toEqual([]);
});
