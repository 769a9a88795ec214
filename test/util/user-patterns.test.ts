import { describe, expect, it } from 'vitest';
import { globMatcher } from '../../src/search/build/find-files.js';
import { LimitError } from '../../src/util/index.js';
import { isMet } from '../../src/util/patterns/is-met.js';
import { linearPattern } from '../../src/util/patterns/linear-pattern.js';
import { seeded } from '../support/random.js';

/** The result, and how long it took. */
function timed<T>(run: () => T): { result: T; ms: number } {
  const begin = performance.now();
  const result = run();
  return { result, ms: performance.now() - begin };
}

describe('a pattern of a user', () => {
  it.each([
    ['optional characters', new RegExp(`^${'a?'.repeat(28)}${'a'.repeat(28)}$`), 'a'.repeat(28), true],
    ['choices of the same', new RegExp(`^${'(a|a)'.repeat(28)}$`), `${'a'.repeat(27)}b`, false],
    ['a repeated repetition', /^(a+)+$/, `${'a'.repeat(100)}b`, false],
    ['one repetition on a long text', /a*b/, 'a'.repeat(90_000), false],
  ])('with %s is matched at once', (_name, pattern, text, fits) => {
    const { result, ms } = timed(() => isMet(pattern, text));
    expect(result).toBe(fits);
    expect(ms).toBeLessThan(1000);
  });

  it.each([
    ['a lookahead', /^(?!(?:a+)+$)/],
    ['a backreference', /^(a*)*\1c/],
  ])('with %s has a deadline, and the error says what to avoid', (_name, pattern) => {
    expect(linearPattern(pattern)).toBeUndefined();
    expect(() => isMet(pattern, `${'a'.repeat(100)}b`)).toThrow(
      'against 101 characters takes too long. Remove lookaround and backreferences from the pattern',
    );
  });

  it('with a lookahead works on other texts', () => {
    expect(isMet(/^(?!sales)/, 'orders')).toBe(true);
    expect(isMet(/^(?!sales)/, 'sales')).toBe(false);
  });

  it('is not tried on a text of more than 100,000 characters', () => {
    let cause: unknown;
    try {
      isMet(/(ab)+/, 'x'.repeat(100_001));
    } catch (error) {
      cause = (error as Error).cause;
    }
    expect(cause).toBeInstanceOf(LimitError);
    expect(cause).toMatchObject({ limit: 100_000, actual: 100_001, unit: 'characters' });
  });

  it('means the same to the linear matcher as to JavaScript', () => {
    const random = seeded(17);
    const atoms = [
      'a',
      'b',
      '.',
      '\\d',
      '\\s',
      '\\w',
      '\\b',
      '[ab]',
      '[^a\\s]',
      '[[]',
      '\\u0061',
      '\\x62',
      '\\.',
      '\\/',
    ];
    const endings = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '*?', '+?'];
    const piece = (): string => {
      const atom = random.below(5) === 0 ? `(?:${piece()}|${piece()})` : random.pick(atoms);
      return atom === '\\b' ? atom : atom + random.pick(endings);
    };
    const alphabet = ['a', 'b', '1', ' ', '\u00a0', '\n', '\r', '\u2028', '[', '.', '/', 'é', 'A', '_'];
    let compared = 0;
    for (let i = 0; i < 3000; i++) {
      const source = Array.from({ length: 1 + random.below(4) }, piece).join('');
      const pattern = new RegExp(random.pick([source, `^${source}$`]), random.pick(['', 'i', 's', 'is']));
      const linear = linearPattern(pattern);
      if (!linear) continue;
      compared++;
      const text = Array.from({ length: random.below(8) }, () => random.pick(alphabet)).join('');
      expect([String(pattern), text, linear(text)]).toEqual([String(pattern), text, pattern.test(text)]);
    }
    expect(compared).toBeGreaterThan(2000);
  });
});

it('matches a file name with a glob of many stars at once', () => {
  const { result, ms } = timed(() => globMatcher([`${'*a'.repeat(30)}b`])('a'.repeat(250)));
  expect(result).toBe(false);
  expect(ms).toBeLessThan(1000);
});
