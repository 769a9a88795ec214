import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

let kernel: RawKernel;
beforeAll(async () => {
  kernel = await startRawKernel();
}, 60_000);
afterAll(() => kernel.kill(), 60_000);

const STEPS = "const bar = display.progress('Calls', 2); bar.step(); bar.step()";

it('a progress bar is a display for a front end that does not load the history of a terminal', async () => {
  await kernel.ask('shell', 'history_request', { hist_access_type: 'tail', n: 500, raw: true, output: false });
  const { outputs, text } = await kernel.run(STEPS);
  expect(new Set(outputs.map(({ type }) => type))).toEqual(new Set(['display_data', 'update_display_data']));
  expect(text).toBe('');
});

it('a progress bar overwrites its line on a terminal, and ends it before other output', async () => {
  await kernel.ask('shell', 'history_request', { hist_access_type: 'tail', n: 1000, raw: true, output: false });
  const lines = async (code: string) =>
    (await kernel.run(code)).text.split('\n').map((line) => line.split('\r').at(-1));
  expect((await kernel.run(STEPS)).text).toMatch(/^Calls ░+ 0 of 2\r(?:Calls .*\r)?Calls █+ 2 of 2\n$/);
  expect(await lines(`${STEPS}; console.log('done')`)).toEqual([expect.stringContaining('2 of 2'), 'done', '']);
  expect(await lines("display.progress('Files').at(5); 1")).toEqual(['Files 5', '']);
  const twoBars = "const a = display.progress('A', 1); const b = display.progress('B', 1); a.step(); b.step()";
  expect(await lines(twoBars)).toEqual([
    ...[/^A .*0 of 1$/, /^B .*0 of 1$/, /^A .*1 of 1$/, /^B .*1 of 1$/].map((line) => expect.stringMatching(line)),
    '',
  ]);
  const shorter = "const c = display.progress('C', 1000); c.at(1000); c.at(7)";
  expect(await lines(shorter)).toEqual([expect.stringMatching(/^C ░+ 7 of 1000 {3}$/), '']);
});
