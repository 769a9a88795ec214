import { afterAll, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';

const bench = createBench({ isPrompt: true });
afterAll(() => bench.close());
const shown = async (source: string) => {
  const outcome = await bench.run(source);
  return outcome.ok ? showText(outcome.value, { columns: 100 }) : String(outcome.error);
};

it('.ids lists what the session has seen first, then the sandbox, and sends no request', async () => {
  const before = await shown('.ids');
  expect(before).toMatch(/^ *\+12065550100 +number · Front desk$/m);
  const { value } = (await bench.run("(await platform.queues.create({ name: 'night shift' })).id")) as {
    value: string;
  };
  const sent = bench.log.events.filter(({ kind }) => kind === 'http').length;
  expect(await shown('.ids')).toMatch(new RegExp(`^ *${value} +queue · night shift`));
  expect(await shown('.ids ngtsh')).toContain(value);
  expect(await shown('.ids no-such-thing')).toMatch(/^No id resembles no-such-thing\. \d+ ids: \.ids$/);
  expect(bench.log.events.filter(({ kind }) => kind === 'http')).toHaveLength(sent);
  expect(new Set(bench.knownItems().map((one) => one.value)).size).toBe(bench.knownItems().length);
  expect((await bench.complete('.ids +1206', 10)).items.map(({ text }) => text)).toContain('+12065550100');
});
