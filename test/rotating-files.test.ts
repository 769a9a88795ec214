import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isInTurn, ROTATING } from './support/rotating-files.js';

it.each(ROTATING)('each case of %s has its turn within 20 runs', (file) => {
  const choices = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /\b(?:rotated|sampled|rotatedSeeds)\(/.test(line));
  for (const line of choices) expect(line).toMatch(/, [234]\)/);
});

it('five successive runs take each test once, about a fifth each', () => {
  const names = Array.from({ length: 999 }, (_, index) => `refuses case ${index} of ${index % 7}`);
  const taken = [7, 8, 9, 10, 11].map((run) => names.filter((name) => isInTurn(name, run)));
  expect(taken.flat().toSorted()).toEqual(names.toSorted());
  for (const some of taken) expect(some.length).toBeGreaterThan(150);
});
