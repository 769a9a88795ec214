import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createBench } from '../../src/bench/index.js';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^( *)```ts\n([\s\S]*?)^ *```/gm)].map(([, , code]) => code as string);
const isProgram = (block: string) => block.startsWith('import ');
const session = blocks.filter((block) => !isProgram(block));
const [replay, library] = blocks.filter(isProgram);

afterEach(() => vi.unstubAllEnvs());

it('shows inputs that work, one after the other', async () => {
  const bench = createBench();
  const lines = session.flatMap((block) => block.split('\n').map((line) => line.trim())).filter(Boolean);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines)
    expect([line, await bench.run(line)]).toEqual([line, expect.objectContaining({ ok: true })]);
  await bench.close();
});

it('shows a program that works', async () => {
  for (const name of ['PLATFORM_PROJECT_ID', 'PLATFORM_API_TOKEN', 'PLATFORM_SPACE']) vi.stubEnv(name, 'space.example');
  const bench = createBench({ directory: root });
  expect(await bench.run(`${library}\nawait simulated.queues.list()`)).toMatchObject({
    ok: true,
    value: { data: expect.any(Array) },
  });
  await bench.close();
});

it('shows a replay that works', async () => {
  const bench = createBench({ directory: root });
  const code = replay?.replace("'fixtures/", `'${join(root, 'fixtures')}/`);
  expect(await bench.run(code as string)).toMatchObject({ ok: true, value: { status: 200 } });
  await bench.close();
});
