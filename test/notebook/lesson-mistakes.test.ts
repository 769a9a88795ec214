import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { codeCells, readNotebook } from '../../src/kernel/run/notebook-file.js';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';
import { MISTAKES } from './lesson-mistakes.js';

const USER = { onInput: () => '' };
const inspected = { code: 'Math.max', cursor_pos: 8, detail_level: 0 };

/** Runs a cell as a user. Returns all that the user reads, also the warning of the compiler, in one line. */
async function read(kernel: RawKernel, code: string): Promise<string> {
  kernel.late.length = 0;
  const { outputs } = await kernel.run(code, USER);
  await kernel.ask('shell', 'inspect_request', inspected); // answered after the warning
  return [...outputs, ...kernel.late]
    .map((one: Readonly<Record<string, unknown>>) => {
      const { 'text/plain': text } = Object(one.data) as Readonly<Record<string, unknown>>;
      return one.text ?? text ?? (one.traceback as readonly string[] | undefined)?.join('\n') ?? '';
    })
    .join('\n')
    .replace(/\x1b\[[\d;]*m/g, '')
    .replace(/\s+/g, ' ');
}

it('has at least 12 mistakes in each lesson', () => {
  for (const mistakes of Object.values(MISTAKES)) expect(mistakes.length).toBeGreaterThanOrEqual(12);
});

it.each(Object.entries(MISTAKES))(
  'explains the mistakes of a beginner in %s',
  async (lesson, mistakes) => {
    const file = resolve('notebooks', `${lesson}.ipynb`);
    const cells = codeCells(readNotebook(file));
    const kernel = await startRawKernel({ env: { PATCHBAY_TYPES: 'warn', JPY_SESSION_NAME: file } });
    try {
      await kernel.run(`process.chdir(${JSON.stringify(resolve('notebooks'))})`);
      const unexplained: string[] = [];
      let ran = 0;
      for (const [before, code, hint] of mistakes) {
        for (; ran < (before === 'all' ? cells.length : before); ran++) await kernel.run(cells[ran] ?? '', USER);
        const shown = await read(kernel, code);
        if (!shown.includes(hint.replace(/\s+/g, ' ')))
          unexplained.push(`${code}\n  expected: ${hint}\n  shown: ${shown}`);
      }
      expect(unexplained).toEqual([]);
    } finally {
      await kernel.kill();
    }
  },
  180_000,
);
