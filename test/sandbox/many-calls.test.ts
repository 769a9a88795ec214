import { expect, it, vi } from 'vitest';
import { Collection } from '../../src/sandbox/state/collection.js';
import { createSandbox } from '../../src/sandbox.js';

const NUMBER = '+12065550107';
const steps = Array.from({ length: 18 }, (_, i) => ({ set: { [`value_${i}`]: 'x' } }));

/** Counts what the work reads and writes in the collections: items that are looked up, changed or visited. */
async function accessesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { prototype } = Collection;
  const spies = (['get', 'add', 'replace', 'delete'] as const).map((name) => vi.spyOn(prototype, name));
  const walks = (['newest', 'since', Symbol.iterator] as const).map((name) => {
    const walk = prototype[name] as (this: Collection<never>, from?: number) => Generator<never>;
    return vi.spyOn(prototype, name as 'newest').mockImplementation(function* (this: Collection<never>, from) {
      for (const item of walk.call(this, from)) {
        count++;
        yield item;
      }
    });
  });
  await work();
  count += spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of [...spies, ...walks]) spy.mockRestore();
  return count;
}

/** The accesses to the state until this many calls, which overlap, have ended. */
async function sideBySide(count: number): Promise<number> {
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, calling } = sandbox.client();
  await phone_numbers.purchase({ number: NUMBER });
  const swml = { version: '1.0.0', sections: { main: [{ answer: {} }, ...steps, { sleep: 500_000 }, { hangup: {} }] } };
  const accesses = await accessesOf(async () => {
    for (let i = 0; i < count; i++) await calling.dial({ from: NUMBER, to: '+13125550171', swml });
    sandbox.clock.advance(600);
    await sandbox.settled();
  });
  const { collections } = sandbox.snapshot();
  const { items } = collections.calls as { items: [number, { status: string }][] };
  expect(items.filter(([, { status }]) => status === 'ended')).toHaveLength(count);
  return accesses;
}

it('runs calls side by side with work that is linear in their number', async () => {
  const few = await sideBySide(50);
  const many = await sideBySide(400);
  expect(few).toBeGreaterThan(50 * steps.length);
  // Linear is 8, quadratic is 64.
  expect(many / few).toBeLessThan(9);
});

it('keeps a limited number of calls and of their stories', async () => {
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, calling } = sandbox.client();
  await phone_numbers.purchase({ number: NUMBER });
  const { id: first } = await calling.dial({ from: NUMBER, to: '+15005550101', url: 'https://example.com/' });
  for (let i = 0; i < 10_050; i++) {
    await calling.dial({ from: NUMBER, to: '+15005550101', url: 'https://example.com/' });
    sandbox.clock.advance(2);
  }
  const { collections } = sandbox.snapshot();
  const size = (name: string) => (collections[name] as { items: unknown[] } | undefined)?.items.length ?? 0;
  expect(size('calls')).toBe(10_000);
  expect(size('call_runs')).toBeLessThanOrEqual(1000);
  expect(size('schedule')).toBeLessThan(10);
  await expect(sandbox.client().logs.voice.get(String(first))).rejects.toThrow('404');
}, 60_000);
