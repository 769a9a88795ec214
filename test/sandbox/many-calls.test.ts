import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.js';

const NUMBER = '+12065550107';
const steps = Array.from({ length: 18 }, (_, i) => ({ set: { [`value_${i}`]: 'x' } }));

/** The time in milliseconds until this many calls, which start together, have ended. */
async function sideBySide(count: number): Promise<number> {
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, calling } = sandbox.client();
  await phone_numbers.purchase({ number: NUMBER });
  const swml = { version: '1.0.0', sections: { main: [{ answer: {} }, ...steps, { sleep: 5000 }, { hangup: {} }] } };
  for (let i = 0; i < count; i++) await calling.dial({ from: NUMBER, to: '+13125550171', swml });
  const start = performance.now();
  sandbox.clock.advance(60);
  await sandbox.settled();
  const ms = performance.now() - start;
  const { collections } = sandbox.snapshot();
  const { items } = collections.calls as { items: [number, { status: string }][] };
  expect(items.filter(([, { status }]) => status === 'ended')).toHaveLength(count);
  return ms;
}

it('runs calls side by side in time that is linear in their number', async () => {
  await sideBySide(50);
  const few = Math.min(await sideBySide(250), await sideBySide(250), await sideBySide(250));
  const many = Math.min(await sideBySide(1000), await sideBySide(1000));
  // Linear is 4, quadratic is 16. The difference leaves room for a loaded machine.
  expect(many / few).toBeLessThan(12);
}, 60_000);

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
