import { describe, expect, it, vi } from 'vitest';
import { createDisplay } from '../../src/notebook/display.js';
import type { Place } from '../../src/notebook/public-types.js';
import type { Progress } from '../../src/show/index.js';

describe('a progress bar', () => {
  function bench(now: () => number) {
    const shown: { count: string; place: Place | undefined }[] = [];
    const show = (value: unknown, place?: Place) => void shown.push({ count: (value as Progress).count, place });
    const waiting = new Set<() => void>();
    const display = createDisplay(show, { now, waiting });
    return { display, shown, waiting };
  }

  it('stays in one place, and two of them in two', () => {
    let now = 0;
    const { display, shown } = bench(() => (now += 1_000));
    const [one, two] = [display.progress('one', 3), display.progress('two')];
    one.step();
    two.at(5);
    one.step(2);
    const [a, b] = shown.map(({ place }) => place?.id);
    expect(shown.map(({ count, place }) => [count, place?.id, place?.isTaken])).toEqual([
      ['0 of 3', a, false],
      ['0', b, false],
      ['1 of 3', a, true],
      ['5', b, true],
      ['3 of 3', a, true],
    ]);
    expect(a).not.toBe(b);
  });

  it('does not flood the front end, and still comes to its end', () => {
    const { display, shown } = bench(() => 0);
    const bar = display.progress('many', 10_000);
    for (let i = 0; i < 10_000; i++) bar.step();
    expect(shown.map(({ count }) => count)).toEqual(['0 of 10000', '10000 of 10000']);
  });

  it('keeps waiting updates where the kernel finds them at the end of the cell', () => {
    const { display, shown, waiting } = bench(() => 0);
    const bar = display.progress('W', 10);
    for (let i = 0; i < 7; i++) bar.step();
    expect(waiting.size).toBe(1);
    for (const draw of waiting) draw();
    expect(shown.map(({ count }) => count)).toEqual(['0 of 10', '7 of 10']);
    expect(waiting.size).toBe(0);
  });

  it.each([
    [[{ total: 5 }], 'label'],
    [['W', '5'], 'total'],
    [['W', Number.NaN], 'total'],
  ])('is not made of %j', (args, what) => {
    const { display } = bench(() => 0);
    expect(() => display.progress(...(args as [string]))).toThrow(`display.progress(label, total?): ${what} `);
  });

  it('shows the latest count when it pauses, with or without a total', () => {
    vi.useFakeTimers();
    try {
      const { display, shown } = bench(Date.now);
      const bar = display.progress('some');
      bar.step();
      bar.step();
      vi.runAllTimers();
      expect(shown.map(({ count }) => count)).toEqual(['0', '2']);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('display shows values as they are', () => {
  const shown: unknown[] = [];
  createDisplay((value) => void shown.push(value))({ a: 1 });
  expect(shown).toEqual([{ a: 1 }]);
});
