import { afterEach, expect, it, vi } from 'vitest';
import type { RequestBatch } from '../../src/inspector/contract.js';
import { paced } from '../../src/inspector/page/model/paced.js';

const batchOf = (count: number) =>
  ({ missed: 0, rows: Array.from({ length: count }, () => ({})) }) as unknown as RequestBatch;

/** The page takes batches while its tab is visible or hidden, on a simulated clock. */
function page() {
  vi.useFakeTimers();
  const tab = Object.assign(new EventTarget(), { hidden: false });
  const taken: number[] = [];
  const arrives = paced(tab, (batches) => taken.push(batches.reduce((sum, { rows }) => sum + rows.length, 0)));
  return { tab, taken, arrives: (count: number) => arrives(batchOf(count)) };
}

afterEach(() => {
  vi.useRealTimers();
});

it('takes requests at once while few arrive', () => {
  const { taken, arrives } = page();
  for (let i = 0; i < 4; i++) {
    arrives(1);
    vi.advanceTimersByTime(25);
  }
  expect(taken).toEqual([1, 1, 1, 1]);
});

it('takes them at most twice a second while many arrive, and all of them', () => {
  const { taken, arrives } = page();
  for (let i = 0; i < 20; i++) {
    arrives(50);
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(500);
  expect(taken.length).toBeLessThanOrEqual(6);
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(1_000);
});

it('takes nothing while its tab is hidden, and then everything at once', () => {
  const { tab, taken, arrives } = page();
  tab.hidden = true;
  for (let i = 0; i < 3; i++) arrives(2);
  vi.advanceTimersByTime(5_000);
  expect(taken).toEqual([]);
  tab.hidden = false;
  tab.dispatchEvent(new Event('visibilitychange'));
  expect(taken).toEqual([6]);
});
