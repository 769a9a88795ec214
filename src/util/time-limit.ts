import { timerMs } from './deadline.js';

/**
 * Runs something with a signal that aborts when the time is over or the caller cancels. Running out of time is not an
 * error, and the result counts. Only a cancelled call throws.
 */
export async function withTimeLimit<T>(
  { seconds, signal }: { seconds: number; signal?: AbortSignal | undefined },
  run: (over: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = Number.isFinite(seconds) ? setTimeout(() => late.abort(), timerMs(seconds * 1000)) : undefined;
  try {
    const result = await run(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    signal?.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the result of some work, or undefined if the signal aborts first, even if the work ignores the signal. */
export async function beforeOver<T>(work: Promise<T>, over: AbortSignal): Promise<T | undefined> {
  let give = () => {};
  const given = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined);
    over.addEventListener('abort', give);
    if (over.aborted) give();
  });
  // Errors after the abort are ignored.
  const heeded = work.catch((error) => {
    if (over.aborted) return undefined;
    throw error;
  });
  try {
    return await Promise.race([heeded, given]);
  } finally {
    over.removeEventListener('abort', give);
  }
}
