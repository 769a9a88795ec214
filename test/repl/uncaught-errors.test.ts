import { afterEach, beforeEach, expect, it } from 'vitest';
import { onUncaughtError } from '../../src/repl/process-events.js';

const KIND = 'uncaughtException';
const others = process.listeners(KIND);
beforeEach(() => void process.removeAllListeners(KIND));
afterEach(() => {
  process.removeAllListeners(KIND);
  for (const one of others) process.on(KIND, one);
});

it('an error whose display fails with an error does not repeat without end', () => {
  const shown: string[] = [];
  const stop = onUncaughtError((error) => {
    shown.push(String(error));
    if (shown.length < 1_000) process.emit(KIND, new Error('again'));
  });
  process.emit(KIND, new Error('first'));
  expect(shown.length).toBeLessThan(50);
  expect(shown[0]).toBe('Error: first');
  expect(shown.at(-1)).toContain('They are not shown');
  stop();
  expect(process.listeners(KIND)).toEqual([]);
});
