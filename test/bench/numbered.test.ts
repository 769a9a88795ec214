import { afterAll, describe, expect, it } from 'vitest';
import { createBench, type Outcome } from '../../src/bench/index.js';
import { bytesOfValue } from '../../src/bench/session/limits/value-size.js';
import { showText } from '../../src/show/index.js';

const bench = createBench({ isPrompt: true });
afterAll(() => bench.close());
const value = async (source: string, at = bench) => {
  const outcome: Outcome = await at.run(source);
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
};

describe('Out and In', () => {
  it('are named for the numbered results of another prompt', async () => {
    const fresh = createBench({ isPrompt: true });
    const outcome = await fresh.run('_4');
    expect(outcome.ok ? [] : fresh.adviceOn(outcome.error)).toEqual(['the result of input 4 is Out[4]']);
    await fresh.close();
  });

  it('have results and inputs by the number of the input', async () => {
    await value("const text = 'abc'");
    await value('text.length');
    await value('.vars');
    expect(await value('Out[2]')).toBe(3);
    expect(await value('[Out[1], Out[3], Out[99]]')).toEqual([undefined, undefined, undefined]);
    expect(await value('In[2]')).toBe('text.length');
    expect(showText(await value('.history'), { columns: 80 })).toMatch(/^ *2 +text\.length$/m);
  });

  it('have the numbers that errors name, also after help and commands', async () => {
    const own = createBench({ isPrompt: true });
    for (const source of ['.vars', 'platform?', 'ls', '.time 1 + 1', '1 +']) await own.run(source);
    await own.run("function fails() { throw new Error('x') }");
    for (const source of ['fails()', '.time fails()', 'fails(']) {
      const outcome = await own.run(source);
      const { input } = own.log.events.findLast(({ kind }) => kind === 'input') as { input: number };
      const [inner = '', outer = inner] = own.framesOf(outcome.ok ? undefined : outcome.error);
      if (source !== 'fails(') expect(inner).toMatch(/^at fails \(input-6:1:\d+\)$/);
      expect(outer).toMatch(new RegExp(`^at input-${input}:1:\\d+$`));
      expect(await value(`In[${input}]`, own)).toBe(source);
    }
    await own.close();
  });

  it('are completed with type and input, explained by ?, and are no variables of the user', async () => {
    const { from, items } = await bench.complete('1 + Out[', 8);
    expect(from).toBe(8);
    expect(items).toContainEqual({ text: '2', kind: 'value', detail: 'number · text.length' });
    expect((await bench.complete('In[2', 4)).items[0]).toMatchObject({ detail: 'text.length' });
    expect((await bench.complete("'Out[", 5)).items).toEqual([]);
    expect(showText(await value('Out?'), { columns: 80 })).toContain('latest 200');
    expect(showText(await value('.vars'), { columns: 80 })).not.toMatch(/^Out|^In/m);
  });

  it('contain no secrets of inputs', async () => {
    await value("const token = 'sk-live-8f3k2j1h9d7s6a5f4g3h'");
    expect(JSON.stringify(await value('In'))).not.toContain('8f3k2j1h9d7s');
  });

  it('release large results, and explain how to get them again', async () => {
    const own = createBench({ isPrompt: true });
    await value('Buffer.alloc(50_000_000)', own);
    await value('Buffer.alloc(40_000_000)', own);
    await expect(value('Out[1]', own)).rejects.toThrow(/^Out\[1\] is no longer in memory: .*Run In\[1\] again\.$/);
    expect(await value('Out[2].length', own)).toBe(40_000_000);
    expect(showText(await value('Out', own), { columns: 80 })).not.toContain('1:');
    await own.close();
  });

  it('keep the latest 200 results', async () => {
    const own = createBench({ isPrompt: true });
    for (let n = 1; n <= 201; n += 1) await value(`${n}`, own);
    await expect(value('Out[1]', own)).rejects.toThrow('no longer in memory');
    expect(await value('Out[201]', own)).toBe(201);
    await own.close();
  });

  it('are absent where no one types', async () => {
    const own = createBench();
    await expect(value('Out[1]', own)).rejects.toThrow('Out is not defined');
    await own.close();
  });
});

describe('the size of a value', () => {
  it.each([
    ['a buffer', Buffer.alloc(1_000_000), 1_000_000],
    ['a text', 'x'.repeat(500_000), 1_000_000],
    ['a list', Array.from({ length: 1_000 }, () => 'x'.repeat(500)), 1_000_000],
    ['an object', { a: { b: Buffer.alloc(1_000_000) } }, 1_000_000],
    ['a set', new Set(Array.from({ length: 10_000 }, (_, i) => i)), 1_000_000],
  ])('of %s is estimated within a tenth', (_, one, expected) => {
    expect(bytesOfValue(one) / expected).toBeGreaterThan(0.9);
    expect(bytesOfValue(one) / expected).toBeLessThan(1.1);
  });

  it('runs no code of the value', () => {
    const fail = () => {
      throw new Error('ran');
    };
    const circular: unknown[] = [];
    circular.push(
      circular,
      new Proxy({}, { get: fail, ownKeys: fail }),
      Object.defineProperty({}, 'a', { get: fail, enumerable: true }),
    );
    expect(bytesOfValue(circular)).toBeLessThan(1_000);
  });
});
