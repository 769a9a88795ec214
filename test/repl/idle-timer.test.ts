import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IdleTimer } from '../../src/repl/idle-timer.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs a function once, after a time without activity', () => {
  const run = vi.fn();
  const idle = new IdleTimer(1_000, run);
  idle.postpone();
  vi.advanceTimersByTime(5_000);
  expect(run).not.toHaveBeenCalled();
  idle.start();
  for (let key = 0; key < 5; key++) {
    vi.advanceTimersByTime(900);
    idle.postpone();
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  idle.postpone();
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('runs nothing after it was stopped', () => {
  const run = vi.fn();
  const idle = new IdleTimer(1_000, run);
  idle.start();
  idle.stop();
  vi.advanceTimersByTime(5_000);
  expect(run).not.toHaveBeenCalled();
});
