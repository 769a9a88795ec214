import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isInTurn, ROTATING } from './support/rotating-files.js';

it.each(ROTATING)('%s takes no share of its cases as well, which two runs could never meet', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/\b(?:rotated|sampled|rotatedSeeds)\(/);
});

it('twenty successive runs take each test once, about a twentieth each', () => {
  const names = Array.from({ length: 999 }, (_, index) => `refuses case ${index} of ${index % 7}`);
  const taken = Array.from({ length: 20 }, (_, index) => index + 7).map((run) =>
    names.filter((name) => isInTurn(name, run)),
  );
  expect(taken.flat().toSorted()).toEqual(names.toSorted());
  for (const some of taken) expect(some.length).toBeGreaterThan(30);
});
