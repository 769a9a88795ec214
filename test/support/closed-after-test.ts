import { onTestFinished } from 'vitest';

/** Closes a resource at the end of the test. The last one opened is closed first. */
export function closedAfterTest<T extends { close(): unknown }>(one: T): T {
  onTestFinished(async () => {
    await one.close();
  });
  return one;
}
