import { expect, it } from 'vitest';
import { TimeLimitReached, withTimeLimit } from '../../src/eval/interrupt/time-limit.js';

it('returns the result of the work', () => {
  expect(withTimeLimit(() => [1, 2], 5_000)).toEqual([1, 2]);
});

it('throws the error of the work', () => {
  const error = new RangeError('own');
  const thrown = () => {
    throw error;
  };
  expect(() => withTimeLimit(thrown, 5_000)).toThrow(error);
});

it('stops work that does not end', () => {
  expect(() => withTimeLimit(forEver, 20)).toThrow(TimeLimitReached);
});

it('is stopped by Ctrl-C, which reaches no other handler', () => {
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  process.on('SIGINT', listener);
  try {
    const work = () => {
      process.kill(process.pid, 'SIGINT');
      forEver();
    };
    expect(() => withTimeLimit(work, 60_000)).toThrow('Interrupted');
    expect(heard).toBe(0);
  } finally {
    process.off('SIGINT', listener);
  }
});

function forEver(): never {
  for (;;);
}
