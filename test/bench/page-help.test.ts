import { afterAll, beforeEach, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';

const bench = createBench();
afterAll(() => bench.close());
const textOf = async (source: string): Promise<string> => {
  const outcome = await bench.run(source);
  return outcome.ok
    ? showText(outcome.value, { columns: 80, colour: false })
    : String((outcome.error as Error).message);
};
beforeEach(() => bench.run('[1, 2, 3]'));

it.each(['.help swml', 'agent?', '.help'])('.page shows the long output of %s again', async (source) => {
  const shown = await textOf(source);
  expect(shown.split('\n').length).toBeGreaterThan(20);
  expect(await textOf('.page')).toBe(shown);
  expect(await textOf('.more')).toBe('the last output was shown to its end. .page shows it in the pager');
  await bench.run('[4, 5]');
  expect(await textOf('.page')).toBe('[ 4, 5 ]');
});

it('.page shows the last value after a short output', async () => {
  await bench.run('.sandbox clock');
  expect(await textOf('.page')).toBe('[ 1, 2, 3 ]');
});
