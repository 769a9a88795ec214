import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'sandbox.md'), 'utf8');
const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];

it('shows an example that returns the value in its comment', async () => {
  const bench = createBench({ directory: root });
  const [, value] = /\/\/ '(\w+)'\n$/.exec(example) ?? [];
  expect(await bench.run(example)).toMatchObject({ ok: true, value });
  await bench.close();
});

it('shows commands and expressions that control the sandbox', async () => {
  const bench = createBench({ directory: root });
  const rows = [...page.matchAll(/^\| `(\.sandbox [^`]+)` \| `([^`]+)` \|/gm)];
  expect(rows.length).toBe(6);
  await bench.run("const number = '+12065550100'");
  for (const [, command = '', expression = ''] of rows) {
    const input = command.replace('NUMBER', '+12065550100');
    expect([input, await bench.run(input)]).toEqual([input, expect.objectContaining({ ok: true })]);
    expect([expression, await bench.run(expression)]).toEqual([expression, expect.objectContaining({ ok: true })]);
  }
  await bench.close();
});
