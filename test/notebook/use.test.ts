import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUse } from '../../src/notebook/use.js';

function fakeBench() {
  const modes: unknown[] = [];
  const seeds: unknown[] = [];
  const sandbox = {
    reset: ({ seed, ownNumbers }: { seed: number; ownNumbers?: boolean }) =>
      void seeds.push(ownNumbers ? [seed, ownNumbers] : seed),
  };
  const use = async (mode: unknown) => void modes.push(mode);
  return { modes, seeds, whereRequestsGo: 'somewhere', use, globals: { sandbox } };
}

describe('use', () => {
  it('replays a file relative to the notebook, and returns the mode', async () => {
    const bench = fakeBench();
    expect(await createUse(bench, { mayGoLive: false })({ replay: '../fixtures/a.yaml' })).toBe('somewhere');
    expect(bench.modes).toEqual([{ kind: 'replay', file: resolve('../fixtures/a.yaml') }]);
  });

  it('switches back to the sandbox', async () => {
    const bench = fakeBench();
    await createUse(bench, { mayGoLive: false })('sandbox');
    expect(bench.modes).toEqual([{ kind: 'sandbox' }]);
  });

  it('starts the sandbox again with a seed', async () => {
    const bench = fakeBench();
    await createUse(bench, { mayGoLive: false })('sandbox', { seed: 7 });
    expect([bench.modes, bench.seeds]).toEqual([[{ kind: 'sandbox' }], [7]]);
    await createUse(bench, { mayGoLive: false })('sandbox', { seed: 7, ownNumbers: true });
    expect(bench.seeds).toEqual([7, [7, true]]);
  });

  it.each([
    ['sandbox', { sed: 7 }, 'unknown option "sed". Use seed'],
    ['sandbox', { ownNumbers: true }, 'ownNumbers must be true or false, with a seed'],
    ['sandbox', { seed: 7, ownNumbers: 1 }, 'ownNumbers must be true or false, with a seed'],
    ['sandbox', { seed: 1.5 }, 'must be a whole number'],
    [{ replay: 'a.yaml' }, { seed: 7 }, "only 'sandbox' has a seed"],
  ] as const)('refuses %j with %j, and changes nothing', async (where, options, message) => {
    const bench = fakeBench();
    await expect(createUse(bench, { mayGoLive: false })(where, options as never)).rejects.toThrow(message);
    expect([bench.modes, bench.seeds]).toEqual([[], []]);
  });

  it('does not let a notebook grant itself the network', async () => {
    const bench = fakeBench();
    await expect(createUse(bench, { mayGoLive: false })('live')).rejects.toThrow('--live');
    expect(bench.modes).toEqual([]);
  });

  it('switches to live if the kernel was started with --live', async () => {
    const bench = fakeBench();
    await createUse(bench, { mayGoLive: true })('live');
    expect(bench.modes).toEqual([{ kind: 'live' }]);
  });

  it('allows no departure from a recording where notebooks are checked', async () => {
    const bench = fakeBench();
    await createUse(bench, { mayGoLive: false, strict: true })({ replay: 'a.yaml' });
    expect(bench.modes).toEqual([{ kind: 'replay', file: resolve('a.yaml'), strict: true }]);
  });

  it('lists the valid values for an invalid argument', async () => {
    await expect(createUse(fakeBench(), { mayGoLive: true })('prod' as never)).rejects.toThrow('{ replay: FILE }');
  });
});
