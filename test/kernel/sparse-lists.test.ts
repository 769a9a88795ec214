import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';

// A kernel of its own: one that walks such a list answers nothing else.
let kernel: RawKernel;
beforeAll(async () => {
  kernel = await startRawKernel();
}, 60_000);
afterAll(() => kernel.kill(), 60_000);

it.each([
  ['new Array(3)', '[ <3 empty items> ]'],
  ['[,]', '[ <1 empty item> ]'],
  ["[{ id: 'a', name: 'b' }, , { id: 'c' }]", "[ { id: 'a', name: 'b' }, <1 empty item>, { id: 'c' } ]"],
  ['new Array(1e9)', '[ <1000000000 empty items> ]'],
  ["Object.assign([{ id: 'a' }], { length: 1e9 })", "[ { id: 'a' }, <999999999 empty items> ]"],
])('shows a list with holes as text, without a walk over them: %s', async (code, text) => {
  const { outputs } = await kernel.run(code);
  expect(outputs).toMatchObject([{ type: 'execute_result', data: { 'text/plain': text } }]);
});
