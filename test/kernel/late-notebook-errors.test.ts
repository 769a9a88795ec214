import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runNotebook } from '../../src/kernel/index.js';

const folder = mkdtempSync(join(tmpdir(), 'late-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function unhandledIn(...sources: string[]) {
  const file = join(folder, 'late.ipynb');
  const cells = sources.map((source) => ({
    cell_type: 'code',
    execution_count: null,
    metadata: {},
    outputs: [],
    source,
  }));
  writeFileSync(file, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
  return (await runNotebook(file, { env: { ...process.env, PATCHBAY_STATE_DIR: folder } })).unhandled;
}

it('reports an error in a timer that fires after the last cell, with the cell that started the timer', async () => {
  expect(await unhandledIn("setTimeout(() => { throw new Error('late') }, 60)", '1')).toEqual([
    { cell: 1, text: 'Uncaught exception: Error: late' },
  ]);
});

it('reports a rejection while a later cell runs, with the cell that started it', async () => {
  expect(
    await unhandledIn(
      "const wait = (ms: number) => new Promise((done) => setTimeout(done, ms)); void wait(20).then(() => { throw new Error('lost') })",
      'await wait(80)',
    ),
  ).toEqual([{ cell: 1, text: 'Unhandled rejection: Error: lost' }]);
});

it('does not wait for ever for a timer that repeats', async () => {
  expect(await unhandledIn('setInterval(() => {}, 5)', '1')).toEqual([]);
});
