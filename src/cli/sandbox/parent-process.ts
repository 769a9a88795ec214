import { isRunning } from '../../util/index.js';

const INTERVAL_MS = 200;

/** Resolves when the process that started this one has ended. */
export function parentEnded(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      // On Windows, the number of the parent stays the same.
      if (process.ppid === parent && isRunning(parent)) return;
      clearInterval(timer);
      resolve();
    }, INTERVAL_MS);
    timer.unref();
  });
}
