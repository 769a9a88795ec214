import { onTestFinished } from 'vitest';

/** Lets a test have something open until it is over. What was opened last is closed first. */
export function closedAfterTest<T extends { close(): unknown }>(one: T): T {
  onTestFinished(async () => {
    await one.close();
  });
  return one;
}
