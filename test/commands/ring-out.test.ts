import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';

const folder = mkdtempSync(join(tmpdir(), 'ring-out-'));
const bench = createBench({ directory: folder });
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

async function shown(command: string, columns = 100): Promise<string> {
  const outcome = await bench.run(command);
  return outcome.ok ? showText(outcome.value, { columns }) : String(outcome.error);
}

const file = join(folder, 'reminder.yaml');
writeFileSync(
  file,
  `sections:
  main:
    - prompt: { play: "say:Press 1 to confirm.", max_digits: 1 }
    - hangup
`,
);

it('calls a number from the prompt, and shows what the called party did', async () => {
  const answered = await shown(`.sandbox ring --document ${file} --to +15035550100 --digits 1`);
  expect(answered).toMatch(/^\+\d+, a sample number, calls \+15035550100\n/);
  expect(answered).toMatch(/\+15035550100 +answers after 0\.9 s\n[\s\S]*the called party pressed 1/);
});

it('gives the called party an outcome, beside its other answers', async () => {
  const given = `--to +15035550100 --outcome busy --answers '{"+15035550100":{"after":3}}'`;
  expect(await shown(`.sandbox ring +12065550100 ${given}`)).toMatch(/is busy after 3 s\n +end +not answered \(busy\)/);
});

it('fits into 40 columns', async () => {
  const lines = (await shown('.sandbox ring +12065550100 --to +15035550100 --outcome no_answer', 40)).split('\n');
  expect(lines.filter((line) => line.length > 39 && !line.includes('https://'))).toEqual([]);
});

it('refuses an outcome without a called party, and one that does not exist', async () => {
  expect(await shown('.sandbox ring +12065550100 --outcome busy')).toContain('--outcome needs --to NUMBER');
  expect(await shown('.sandbox ring +12065550100 --to +15035550100 --outcome bussy')).toContain('Did you mean busy?');
});
