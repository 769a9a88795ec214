import { expect, it } from 'vitest';
import { TimeLimitReached, withTimeLimit } from '../../src/eval/interrupt/time-limit.js';
import { RECEIVED_BY_THREAD } from '../../src/util/index.js';

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

it('is not stopped by a Ctrl-C that another thread receives', async () => {
  let heard = 0;
  const listener = Object.assign(() => void heard++, { [RECEIVED_BY_THREAD]: true });
  process.on('SIGINT', listener);
  try {
    const work = () => {
      process.kill(process.pid, 'SIGINT');
      forEver();
    };
    expect(() => withTimeLimit(work, 50)).toThrow(TimeLimitReached);
    while (heard === 0) await new Promise(setImmediate);
  } finally {
    process.off('SIGINT', listener);
  }
});

function forEver(): never {
  for (;;);
}
