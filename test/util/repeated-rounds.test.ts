import { describe, expect, it } from 'vitest';
import { isRepeated, type RepeatedRounds, withoutRepeats } from '../../src/util/index.js';

interface Item {
  readonly key: string;
}
const itemsOf = (text: string): Item[] => [...text].map((key) => ({ key }));
const keyOf = ({ key }: Item) => key;

/** The text again: a number of rounds is replaced by the rounds. */
function expanded(shown: readonly (Item | RepeatedRounds<Item>)[]): string {
  let text = '';
  for (const one of shown) text += isRepeated(one) ? text.slice(-one.size).repeat(one.times) : one.key;
  return text;
}

describe('withoutRepeats', () => {
  it.each([
    ['abcabcabcd', 'abc+2d'],
    ['aaaa', 'a+3'],
    ['aab', 'aab'],
    ['abab', 'ab+1'],
    ['xabababy', 'xab+2y'],
    ['aaabbb', 'a+2b+2'],
    ['abcd', 'abcd'],
    ['', ''],
  ])('shows %s as %s', (text, expected) => {
    const shown = withoutRepeats(itemsOf(text), keyOf);
    expect(shown.map((one) => (isRepeated(one) ? `+${one.times}` : one.key)).join('')).toBe(expected);
  });

  it('loses nothing of any text', () => {
    for (let seed = 1; seed < 500; seed++) {
      const text = Array.from({ length: seed % 37 }, (_, i) => 'ab'[((seed * (i + 1) * 7919) >> (i % 11)) % 2]).join(
        '',
      );
      expect(expanded(withoutRepeats(itemsOf(text), keyOf))).toBe(text);
    }
  });
});
