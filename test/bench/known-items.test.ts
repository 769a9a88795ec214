import { afterAll, describe, expect, it } from 'vitest';
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

describe('where a number rings, only numbers of the account are offered', () => {
  const OTHERS = ['+12065550123', '+12065550199'];
  const places = ['.route ', '.route +1', '.sandbox ring ', '.sandbox ring +', "sandbox.ring('", 'await sandbox.ring('];
  const valuesIn = (items: readonly string[]) => items.flatMap((text) => /\+\d+/.exec(text) ?? []);

  it.each(places)('in the completions and the picker after %s', async (before) => {
    await bench.run(`await platform.calling.dial({ from: '+12065550100', to: '${OTHERS[0]}', url: 'https://example.com/' });
await platform.compat.messages.create({ From: '+12065550100', To: '${OTHERS[1]}', Body: 'a' });
await platform.compat.messages.list(); await platform.logs.voice.list()`);
    const all = bench.knownItems().map(({ value }) => value);
    expect(all).toEqual(expect.arrayContaining(OTHERS));
    const { value } = (await bench.run('(await platform.phone_numbers.list()).data.map((one) => one.number)')) as {
      value: string[];
    };
    const completed = valuesIn((await bench.complete(before, before.length)).items.map(({ text }) => text));
    const picked = bench.knownItems(before).map((one) => one.value);
    expect([...completed].sort()).toEqual([...value].sort());
    expect([...picked].sort()).toEqual([...value].sort());
  });

  it.each(['.ids ', "sandbox.story('", 'const a = ', '.route +1 '])('all are picked after %s', (before) =>
    expect(bench.knownItems(before)).toEqual(bench.knownItems()),
  );

  it('not in a call of a variable with the name of ours', async () => {
    const own = createBench({ isPrompt: true });
    await own.run('const sandbox = { ring: (a) => a }');
    const source = "sandbox.ring('";
    expect([(await own.complete(source, source.length)).items, own.knownItems(source)]).toEqual([[], own.knownItems()]);
    await own.close();
  });
});
