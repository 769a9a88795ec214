import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

/** The helper as the run with this number loads it. */
async function helperOf(run: number) {
  vi.stubEnv('PATCHBAY_TEST_LONG', '');
  vi.stubEnv('PATCHBAY_TEST_RUN', String(run));
  vi.resetModules();
  return import('./support/rotation.js');
}

const words = Array.from({ length: 97 }, (_, index) => `${index % 7}.${index}`);
const kindOf = (word: string) => word.split('.')[0];

it.each([2, 5, 20])('20 successive runs test each case, and each run the core (%i shares)', async (shares) => {
  const seen = new Set<string>();
  for (let run = 1090; run < 1110; run++) {
    const { firstOfItsKind, sampled } = await helperOf(run);
    const tested = sampled(words, firstOfItsKind(kindOf), shares);
    expect(new Set(tested.map(kindOf)).size).toBe(7);
    expect(tested).toEqual(words.filter((word) => tested.includes(word)));
    expect(tested.length).toBeLessThanOrEqual(7 + Math.ceil(90 / shares));
    for (const word of tested) seen.add(word);
  }
  expect(seen.size).toBe(words.length);
});

it('a long run tests all cases', async () => {
  vi.stubEnv('PATCHBAY_TEST_LONG', '1');
  vi.resetModules();
  const { rotated, sampled } = await import('./support/rotation.js');
  expect(rotated(words)).toEqual(words);
  expect(sampled(words, () => false)).toEqual(words);
});
