import { expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';

it('lets timers, keys and signals run during a loop of requests that are answered at once', async () => {
  const bench = createBench();
  const running = bench.run('for (;;) await platform.queues.list()');
  setTimeout(() => bench.interrupt(), 30);
  expect(await running).toMatchObject({ ok: false, error: { name: 'Interrupted' } });
  await bench.close();
});
