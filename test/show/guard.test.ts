import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { mimeBundle, showError, showText, Whole } from '../../src/show/index.js';
import { attempt } from '../../src/util/index.js';
import { HOSTILE_VALUES } from '../support/hostile-values.js';
import { rotated } from '../support/rotation.js';

/** The values, where their creation alone does not fail. */
const values = HOSTILE_VALUES.flatMap(({ what, source }) => {
  const made = attempt(() => [runInThisContext(source)] as const);
  return made ? [{ what, value: made[0] }] : [];
});
/** A quarter of them, in each run. */
const tested = rotated(values, 4);
const isText = (text: unknown) => typeof text === 'string' && text !== '';

describe('a value whose own code does harm', () => {
  it('is of many kinds', () => {
    expect(values.length).toBeGreaterThan(800);
  });

  it.each([
    ['as a result', (value: unknown) => showText(value)],
    ['as a result at the prompt', (value: unknown) => showText(value, { zone: 'UTC', colour: true, columns: 40 })],
    ['as a whole', (value: unknown) => showText(new Whole(value))],
    ['as an error', (value: unknown) => showError(value, { columns: 80 })],
  ])('is always shown %s', (_, show) => {
    const failed = tested.flatMap(({ what, value }) => (isText(attempt(() => show(value))) ? [] : [what]));
    expect(failed).toEqual([]);
  });

  it('is always shown in a notebook, or its own format fails alone', async () => {
    const failed: string[] = [];
    for (const { what, value } of tested) {
      if (what.includes('Jupyter.display')) continue;
      const bundle = attempt(() => mimeBundle(value));
      if (!isText((await bundle)?.['text/plain'])) failed.push(what);
    }
    expect(failed).toEqual([]);
  });

  it('is shown without its code when that does not end, and the reason is said', { timeout: 20_000 }, () => {
    const endless = { own: 1, [Symbol.for('nodejs.util.inspect.custom')]: () => forEver() };
    const text = showText(endless);
    expect(text).toContain('own: 1');
    expect(text).toContain('Its own code could not show it: it was stopped after 2000 ms');
  });
});

function forEver(): never {
  for (;;);
}
