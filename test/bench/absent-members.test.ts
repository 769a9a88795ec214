import { afterAll, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';

const bench = createBench();
afterAll(() => bench.close());

async function notices(source: string): Promise<string[]> {
  const before = bench.log.events.length;
  const outcome = await bench.run(source);
  expect(outcome.ok, source).toBe(true);
  return bench.log.events.slice(before).flatMap((one) => (one.kind === 'notice' ? [one.text] : []));
}

await bench.run('var page = await platform.queues.list(); var own = { a: 1 }; var many = [1, 2]');

it.each([
  ['sandbox.help', 'sandbox has no help. To list its members, type sandbox?'],
  ['sandbox.numbers', 'sandbox has no numbers'],
  ['sandbox.faults.zzzz', 'sandbox.faults has no zzzz'],
  ['agent.zzzz', 'agent has no zzzz'],
  ['platform.zzzz', 'platform has no zzzz. To list its members, type platform?'],
  ['platform.queues.zzzz', 'platform.queues has no zzzz'],
  ['page.data[99]', 'so it has no [99]'],
  ['many[2]', 'many has 2 items, so it has no [2]'],
  ['sandbox.ring', 'sandbox.ring is a function. To see how to call it, type sandbox.ring?'],
  ['sandbox.calls', 'call it: sandbox.calls()'],
  ['agent.list_skills', 'call it: agent.list_skills()'],
  ['sandbox.clock.now', 'call it: sandbox.clock.now()'],
])('%s: %s', async (source, text) => expect((await notices(source)).join('\n')).toContain(text));

it.each(['own.b', 'own', 'many[1]', 'undefined', 'sandbox.inbox', 'agent.document.name', '[][0]'])(
  '%s has no such notice',
  async (source) => expect((await notices(source)).join('\n')).not.toMatch(/has no|is a function|call it/),
);

it('explains no members of an own object with the name of a preloaded one', async () => {
  await bench.run('var agent = { hello() {} }');
  expect(await notices('agent.zzzz')).toEqual([]);
  expect(await notices('agent.hello')).toEqual([]);
});
