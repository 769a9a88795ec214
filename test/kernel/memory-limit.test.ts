import { expect, it, vi } from 'vitest';
import { startRawKernel } from '../support/raw-kernel.js';

// Each test starts a kernel. The duration of the start is not under test.
vi.setConfig({ testTimeout: 120_000 });
const start = () => startRawKernel({ flags: ['--memory=400'] });

const OBJECTS = ['objects', 'const all: unknown[] = []; for (;;) all.push(new Array(1e5).fill(1.5))'];
const OUTSIDE_THE_HEAP = [
  ['buffers', 'const all: unknown[] = []; for (;;) all.push(Buffer.alloc(1e7, 1))'],
  ['the buffers of a loop that awaits', 'const all = []; for (;;) { all.push(Buffer.alloc(1e7, 1)); await null }'],
  ['a native call', 'const all = new Float64Array(1e8).fill(1); for (;;) {}'],
  [
    'a timer',
    'const all: unknown[] = []; setInterval(() => all.push(Buffer.alloc(1e7, 1)), 1); await new Promise(() => {})',
  ],
];
it.each([OBJECTS, ...OUTSIDE_THE_HEAP])(
  'a cell that fills the memory with %s names the limit before the kernel ends',
  async (_, code) => {
    const kernel = await start();
    const { reply, outputs } = await kernel.run(`console.log('before'); ${code}`);
    const evalue = expect.stringMatching(
      /^The kernel used \d+ MB of memory\. Its limit is 400 MB\. It used \d+ MB when this cell started\. .*--memory 800$/,
    );
    expect(reply).toMatchObject({ status: 'error', ename: 'MemoryLimit', evalue });
    expect(outputs).toMatchObject([{ text: 'before\n' }, { type: 'error', evalue }]);
    expect(await kernel.exited).toBe('SIGKILL');
    expect(kernel.stderr).toContain('Its limit is 400 MB');
    await kernel.kill();
  },
);

it('a cell that creates much garbage does not reach the limit', async () => {
  const kernel = await start();
  const code =
    'let last; for (let i = 0; i < 150; i++) { last = new Array(1e6).fill(i + 0.5); await new Promise(setImmediate) } last[0]';
  expect((await kernel.run(code)).outputs).toMatchObject([{ data: { 'text/plain': '149.5' } }]);
  await kernel.kill();
});
