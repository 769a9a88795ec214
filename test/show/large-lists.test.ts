import { expect, it } from 'vitest';
import { showText } from '../../src/show/index.js';

/** Far more than a head takes on a slow computer, and less than a look at all items. */
const MAX_MS = 1_000;
const SIZE = 2_000_000;
const LISTS: Readonly<Record<string, () => unknown>> = {
  'different objects': () => Array.from({ length: SIZE }, (_, i) => ({ i, s: `abc${i}`, o: { d: i } })),
  'the same object': () => new Array(5 * SIZE).fill({ a: 1 }),
  'objects with ids': () => Array.from({ length: SIZE }, (_, i) => ({ id: `${i}` })),
  'a page of them': () => ({ links: {}, data: Array.from({ length: SIZE }, (_, i) => ({ id: `${i}`, name: 'x' })) }),
  numbers: () => Array.from({ length: SIZE }, (_, i) => i),
  'a map': () => new Map(Array.from({ length: SIZE / 2 }, (_, i) => [i, { i }])),
};

it.each(Object.entries(LISTS))('shows the head of a large list at once: %s', { timeout: 60_000 }, (_, make) => {
  const value = make();
  for (const look of [{}, { zone: 'UTC' }]) {
    const startMs = performance.now();
    const text = showText(value, look);
    expect(performance.now() - startMs).toBeLessThan(MAX_MS);
    expect(text).not.toContain('could not show');
    expect(text.length).toBeLessThan(20_000);
  }
});
