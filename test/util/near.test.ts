import { describe, expect, it } from 'vitest';
import { operations } from '../../src/client/index.js';
import { nearest } from '../../src/util/index.js';

const known = [...Object.keys(operations), 'joke', 'btoa', 'datetime', 'agent', 'sandbox', 'list', 'get', 'delete'];

/** The word with one slip at each of its places: a letter left out, doubled, exchanged, or swapped with the next. */
const slips = (word: string) =>
  [...word].flatMap((letter, index) => {
    const [before, after] = [word.slice(0, index), word.slice(index + 1)];
    const swapped = after === '' ? [] : [`${before}${after[0]}${letter}${after.slice(1)}`];
    return [before + after, before + letter + letter + after, `${before}~${after}`, ...swapped];
  });

describe('the word that was probably meant', () => {
  it.each(known)('is %s after any one slip', (word) => {
    for (const slip of slips(word)) expect(nearest(slip, [word]), slip).toBe(word);
  });
  it('may have two slips where it is long', () => {
    for (const word of known.filter(({ length }) => length >= 8)) {
      for (let index = 0; index + 3 < word.length; index++) {
        const twice = `${word.slice(0, index)}~${word.slice(index + 1, index + 3)}~${word.slice(index + 4)}`;
        expect(nearest(twice, [word]), twice).toBe(word);
      }
    }
  });
  it('suggests nothing for a short word with two typos', () => {
    for (const word of known.filter(({ length }) => length <= 5)) {
      for (let index = 0; index + 1 < word.length; index++) {
        const far = `${word.slice(0, index)}~~${word.slice(index + 2)}`;
        expect(nearest(far, [word]), far).toBeUndefined();
      }
    }
  });
  it.each(['boom', 'nope', 'x', 'foo', ''])('suggests nothing for %j', (word) => {
    expect(nearest(word, known)).toBeUndefined();
  });
  it('is the one that begins alike, of two words with one slip', () => {
    expect(nearest('ply', ['pay', 'play'])).toBe('play');
    expect(nearest('ply', ['play', 'pay'])).toBe('play');
  });
  it('is the same word in other letters, and one of which the beginning was typed', () => {
    expect(nearest('say', ['Say'])).toBe('Say');
    expect(nearest('date', ['list', 'datetime'])).toBe('datetime');
  });
});
