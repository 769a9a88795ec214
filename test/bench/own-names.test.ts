import { afterAll, describe, expect, it } from 'vitest';
import { PRELOADED } from '../../src/assist/inspect/preloaded.js';
import { createBench } from '../../src/bench/index.js';

const OURS = ['platform', ...Object.keys(PRELOADED).filter((name) => !name.includes('.'))];
const fresh = createBench();
const declared = createBench();
afterAll(() => Promise.all([fresh.close(), declared.close()]));
for (const name of OURS) await declared.run(`const ${name} = { journal: 1, tools: [], queues: { list: 1 } }`);

/** Runs an input. Returns what the prompt shows under it. */
async function hints(bench: typeof fresh, source: string): Promise<string[]> {
  const before = bench.log.events.length;
  const outcome = await bench.run(source);
  const notices = bench.log.events.slice(before).flatMap((one) => (one.kind === 'notice' ? [one.text] : []));
  return [...(outcome.ok ? [] : bench.adviceOn(outcome.error)), ...notices];
}
const offers = async (bench: typeof fresh, source: string) => (await bench.complete(source, source.length)).items;

describe('a variable of the user with the name of a preloaded object', () => {
  const wrong = [
    ['sandbox.journal()', 'is a property'],
    ['agent.tools()', 'is a property'],
    ['registry.add_skill()', 'agent.add_skill'],
    ["sandbox.ring('+12065550100').steps", 'is a promise'],
    ['platform.queues.list().data', 'is a promise'],
    ['platform.calling.dail()', 'platform.calling.dial'],
    ['platform.messages.send()', 'compat.messages'],
    ['platform.queues.list', 'call it'],
    ['for (const one of await platform.queues.list({})) one', 'the rows are in'],
  ] as const;
  it.each(wrong)('gets no hint about ours: %s', async (source, part) => {
    const [ours, own] = [await hints(fresh, source), await hints(declared, source)];
    // The hint exists for the preloaded object, so the comparison can fail.
    expect(ours.join('\n')).toContain(part);
    expect(own.join('\n')).not.toContain(part);
  });

  it.each(OURS)('gets its own members and no signature of ours: %s', async (name) => {
    const own = await offers(declared, `${name}.`);
    expect(own.map(({ text }) => text)).toEqual(['journal', 'tools', 'queues']);
    expect(own.filter(({ doc }) => doc !== undefined)).toEqual([]);
    for (const member of name === 'platform' ? ['queues.list'] : Object.keys(PRELOADED[name]?.members ?? {}))
      expect(
        await declared.signature(`${name}.${member}(`, name.length + member.length + 2)?.signature,
      ).toBeUndefined();
  });

  it('is one only after the declaration, and a parameter only in its function', async () => {
    expect((await offers(fresh, 'sandbox.')).map(({ text }) => text)).toContain('ring');
    expect(await hints(fresh, '((sandbox) => sandbox.journal())({ journal: 1 })')).toEqual([]);
  });
});
