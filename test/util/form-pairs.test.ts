import { expect, it } from 'vitest';
import { formPairs, MAX_FORM_PAIRS } from '../../src/util/index.js';
import { seeded } from '../support/random.js';
import { rotatedSeeds } from '../support/rotation.js';

const PIECES = ['a', '=', '&', '+', '%', '%41', '%C3', '%C3%A9', '%', '%zz', '%2', '?', '#', ';', '[0]', '\n', ' '];

// For other characters beside a broken escape, the class of Node.js differs from the standard.
it('reads the same pairs as URLSearchParams', () => {
  for (const seed of rotatedSeeds(10_000)) {
    const random = seeded(seed);
    const text = Array.from({ length: random.below(20) }, () => random.pick(PIECES)).join('');
    expect([text, formPairs(text)]).toEqual([text, [...new URLSearchParams(text)]]);
  }
});

it('refuses a form with more pairs than a program sends', () => {
  expect(formPairs('a=1&'.repeat(MAX_FORM_PAIRS))).toHaveLength(MAX_FORM_PAIRS);
  expect(formPairs('a=1&'.repeat(MAX_FORM_PAIRS + 1))).toBeUndefined();
});
