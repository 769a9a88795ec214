import { expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { showError, showText } from '../../src/show/index.js';
import { HOSTILE_VALUES } from '../support/hostile-values.js';
import { rotated } from '../support/rotation.js';

it('no result and no error of an input can end a session or leave the input running', { timeout: 60_000 }, async () => {
  const bench = createBench();
  // What the screen does with an outcome.
  const stop = bench.log.follow((event) => {
    if (event.kind === 'output') showText(event.value, { zone: 'UTC' });
    if (event.kind === 'error')
      showError(event.error, { frames: bench.framesOf(event.error), advice: bench.adviceOn(event.error) });
  });
  const sources = rotated(HOSTILE_VALUES).flatMap(({ source }) => [source, `throw ${source}`]);
  expect(sources.length).toBeGreaterThan(80);
  for (const source of sources) {
    await bench.run(source);
    expect(await bench.run('1 + 1'), source).toEqual({ ok: true, value: 2 });
  }
  stop();
  await bench.close();
});
