import { describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';

/** Each is the first thing that a program does with a sandbox. */
const FIRST_USES: Readonly<Record<string, (sandbox: Sandbox) => unknown>> = {
  'a request': (sandbox) => sandbox.client().queues.list(),
  'a reading of the clock': ({ clock }) => clock.now(),
  'a move of the clock': ({ clock }) => clock.advance(0),
  'a setting of the clock': ({ clock }) => clock.set('2026-01-01T00:00:00Z'),
  'a snapshot': (sandbox) => sandbox.snapshot(),
  'the inbox': (sandbox) => sandbox.inbox,
  'the callbacks': (sandbox) => sandbox.callbacks,
  'the journal': (sandbox) => sandbox.journal,
  'a server': async (sandbox) => (await sandbox.listen()).close(),
  'a call': (sandbox) => sandbox.ring('+12125550142'),
};

describe('the sample account, which is created at the first use', () => {
  test.each(Object.entries(FIRST_USES))('is the same when the first use is %s', async (_, use) => {
    const sandbox = createSandbox();
    await use(sandbox);
    const { numbers, resources } = createSandbox().snapshot().collections;
    expect(sandbox.snapshot().collections).toMatchObject({ numbers, resources });
  });

  test('was created in the hours before the start time, at which the clock starts', async () => {
    const now = '2026-03-01T12:00:00.000Z';
    const sandbox = createSandbox({ now });
    const { data } = await sandbox.client().phone_numbers.list();
    const created = data.map(({ created_at }) => created_at);
    expect(created.filter((at) => at >= now || at < '2026-03-01T00:00:00.000Z')).toEqual([]);
    expect(sandbox.clock.now().toISOString()).toBe('2026-03-01T12:00:01.000Z');
    const times = JSON.stringify(sandbox.snapshot().collections).match(/"(created|updated)_at":"[^"]+"/g) ?? [];
    expect(times.length).toBeGreaterThan(50);
    expect(times.filter((time) => (time.split('":"')[1] ?? '') > now)).toEqual([]);
  });

  test('is not created over a restored snapshot', () => {
    const empty = createSandbox({ empty: true }).snapshot();
    const sandbox = createSandbox();
    sandbox.restore(empty);
    expect(sandbox.snapshot()).toEqual(empty);
  });
});
